import { readFileSync, statSync } from "node:fs";
import { TextDecoder } from "node:util";
import { MAX_STRING_BYTES } from "../../model/text.ts";
import { CommandError, errorCode } from "./reasons.ts";

/** Longest row that is read; anything longer is not a review, or a quote was never closed. */
export const MAX_ROW_CHARS = 1 << 20;

/**
 * The text of an export file, without a byte order mark. Bytes that are not text in the encoding stop the import:
 * replacing them would publish broken names.
 */
export function readText(file: string, encoding: string): string {
  const bytes = readBytes(file);
  if (bytes.subarray(0, 4).equals(ZIP_START))
    throw new CommandError([`${file}: is a ZIP archive; unpack it and name the files in it`]);
  const decoder = new TextDecoder(utf16Of(bytes) ?? encoding, { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    const readable = new TextDecoder(decoder.encoding).decode(bytes);
    const line = readable.slice(0, readable.indexOf("\uFFFD")).split("\n").length;
    throw new CommandError([
      `${file}: line ${line}: is not ${decoder.encoding.toUpperCase()} text; save the export as UTF-8, ` +
        `or name its encoding, such as --encoding windows-1252`,
    ]);
  }
}

const ZIP_START = Buffer.from("PK\u0003\u0004");

function readBytes(file: string): Buffer {
  try {
    if (statSync(file).size <= MAX_STRING_BYTES) return readFileSync(file);
  } catch (error) {
    throw new CommandError([`${file}: cannot be read (${errorCode(error)})`]);
  }
  throw new CommandError([`${file}: is over 500 MB; split it, then import the parts`]);
}

/** Excel's "Unicode text" starts with a byte order mark of UTF-16. */
function utf16Of(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
