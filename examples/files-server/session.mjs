// @ts-check
/** What one client has seen of each file: the hash of its last read or write. */
export class Session {
  /** @type {Map<string, string>} */
  #seen = new Map();

  /** @param {string} path absolute @param {string} hash */
  saw(path, hash) {
    this.#seen.set(path, hash);
  }

  /**
   * A sentence where the file isn't what this client saw last.
   *
   * @param {string} path absolute
   * @param {string} hash as the file is now
   */
  externalChange(path, hash) {
    const seen = this.#seen.get(path);
    if (seen === undefined || seen === hash) return undefined;
    return `The file was changed by somebody else since you saw it: its hash was ${seen}, and was ${hash} before this call.`;
  }
}
