// @ts-check
// No more of a request's body is read than the gateway allows.

export class BodyTooLarge extends Error {
  static {
    this.prototype.name = "BodyTooLarge";
  }
}

/**
 * A request's body, which fails with BodyTooLarge behind `most` bytes.
 *
 * @param {Request} request
 * @param {number} most
 * @throws BodyTooLarge where the request says so beforehand
 */
export function limitedBody({ body, headers }, most) {
  if (body === null) return null;
  const tooLarge = () => new BodyTooLarge(`expected a body of at most ${most} bytes`);
  // What a request says of its length is enough to turn it away, and not enough to let it in.
  if (Number(headers.get("content-length")) > most) throw tooLarge();
  let length = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        length += part.length;
        if (length > most) throw tooLarge();
        controller.enqueue(part);
      },
    }),
  );
}
