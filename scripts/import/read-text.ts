import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { errorCode, Stop } from "./stop.ts";

/** Rows are far smaller; beyond this a quote was never closed, or the file is something else. */
export const MAX_ROW_CHARS = 1 << 20;

const CHUNK_BYTES = 1 << 20;

/**
 * The text of a file of any size, in chunks, without a byte order mark. Bytes that are no text in the encoding stop
 * the import: replacing them would publish broken names.
 */
export async function* readText(file: string, encoding: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      const bytes = chunk as Buffer;
      decoder ??= new TextDecoder(utf16Of(bytes) ?? encoding, { fatal: true });
      const text = decode(decoder, bytes, { file, lines });
      lines += countLineFeeds(text);
      yield text;
    }
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop([`${file}: cannot be read (${errorCode(error)})`]);
  }
  if (decoder) yield decode(decoder, undefined, { file, lines });
}

/** The lines of a text, without their LF; U+2028 ends none, since it may stand in a JSON string. Longer ones are cut. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const pieces = chunk.split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      yield rest + piece;
      rest = "";
    }
    rest = (rest + last).slice(0, MAX_ROW_CHARS + 1);
  }
  if (rest !== "") yield rest;
}

/** Excel's "Unicode text" starts with a byte order mark of UTF-16. */
function utf16Of(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function decode(
  decoder: TextDecoder,
  bytes: Buffer | undefined,
  at: { readonly file: string; readonly lines: number },
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    const readable = new TextDecoder(decoder.encoding).decode(bytes ?? new Uint8Array());
    const line = at.lines + countLineFeeds(readable.slice(0, Math.max(0, readable.indexOf("\uFFFD"))));
    throw new Stop([
      `${at.file}: line ${line}: is not ${decoder.encoding.toUpperCase()} text; save the export as UTF-8, ` +
        `or name its encoding, such as --encoding windows-1252`,
    ]);
  }
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
