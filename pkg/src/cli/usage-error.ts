/** Arguments that can't be followed, or a file that they name. The message is a sentence for a person. */
export class UsageError extends Error {
  static {
    this.prototype.name = "UsageError";
  }
}
