import type { CalendarDate } from "./calendar-date.ts";
import { foldText } from "./fold.ts";
import type { Review } from "./review.ts";
import {
  dateNumber,
  HEADER_LENGTH_BYTES,
  MENTION_KINDS,
  type MentionKind,
  SEARCH_TABLE_VERSION,
  type SearchTableHeader,
} from "./search-table.ts";

/** The folded texts of one date's reviews, one after the other, and the length of each in bytes. */
export interface FoldedTexts {
  readonly bytes: Buffer;
  readonly lengths: readonly number[];
}

/** Returns the folded texts of all reviews of a date, newest first, if they are known. */
export type FindTexts = (date: CalendarDate) => FoldedTexts | undefined;

/**
 * The file: the length of the header (u32), the header (JSON, padded to a multiple of four bytes), the columns of u32 in
 * the order of `SearchTable` with the mentions last, then the columns of bytes and the texts. Little-endian.
 */
export function renderSearchTable(
  reviews: readonly Review[],
  starts: readonly number[],
  findTexts: FindTexts = () => undefined,
): Buffer {
  const rows = reviews.length;
  const dates = new Uint32Array(rows);
  const textStarts = new Uint32Array(rows + 1);
  const texts: Buffer[] = [];
  let row = 0;
  let textBytes = 0;
  for (const ofDate of runsByDate(reviews)) {
    const [{ date }] = ofDate;
    const { bytes, lengths } = findTexts(date) ?? foldTexts(ofDate);
    texts.push(bytes);
    dates.fill(dateNumber(date), row, row + ofDate.length);
    for (const length of lengths) {
      textBytes += length;
      row += 1;
      textStarts[row] = textBytes;
    }
  }
  const mentions = MENTION_KINDS.map((kind) => rowsByMention(reviews, kind));
  const [technicians, services] = mentions.map((byId) =>
    Object.fromEntries([...byId].map(([id, list]) => [id, list.length])),
  ) as [SearchTableHeader["technicians"], SearchTableHeader["services"]];
  const columns = [
    Uint32Array.from(starts),
    dates,
    Uint32Array.from([...reviews.keys()].toSorted((a, b) => (idAt(reviews, a) < idAt(reviews, b) ? -1 : 1))),
    textStarts,
    ...mentions.flatMap((byId) => [...byId.values()].map((list) => Uint32Array.from(list))),
  ];
  return Buffer.concat([
    ...headerBytes({ version: SEARCH_TABLE_VERSION, rows, text_bytes: textBytes, technicians, services }),
    ...columns.map(({ buffer }) => Buffer.from(buffer)),
    Uint8Array.from(reviews, ({ rating }) => rating),
    Uint8Array.from(reviews, ({ incentive }) => (incentive ? 0 : 1)),
    ...texts,
  ]);
}

/** The reviews of each date. */
function* runsByDate(reviews: readonly Review[]): Generator<readonly [Review, ...Review[]]> {
  let first = 0;
  for (const [row, { date }] of reviews.entries()) {
    if (reviews[row + 1]?.date === date) continue;
    yield reviews.slice(first, row + 1) as [Review, ...Review[]];
    first = row + 1;
  }
}

function foldTexts(reviews: readonly Review[]): FoldedTexts {
  const texts = reviews.map(({ text }) => foldText(text ?? ""));
  return { bytes: Buffer.from(texts.join("")), lengths: texts.map((text) => Buffer.byteLength(text)) };
}

const idAt = (reviews: readonly Review[], row: number): string => reviews[row]?.id ?? "";

function rowsByMention(reviews: readonly Review[], kind: MentionKind): Map<string, number[]> {
  const byId = new Map<string, number[]>();
  for (const [row, { mentions }] of reviews.entries()) {
    for (const id of mentions[kind]) {
      const list = byId.get(id);
      if (list === undefined) byId.set(id, [row]);
      else if (list.at(-1) !== row) list.push(row);
    }
  }
  return byId;
}

function headerBytes(header: SearchTableHeader): [length: Buffer, json: Buffer] {
  const json = JSON.stringify(header);
  const bytes = Buffer.byteLength(json);
  const padding = " ".repeat((4 - (bytes % 4)) % 4);
  const length = Buffer.alloc(HEADER_LENGTH_BYTES);
  length.writeUInt32LE(bytes + padding.length);
  return [length, Buffer.from(json + padding)];
}
