import { firstIndex } from "./first-index.ts";
import { foldText } from "./fold.ts";
import type { Review } from "./review.ts";

/** Everything that a search reads, made by the build: a sidecar answers the first search without parsing a review. */
export const SEARCH_TABLE_PATH = "/api/search-table.bin";

const VERSION = 1;

const KINDS = ["technicians", "services"] as const;
export type MentionKind = (typeof KINDS)[number];

/** Columns over the reviews of reviews.json, one row per review, newest first. Never written. */
interface SearchColumns {
  readonly rows: number;
  /** Offset of each review in reviews.json, and of the end of the array plus one. */
  readonly starts: Uint32Array;
  /** Descending, as numbers: 2026-03-14 is 20260314. */
  readonly dates: Uint32Array;
  readonly ratings: Uint8Array;
  /** 1 for a rating that counts in means: nobody was given anything for it. */
  readonly rated: Uint8Array;
  /** Rows in the order of their ids. */
  readonly rowsById: Uint32Array;
  /** Offset of each text among all texts, and of the end. A review without text has none. */
  readonly textStarts: Uint32Array;
  /** Ascending rows that mention an entity, by its id. */
  readonly mentions: Readonly<Record<MentionKind, ReadonlyMap<string, Uint32Array>>>;
}

/** The rows of one calendar month, whose texts most releases share with the one before. */
export interface TextBlock {
  readonly firstRow: number;
  /** The row after the last one. */
  readonly endRow: number;
  /** Texts folded for comparison (model/fold.ts), in UTF-8, one after the other. */
  readonly texts: Buffer;
}

export interface SearchTable extends SearchColumns {
  /** In the order of their rows. */
  readonly textBlocks: readonly TextBlock[];
}

/** A date as a number that sorts like it: 2026-03-14 is 20260314. */
export const dateNumber = (date: string): number => Number(date.replaceAll("-", ""));

interface Header {
  readonly version: number;
  readonly rows: number;
  readonly text_bytes: number;
  /** Number of rows by id. */
  readonly technicians: Readonly<Record<string, number>>;
  readonly services: Readonly<Record<string, number>>;
}

const HEADER_LENGTH_BYTES = 4;

/**
 * The file: the length of the header (u32), the header (JSON, padded to a multiple of four bytes), the columns of u32 in
 * the order of `SearchTable` with the mentions last, then the columns of bytes and the texts. Little-endian.
 */
