// @ts-check
// Numbers that look random and are the same for the same seed.

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** At least 0, less than 1: mulberry32. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param {number} limit */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** @param {number} probability */
  happens(probability) {
    return this.next() < probability;
  }

  /**
   * @template Item
   * @param {readonly Item[]} items
   */
  pick(items) {
    return items[this.below(items.length)];
  }

  /**
   * @template Item
   * @param {readonly Item[]} items
   */
  shuffled(items) {
    const shuffled = [...items];
    for (let index = shuffled.length - 1; index > 0; index -= 1) {
      const other = this.below(index + 1);
      [shuffled[index], shuffled[other]] = [shuffled[other], shuffled[index]];
    }
    return shuffled;
  }

  /** @param {number} count */
  bytes(count) {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
