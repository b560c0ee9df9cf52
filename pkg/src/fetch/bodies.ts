// Bodies of requests and responses: read up to a bound, and handed on at the pace at which they are asked for.

import type { Framing } from "../index.js";

/** As runtimes hand bodies out, and take them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The start of a body: all of it, unless there is a rest or a failure. */
export interface Opening {
  readonly parts: readonly Bytes[];
  /** Where the rest comes from, of a body that has more than was wanted. */
  readonly rest?: Source;
  /** What the body ended with instead of its end. */
  readonly failure?: Failure;
}

/** What a body failed with: an object of its own, since anything can be thrown. */
export class Failure {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/**
 * Reads a body to its end, or until it has more than `most` bytes, or until it fails.
 *
 * @param said how many bytes it says that it has, if it does; it is believed as far as memory goes, and no further
 */
export async function readOpening(body: ReadableStream<Bytes>, most: number, said?: number): Promise<Opening> {
  const rest = new Source(body, said);
  const parts: Bytes[] = [];
  for (let length = 0; length <= most; ) {
    const part = await rest.next();
    if (part === undefined) return { parts };
    if (part instanceof Failure) return { parts, failure: part };
    parts.push(part);
    length += part.length;
  }
  return { parts, rest };
}

/** Several parts in one, which may be the memory of the only one. */
export function joined(parts: readonly Bytes[]): Bytes {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A body that was read in part, as if nobody had. */
export function reopened({ parts, rest, failure }: Opening): ReadableStream<Bytes> {
  const ready = [...parts];
  const next = async (): Promise<Bytes | Failure | undefined> => ready.shift() ?? (rest === undefined ? failure : rest.next());
  return streamOf(next, rest);
}

/** A body as it goes on through a framing. What was held back is handed on before the body's end or its error. */
export function framed(body: ReadableStream<Bytes>, framing: Framing): ReadableStream<Bytes> {
  const source = new Source(body);
  let end: Failure | undefined;
  let hasEnded = false;
  const next = async (): Promise<Bytes | Failure | undefined> => {
    while (!hasEnded) {
      const part = await source.next();
      hasEnded = part === undefined || part instanceof Failure;
      if (part instanceof Failure) end = part;
      const through = part === undefined || part instanceof Failure ? framing.finish() : framing.push(part);
      // Handing on costs a runtime more than copying.
      const whole = joined(through as Bytes[]);
      if (whole.length > 0) return whole;
    }
    return end;
  };
  return streamOf(next, source);
}

/** How much is asked for at a time: at most, and where there is nothing to go by. */
const [MOST_READ_BYTES, READ_BYTES] = [64 * 1024, 8 * 1024];

/**
 * A body's bytes as they come. They are read into memory that is brought along, where the body allows it: left to themselves, some runtimes hand
 * out small pieces, and each takes them longer than some kilobytes more do. Too much memory takes long too, since it is made of zeros first.
 */
class Source {
  readonly #read: () => Promise<ReadableStreamReadResult<Bytes>>;
  readonly cancel: (reason: unknown) => Promise<void>;
  /** How much is still to come, as far as is known. */
  #left: number;
  #readBytes: number;

  constructor(body: ReadableStream<Bytes>, said = MOST_READ_BYTES) {
    this.#left = said;
    this.#readBytes = memoryFor(said);
    const bringing = readerThatTakesMemory(body);
    if (bringing === undefined) {
      const reader = body.getReader();
      this.#read = () => reader.read();
      this.cancel = (reason) => reader.cancel(reason);
    } else {
      this.#read = () => bringing.read(new Uint8Array(this.#readBytes));
      this.cancel = (reason) => bringing.cancel(reason);
    }
  }

  /** The next part; undefined at the end. */
  async next(): Promise<Bytes | Failure | undefined> {
    try {
      const { done, value } = await this.#read();
      if (done) return undefined;
      this.#left -= value.length;
      // Memory that was filled has left something behind, unless that was all.
      const isFilled = value.length === value.buffer.byteLength && this.#left !== 0;
      this.#readBytes = isFilled ? MOST_READ_BYTES : memoryFor(this.#left);
      // A small part mustn't keep all of the memory that was brought for it.
      return value.length < value.buffer.byteLength / 2 ? value.slice() : value;
    } catch (reason) {
      return new Failure(reason);
    }
  }
}

function memoryFor(bytes: number): number {
  return Math.max(READ_BYTES, Math.min(bytes, MOST_READ_BYTES));
}

/** Undefined for a body that some JavaScript makes, and in runtimes that have no such readers for any. */
function readerThatTakesMemory(body: ReadableStream<Bytes>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/**
 * A stream of what comes next. One that fails throws away what nobody has taken yet: so nothing is read ahead, which also lets who doesn't take hold
 * the source back, and a failure waits until all before it is taken.
 */
function streamOf(next: () => Promise<Bytes | Failure | undefined>, source: Source | undefined): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const part = await next();
        if (part instanceof Failure) {
          // A runtime may hold what it was just handed for as long as its turn lasts, and would throw that away as well.
          await new Promise((resolve) => setTimeout(resolve));
          controller.error(part.reason);
        } else if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
      cancel: (reason) => source?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
