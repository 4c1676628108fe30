import { foldText } from "../../model/fold.ts";
import type { WrittenReview } from "../../model/review.ts";

/** Something of an erased review that may be left in a file: its id, a text, a name. */
export interface Trace {
  /** For the report, which never prints the words themselves. */
  readonly label: "id" | "text" | "reply" | "author" | "words";
  readonly pattern: RegExp;
}

/** A shorter text counts only where a JSON string consists of it. */
const MIN_QUOTED_CHARS = 20;

/** The traces of erased reviews. Words that a kept review has as well are not searched: they may be that review's. */
export function tracesOf(
  erased: readonly WrittenReview[],
  kept: readonly WrittenReview[],
  ids: readonly string[],
  words: readonly string[],
): Trace[] {
  const keptTexts = new Set(kept.flatMap((review) => [review.text ?? "", review.owner_reply?.text ?? ""]));
  const keptAuthors = new Set(kept.map(({ author }) => author));
  const traces: Trace[] = [...ids.map((id) => trace("id", id)), ...words.map((line) => trace("words", line))];
  for (const { text, owner_reply: reply, author } of erased) {
    if (text && !keptTexts.has(text)) traces.push(quotation("text", text));
    if (reply && !keptTexts.has(reply.text)) traces.push(quotation("reply", reply.text));
    // A single name may be anybody's.
    if (author?.includes(" ") && !keptAuthors.has(author)) traces.push(trace("author", author));
  }
  return traces;
}

/** The labels of the traces that a document contains. */
export function findTraces(bytes: Buffer, traces: readonly Trace[]): string[] {
  const plain = readPlain(bytes.toString("utf8"));
  return [...new Set(traces.filter(({ pattern }) => pattern.test(plain)).map(({ label }) => label))];
}

const quotation = (label: Trace["label"], text: string): Trace =>
  text.length < MIN_QUOTED_CHARS
    ? { label, pattern: new RegExp(`"${escaped(text)}"`, "u") }
    : { label, pattern: new RegExp(escaped(text), "u") };

const trace = (label: Trace["label"], words: string): Trace => ({
  label,
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(words)}(?![\p{L}\p{N}])`, "u"),
});

const escaped = (words: string): string =>
  readPlain(words).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Undoes the escapes of JSON, HTML and XML, folds case as the search table does, and reduces white space: one form for
 * every file format.
 */
function readPlain(text: string): string {
  return text
    .replaceAll(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(["\\/])/g, "$1")
    .replaceAll(/&#(?:x([\da-fA-F]{1,6})|(\d{1,7}));/g, (_, hex?: string, decimal?: string) =>
      codePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "")
    .normalize("NFKC")
    .replaceAll(/\P{ASCII}+/gu, foldText)
    .toLowerCase()
    .replaceAll(/(?:\s|\\[nrt])+/g, " ");
}

const codePoint = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : "");
