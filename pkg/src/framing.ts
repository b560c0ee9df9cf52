// Streams cut into messages, wherever their chunks end. The chunks lie in JavaScript's own memory, so that a trap of the engine takes none.

import { FramingKind } from "./engine.js";
import { requireBytes } from "./projection.js";

/** A stream from a server on its way to the client. */
export interface Framing {
  /**
   * Takes the next bytes, and answers what goes on now, in pieces that may be parts of the chunk: a message goes on as soon as it ends, one that
   * is too long as it comes. The chunk isn't to be changed afterwards.
   */
  push(chunk: Uint8Array): Uint8Array[];
  /** The stream has ended, or broken off: answers what is left of it, as it came. */
  finish(): Uint8Array[];
}

/** A stream of lines from a client, which goes on as it is. */
export interface ClientLines {
  /** Takes the next bytes; before they go on to the server, so that no answer comes before its request. The chunk isn't to be changed afterwards. */
  push(chunk: Uint8Array): void;
}

/** What is done with a server's messages. */
export interface ServerMessages {
  /** A message with more bytes goes on as it is. */
  readonly maxBytes: number;
  /** A line or event, with what ends it, as it goes on. */
  readonly goesOn: (text: Uint8Array, kind: FramingKind) => Uint8Array;
  /** A message went by unread. */
  readonly missed: () => void;
}

const LF = 0x0a;
const CR = 0x0d;

/** The start of a message whose end hasn't come. */
class OpenText {
  #parts: Uint8Array[] = [];
  length = 0;

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.length += part.length;
  }

  /** The parts, and nothing is left. */
  take(): Uint8Array[] {
    const parts = this.#parts;
    this.#parts = [];
    this.length = 0;
    return parts;
  }

  /** All of it with a last part behind, in one piece, and nothing is left. */
  takeWith(last: Uint8Array): Uint8Array {
    if (this.length === 0) return last;
    const whole = new Uint8Array(this.length + last.length);
    let at = 0;
    for (const part of [...this.take(), last]) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** Sees the lines of a client. */
export function clientLines(maxBytes: number, sees: (message: Uint8Array) => void): ClientLines {
  const open = new OpenText();
  let isTooLong = false;
  return {
    push(chunk) {
      requireBytes(chunk, "the chunk");
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        const text = chunk.subarray(start, end);
        start = end + 1;
        if (!isTooLong) sees(open.takeWith(text));
        isTooLong = false;
      }
      if (!isTooLong) open.add(chunk.subarray(start));
      // Its last byte may be the CR of what ends the line.
      if (open.length <= maxBytes + 1) return;
      open.take();
      isTooLong = true;
    },
  };
}

/** Projects the lines of a server. */
export function serverLines({ maxBytes, goesOn, missed }: ServerMessages): Framing {
  const open = new OpenText();
  let isPassing = false;
  return {
    push(chunk) {
      requireBytes(chunk, "the chunk");
      const out: Uint8Array[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        const text = chunk.subarray(start, end + 1);
        start = end + 1;
        out.push(isPassing ? text : goesOn(open.takeWith(text), FramingKind.Line));
        isPassing = false;
      }
      open.add(chunk.subarray(start));
      // Its last byte may be the CR of what ends the line.
      if (!isPassing && open.length > maxBytes + 1) {
        isPassing = true;
        missed();
      }
      return isPassing ? [...out, ...open.take()] : out;
    },
    finish() {
      isPassing = false;
      return open.take();
    },
  };
}

/** Projects server-sent events (HTML Living Standard, section 9.2), which end with an empty line. */
export function serverEvents({ maxBytes, goesOn, missed }: ServerMessages): Framing {
  const open = new OpenText();
  let isPassing = false;
  let isFirst = true;
  /** Whether the line that is being read has anything in it. */
  let hasText = false;
  /** Where the event's last text ends, counted from the event's start. */
  let textEnd = 0;
  /** Whether the last byte was a CR, to which an LF would belong. */
  let isBehindReturn = false;

  const isTooLong = (): boolean => {
    if (isPassing || textEnd <= maxBytes) return isPassing;
    missed();
    return true;
  };
  const ended = (event: Uint8Array): Uint8Array => {
    const kind = isFirst ? FramingKind.FirstEvent : FramingKind.Event;
    const out = isTooLong() ? event : goesOn(event, kind);
    isPassing = false;
    isFirst = false;
    textEnd = 0;
    return out;
  };

  return {
    push(chunk) {
      requireBytes(chunk, "the chunk");
      const out: Uint8Array[] = [];
      /** Where what hasn't gone on yet starts. */
      let start = 0;
      const lineEnds = endsOfLines(chunk);
      for (let at = 0; at < chunk.length; ) {
        const end = lineEnds(at);
        if (end > at) {
          hasText = true;
          textEnd = open.length + end - start;
          isBehindReturn = false;
        }
        if (end === chunk.length) break;
        at = end + 1;
        const belongsToReturn = isBehindReturn && chunk[end] === LF;
        isBehindReturn = chunk[end] === CR;
        if (belongsToReturn) {
          // Where an event has ended with the CR, its end is on the way already.
          if (open.length === 0 && start === end) {
            out.push(chunk.subarray(start, at));
            start = at;
          }
          continue;
        }
        if (!hasText) {
          out.push(ended(open.takeWith(chunk.subarray(start, at))));
          start = at;
        }
        hasText = false;
      }
      open.add(chunk.subarray(start));
      if (!isTooLong()) return out;
      isPassing = true;
      isFirst = false;
      return [...out, ...open.take()];
    },
    finish() {
      const rest = open.take();
      isPassing = hasText = isBehindReturn = false;
      isFirst = true;
      textEnd = 0;
      return rest;
    },
  };
}

/** Answers where the line ends that a place in a chunk is in: at the next CR or LF, or where the chunk ends. Places come in their order. */
function endsOfLines(chunk: Uint8Array): (at: number) => number {
  const next = (byte: number, at: number): number => {
    const found = chunk.indexOf(byte, at);
    return found === -1 ? chunk.length : found;
  };
  // Most streams have one kind only, for which the whole chunk isn't searched again and again.
  let lineFeed = -1;
  let carriageReturn = -1;
  return (at) => {
    if (lineFeed < at) lineFeed = next(LF, at);
    if (carriageReturn < at) carriageReturn = next(CR, at);
    return Math.min(lineFeed, carriageReturn);
  };
}
