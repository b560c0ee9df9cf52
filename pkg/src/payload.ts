/** A payload on its way into the engine. */
export interface Payload {
  /** Its JSON text. */
  readonly json: string;
  /** The digits in `json` of each bigint that no number can hold. */
  readonly bigints: ReadonlySet<string>;
}

const NO_BIGINTS: ReadonlySet<string> = new Set();

/**
 * The JSON text of anything that JSON.stringify takes. What has no JSON of its own (undefined, a
 * function, a symbol) counts as null; a bigint becomes its digits.
 *
 * @throws the error of JSON.stringify, untouched, for what can't be serialised.
 */
export function serialize(payload: unknown): Payload {
  try {
    return { json: stringify(payload) ?? "null", bigints: NO_BIGINTS };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return serializeBigints(payload, error);
  }
}

/**
 * The value of the compact JSON text that became of a payload. Its bigints become what `read` makes of
 * their digits: no number, which would round them.
 */
export function parse(
  json: string,
  bigints: ReadonlySet<string>,
  read: (digits: string) => unknown = BigInt,
): unknown {
  return bigints.size === 0 ? JSON.parse(json) : new ExactReader(json, bigints, read).value();
}

/** JSON.stringify with its true type: what has no JSON of its own gives undefined. */
function stringify(
  payload: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): string | undefined {
  return JSON.stringify(payload, replacer);
}

/**
 * The long way round for payloads that JSON.stringify refused with `refusal`. A bigint is written
 * as a string that starts with a marker, and loses marker and quotes in the finished text. A string
 * of the payload may look like a marked one, so the marked ones are counted: unless the text has
 * exactly as many of them as were written, another marker is tried.
 */
function serializeBigints(payload: unknown, refusal: TypeError): Payload {
  for (let attempt = 0; ; attempt += 1) {
    // Not guessable, or a hostile payload could make the attempts many.
    const marker = `bigint ${String(attempt)} ${String(Math.random())} `;
    const bigints = new Set<string>();
    let written = 0;
    let json: string | undefined;
    try {
      json = stringify(payload, (_name, value) => {
        const bigint = bigintOf(value);
        if (bigint === undefined) return value;
        written += 1;
        const digits = String(bigint);
        if (!Number.isSafeInteger(Number(bigint))) bigints.add(digits);
        return marker + digits;
      });
    } catch (error) {
      throw written === 0 ? refusal : error;
    }
    // Then it wasn't a bigint that was refused.
    if (written === 0 || json === undefined) throw refusal;

    // A quote in front of the marker can't be escaped away: no string's text holds one unescaped,
    // and an escaped one is counted and so found out.
    const [head = "", ...marked] = json.split(`"${marker}`);
    if (marked.length === written) {
      return { json: head + marked.map((text) => text.replace('"', "")).join(""), bigints };
    }
  }
}

/** The bigint that JSON.stringify would see in a value, boxed ones included. */
function bigintOf(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (!(value instanceof BigInt)) return undefined;
  try {
    return BigInt.prototype.valueOf.call(value);
  } catch {
    // An ordinary object that merely inherits from BigInt.prototype.
    return undefined;
  }
}

/**
 * Reads compact JSON as JSON.parse does, except for the given numbers. It may trust
 * the text, which the engine has validated, and its depth, which the engine has limited.
 */
class ExactReader {
  readonly #json: string;
  readonly #bigints: ReadonlySet<string>;
  readonly #read: (digits: string) => unknown;
  #at = 0;

  constructor(json: string, bigints: ReadonlySet<string>, read: (digits: string) => unknown) {
    this.#json = json;
    this.#bigints = bigints;
    this.#read = read;
  }

  value(): unknown {
    switch (this.#json[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #object(): object {
    const object = {};
    this.#items("}", () => {
      const name = this.#string();
      this.#at += 1;
      // Not by assignment: a member may be called `__proto__`.
      Object.defineProperty(object, name, {
        value: this.value(),
        configurable: true,
        enumerable: true,
        writable: true,
      });
    });
    return object;
  }

  #array(): unknown[] {
    const array: unknown[] = [];
    this.#items("]", () => {
      array.push(this.value());
    });
    return array;
  }

  /** Reads from the opening bracket to behind the closing one. */
  #items(closing: string, readItem: () => void): void {
    do {
      this.#at += 1;
      if (this.#json[this.#at] === closing) break;
      readItem();
    } while (this.#json[this.#at] === ",");
    this.#at += 1;
  }

  #string(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#at < this.#json.length && this.#json[this.#at] !== '"') {
      this.#at += this.#json[this.#at] === "\\" ? 2 : 1;
    }
    this.#at += 1;
    return JSON.parse(this.#json.slice(start, this.#at)) as string;
  }

  #scalar(): unknown {
    const start = this.#at;
    while (this.#at < this.#json.length && !",]}".includes(this.#json.charAt(this.#at))) this.#at += 1;
    const token = this.#json.slice(start, this.#at);
    return this.#bigints.has(token) ? this.#read(token) : JSON.parse(token);
  }
}
