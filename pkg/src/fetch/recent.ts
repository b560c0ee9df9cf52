/** Values by their keys, made when they are first asked for. Of more than `most`, the one that was asked for longest ago is forgotten. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;
  readonly #make: () => Value;

  constructor(most: number, make: () => Value) {
    this.#most = most;
    this.#make = make;
  }

  get(key: string): Value {
    const value = this.#values.get(key) ?? this.#make();
    this.set(key, value);
    return value;
  }

  /** Puts a value in the place of one with the same key. */
  set(key: string, value: Value): void {
    // A Map is in the order in which keys came, so that the first is the oldest.
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  forget(key: string): void {
    this.#values.delete(key);
  }
}
