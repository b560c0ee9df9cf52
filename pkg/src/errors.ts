/** Where a JSON text broke, as the engine reports it. */
export interface JsonErrorPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

/**
 * A text that is no JSON value (for a reply: no object), or one that is over a limit of the engine (512 levels of nesting).
 * The message names the place and what was expected there.
 */
export class JsonError extends Error {
  static {
    this.prototype.name = "JsonError";
  }

  /** The first byte that can't be part of the JSON value, counted in UTF-8 bytes from 0; the text's length where it ends too early. */
  readonly offset: number;
  /** The line of `offset`, from 1; a line ends after each line feed. */
  readonly line: number;
  /** The column of `offset` in its line, from 1, in UTF-8 bytes. */
  readonly column: number;
  /** What should have stood there, for example "`,` or `}`". */
  readonly expected: string;

  constructor(message: string, place: JsonErrorPlace) {
    super(message);
    this.offset = place.offset;
    this.line = place.line;
    this.column = place.column;
    this.expected = place.expected;
  }
}

/** A policy that can't be followed. The message names the place and what was expected there. */
export class PolicyError extends Error {
  static {
    this.prototype.name = "PolicyError";
  }

  /** The place in the policy as a JSON Pointer (RFC 6901); "" is the policy itself. */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    super(message);
    this.pointer = pointer;
  }
}
