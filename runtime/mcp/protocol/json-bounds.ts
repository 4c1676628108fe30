const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpening = (letter: number): boolean => letter === 0x7b || letter === 0x5b;
const isClosing = (letter: number): boolean => letter === 0x7d || letter === 0x5d;

/** The depth of `params.arguments`. */
const ARGUMENTS_DEPTH = 3;

interface BoundedBody {
  readonly body: string;
  /** Values of all arrays and objects, without those that were cut. */
  readonly values: number;
}

/**
 * Replaces `params.arguments` in a JSON-RPC body that are longer than `limit` by a text that is too long as well, and
 * counts the other values. To parse thousands of names takes milliseconds; to skip them takes a tenth of that.
 */
export function cutLongArguments(body: string, limit: number): BoundedBody {
  let depth = 0;
  let values = 0;
  let isText = false;
  let textAt = 0;
  let argumentsAt = -1;
  let valuesBefore = 0;
  let copiedTo = 0;
  let bounded = "";
  for (let at = 0; at < body.length; at += 1) {
    const letter = body.charCodeAt(at);
    if (isText) {
      if (letter === BACKSLASH) at += 1;
      else if (letter === QUOTE) isText = false;
    } else if (letter === QUOTE) {
      isText = true;
      textAt = at;
    } else if (letter === COMMA) values += 1;
    else if (isOpening(letter)) {
      depth += 1;
      values += 1;
      if (depth !== ARGUMENTS_DEPTH) continue;
      argumentsAt = body.startsWith('"arguments"', textAt) ? at : -1;
      valuesBefore = values;
    } else if (isClosing(letter)) {
      if (depth === ARGUMENTS_DEPTH && argumentsAt !== -1 && at - argumentsAt >= limit) {
        bounded += `${body.slice(copiedTo, argumentsAt)}"${"-".repeat(limit)}"`;
        copiedTo = at + 1;
        values = valuesBefore;
      }
      depth -= 1;
    }
  }
  return { body: bounded + body.slice(copiedTo), values };
}
