import { firstIndex } from "./first-index.ts";

/** Everything that a search reads, made by the build: a sidecar answers the first search without parsing a review. */
export const SEARCH_TABLE_PATH = "/api/search-table.bin";

/** A reader of another version refuses the file. */
export const SEARCH_TABLE_VERSION = 1;

export const MENTION_KINDS = ["technicians", "services"] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

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

export interface SearchTableHeader {
  readonly version: number;
  readonly rows: number;
  readonly text_bytes: number;
  /** Number of rows by id. */
  readonly technicians: Readonly<Record<string, number>>;
  readonly services: Readonly<Record<string, number>>;
}

export const HEADER_LENGTH_BYTES = 4;

/** Reads bytes of a file. */
type ReadPart = (start: number, end: number) => Buffer;

/** The offset of the texts, which the columns precede, in a file of this length; undefined for another version. */
export function endOfColumns(read: ReadPart, length: number): number | undefined {
  const { version, text_bytes } = readHeader(read).header;
  return version === SEARCH_TABLE_VERSION ? length - text_bytes : undefined;
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

function readHeader(read: ReadPart): { header: SearchTableHeader; end: number } {
  const end = HEADER_LENGTH_BYTES + read(0, HEADER_LENGTH_BYTES).readUInt32LE();
  return { header: JSON.parse(read(HEADER_LENGTH_BYTES, end).toString("utf8")) as SearchTableHeader, end };
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