export function renderSearchTable(reviews: readonly Review[], starts: readonly number[]): Buffer {
  const texts = reviews.map(({ text }) => foldText(text ?? ""));
  const textStarts = new Uint32Array(reviews.length + 1);
  for (const [row, text] of texts.entries())
    textStarts[row + 1] = (textStarts[row] ?? 0) + Buffer.byteLength(text);
  const joined = Buffer.allocUnsafe(textStarts[reviews.length] ?? 0);
  for (const [row, text] of texts.entries()) joined.write(text, textStarts[row] ?? 0);
  const mentions = KINDS.map((kind) => rowsByMention(reviews, kind));
  const [technicians, services] = mentions.map((rows) =>
    Object.fromEntries([...rows].map(([id, list]) => [id, list.length])),
  ) as [Header["technicians"], Header["services"]];
  const rows = reviews.length;
  const header: Header = { version: VERSION, rows, text_bytes: textStarts[rows] ?? 0, technicians, services };
  const columns = [
    Uint32Array.from(starts),
    Uint32Array.from(reviews, ({ date }) => dateNumber(date)),
    Uint32Array.from([...reviews.keys()].toSorted((a, b) => (idAt(reviews, a) < idAt(reviews, b) ? -1 : 1))),
    textStarts,
    ...mentions.flatMap((byId) => [...byId.values()].map((list) => Uint32Array.from(list))),
  ];
  return Buffer.concat([
    ...headerBytes(header),
    ...columns.map(({ buffer }) => Buffer.from(buffer)),
    Uint8Array.from(reviews, ({ rating }) => rating),
    Uint8Array.from(reviews, ({ incentive }) => (incentive ? 0 : 1)),
    joined,
  ]);
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

function headerBytes(header: Header): [length: Buffer, json: Buffer] {
  const json = JSON.stringify(header);
  const bytes = Buffer.byteLength(json);
  const padding = " ".repeat((4 - (bytes % 4)) % 4);
  const length = Buffer.alloc(HEADER_LENGTH_BYTES);
  length.writeUInt32LE(bytes + padding.length);
  return [length, Buffer.from(json + padding)];
}

/** Reads bytes of a file. */
type ReadPart = (start: number, end: number) => Buffer;

/** The offset of the texts, which the columns precede, in a file of this length; undefined for another version. */
export function endOfColumns(read: ReadPart, length: number): number | undefined {
  const { version, text_bytes } = readHeader(read).header;
  return version === VERSION ? length - text_bytes : undefined;
}

/** Views over everything before the texts, which is not copied; undefined for another length. */
export function openSearchColumns(bytes: Buffer): SearchColumns | undefined {
  const { header, end } = readHeader((from, to) => bytes.subarray(from, to));
  const { rows } = header;
  let at = bytes.byteOffset + end;
  const column = (length: number): Uint32Array => {
    const values = new Uint32Array(bytes.buffer, at, length);
    at += values.byteLength;
    return values;
  };
  const mentionsOf = (counts: Readonly<Record<string, number>>): Map<string, Uint32Array> =>
    new Map(Object.entries(counts).map(([id, count]) => [id, column(count)]));
  const [starts, dates, rowsById, textStarts] = [
    column(rows + 1),
    column(rows),
    column(rows),
    column(rows + 1),
  ];
  const mentions = { technicians: mentionsOf(header.technicians), services: mentionsOf(header.services) };
  const ratings = new Uint8Array(bytes.buffer, at, rows);
  const rated = new Uint8Array(bytes.buffer, at + rows, rows);
  if (at + 2 * rows !== bytes.byteOffset + bytes.length || textStarts[rows] !== header.text_bytes)
    return undefined;
  return { rows, starts, dates, ratings, rated, rowsById, textStarts, mentions };
}

function readHeader(read: ReadPart): { header: Header; end: number } {
  const end = HEADER_LENGTH_BYTES + read(0, HEADER_LENGTH_BYTES).readUInt32LE();
  return { header: JSON.parse(read(HEADER_LENGTH_BYTES, end).toString("utf8")) as Header, end };
}

/** The rows of a block, and the offsets of its texts among all texts. */
interface TextRange {
  readonly firstRow: number;
  readonly endRow: number;
  readonly start: number;
  readonly end: number;
}

/** The blocks of texts, in the order of their rows. */
export function textRanges({ rows, dates, textStarts }: SearchColumns): TextRange[] {
  const ranges: TextRange[] = [];
  for (let firstRow = 0; firstRow < rows;) {
    const firstOfMonth = Math.floor((dates[firstRow] as number) / 100) * 100;
    const endRow = firstIndex(dates, (date) => date < firstOfMonth);
    const [start, end] = [textStarts[firstRow] as number, textStarts[endRow] as number];
    ranges.push({ firstRow, endRow, start, end });
    firstRow = endRow;
  }
  return ranges;
}

/** A table whose texts are views over the bytes of the whole file; undefined for another version or length. */
export function openSearchTable(bytes: Buffer): SearchTable | undefined {
  const columnsEnd = endOfColumns((from, to) => bytes.subarray(from, to), bytes.length);
  if (columnsEnd === undefined) return undefined;
  const columns = openSearchColumns(bytes.subarray(0, columnsEnd));
  const texts = bytes.subarray(columnsEnd);
  return (
    columns && {
      ...columns,
      textBlocks: textRanges(columns).map(({ firstRow, endRow, start, end }) => ({
        firstRow,
        endRow,
        texts: texts.subarray(start, end),
      })),
    }
  );
}
