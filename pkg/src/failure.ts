/** What a handler has to say about why it failed. */
export interface Failure {
  /** A name that programs can tell failures apart by, such as "PAGE_NOT_FOUND"; never empty. */
  readonly code: string;
  /** A sentence for whoever reads the reply. */
  readonly message: string;
  /** Any payload that helps the reader to recover; absent when there is none. */
  readonly data?: unknown;
}

/**
 * A tool call that failed, to be thrown by a handler and turned into its reply by
 * `Projection.failure`.
 */
export class ToolFailure extends Error implements Failure {
  static {
    this.prototype.name = "ToolFailure";
  }

  readonly code: string;
  declare readonly data?: unknown;

  /** @throws TypeError where `code` is empty or `code` or `message` is no string. */
  constructor(code: string, message: string, data?: unknown) {
    requireFailure({ code, message }, "a ToolFailure");
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/**
 * Checks by structure, not by class: a process may hold this package twice (once by `import`, once
 * by `require`), and a failure of the one must be good for the other.
 */
export function requireFailure(value: unknown, what: string): asserts value is Failure {
  if (typeof value !== "object" || value === null) {
    throw new TypeError(`${what} must be a ToolFailure, or an object with a code and a message`);
  }
  const { code, message } = value as Partial<Record<keyof Failure, unknown>>;
  if (typeof code !== "string" || code === "") {
    throw new TypeError(`the code of ${what} must be a non-empty string, such as "PAGE_NOT_FOUND"`);
  }
  if (typeof message !== "string") {
    throw new TypeError(`the message of ${what} must be a string`);
  }
}
