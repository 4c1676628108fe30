import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { cannotRead, NOT_UTF8 } from "./files.ts";
import type { Problems } from "./problems.ts";

/** Consecutive lines of a file. */
export interface LineBatch {
  /** The number of the first line, from 1 on. */
  readonly first: number;
  /** With the LF that ends each line, unless the file ends without one. */
  readonly text: string;
  /** SHA-256 of the lines, in base64url. */
  readonly digest: string;
}

const LF = 0x0a;
/** Some editors begin a file with it. */
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");
/**
 * A batch ends after a line whose length is a multiple of this, so that a line more or less changes one batch and not
 * all that follow.
 */
const DIVISOR = 64;
const MAX_LINES = 1024;

/** Reads the lines of a file of any size. Only LF ends a line, because JSON strings may contain U+2028. */
export async function* readLineBatches(file: string, problems: Problems): AsyncGenerator<LineBatch> {
  const pieces: Buffer[] = [];
  let first = 1;
  let lines = 0;
  let lineBytes = 0;
  const endBatch = (): LineBatch => {
    const whole = Buffer.concat(pieces);
    const isMarked = first === 1 && whole.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const bytes = isMarked ? whole.subarray(BYTE_ORDER_MARK.length) : whole;
    const text = decodeLines(bytes, { file, first, problems });
    const batch = { first, text, digest: hash("sha256", bytes, "base64url") };
    pieces.length = 0;
    first += lines;
    lines = 0;
    return batch;
  };
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
      const bytes = chunk as Buffer;
      let from = 0;
      let start = 0;
      for (let to = bytes.indexOf(LF); to !== -1; to = bytes.indexOf(LF, start)) {
        lineBytes += to - start;
        start = to + 1;
        lines += 1;
        if (lineBytes % DIVISOR === 0 || lines === MAX_LINES) {
          pieces.push(bytes.subarray(from, start));
          from = start;
          yield endBatch();
        }
        lineBytes = 0;
      }
      lineBytes += bytes.length - start;
      if (from < bytes.length) pieces.push(bytes.subarray(from));
    }
    if (pieces.length > 0) yield endBatch();
  } catch (error) {
    problems.add(file, "", cannotRead(error));
  }
}

/** Lines that are not UTF-8 are reported and left empty. */
function decodeLines(
  bytes: Buffer,
  { file, first, problems }: { readonly file: string; readonly first: number; readonly problems: Problems },
): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text = "";
  let number = first;
  for (let from = 0; from < bytes.length; number += 1) {
    const end = bytes.indexOf(LF, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    if (isUtf8(line)) text += line.toString("utf8");
    else problems.add(file, `line ${number}`, NOT_UTF8);
    text += "\n";
    from += line.length + 1;
  }
  return text;
}
