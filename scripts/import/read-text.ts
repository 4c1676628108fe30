import { TextDecoder } from "node:util";
import { CommandError } from "./reasons.ts";

/** Maximum length of a row. A longer one is not a review, or has an unclosed quote. */
export const MAX_ROW_CHARS = 1 << 20;

/**
 * The text of an export file, without a byte order mark. Bytes that are not text in the encoding stop the import:
 * replacing them would publish broken names.
 */
export function decodeText(file: string, bytes: Buffer, encoding: string): string {
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

/** Excel's "Unicode text" starts with a byte order mark of UTF-16. */
function utf16Of(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}
