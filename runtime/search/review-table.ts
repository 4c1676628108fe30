import type { SinceIndex } from "../../model/documents.ts";
import type { EntitiesDocument, EntityAliases } from "../../model/entities.ts";
import { foldText } from "../../model/fold.ts";
import type { Review } from "../../model/review.ts";

/** The build writes `id` first and JSON escapes quotes in strings, so this occurs only where a review starts. */
const REVIEW_START = Buffer.from('{"id":"');
const ID_LENGTH = 26;

/** A date as a number that sorts like it: 2026-03-14 is 20260314. */
export const dateNumber = (date: string): number => Number(date.replaceAll("-", ""));

/** All reviews of a release as columns, one row per review, newest first. The reviews themselves stay bytes. */
export class ReviewTable {
  readonly rows: number;
  readonly ratings: Uint8Array;
  /** 1 for a rating that counts in means: nobody was given anything for it. */
  readonly rated: Uint8Array;
  /** Descending, as numbers. */
  readonly dates: Uint32Array;
  /** Folded for comparison; empty for a review without text. */
  readonly texts: string[] = [];
  readonly technicians: readonly EntityAliases[];
  readonly services: readonly EntityAliases[];
  /** Rows found by the latest searches, by their filters (search.ts). */
  readonly recentSearches = new Map<string, Uint32Array>();
  readonly #document: Buffer;
  /** Offset of each review, and of the end of the array plus one. */
  readonly #starts: Uint32Array;
  readonly #rowsByMention = new Map<string, Set<number>>();
  #rowsById: Map<string, number> | undefined;

  /** Takes the bytes of reviews.json and the two small artifacts that describe them. */
  constructor(document: Buffer, index: SinceIndex, { technicians, services }: EntitiesDocument) {
    this.technicians = technicians;
    this.services = services;
    this.rows = index.dates.at(-1)?.count ?? 0;
    this.ratings = new Uint8Array(this.rows);
    this.rated = new Uint8Array(this.rows);
    this.dates = new Uint32Array(this.rows);
    this.#document = document;
    this.#starts = startsOf(document, index.reviews_offset, this.rows);
    for (let row = 0; row < this.rows; row += 1) this.#addRow(row);
  }

  /** The review as it stands in reviews.json. */
  bytesOf(row: number): Buffer {
    return this.#document.subarray(this.#starts[row], (this.#starts[row + 1] ?? 0) - 1);
  }

  idOf(row: number): string {
    const start = (this.#starts[row] ?? 0) + REVIEW_START.length;
    return this.#document.toString("latin1", start, start + ID_LENGTH);
  }

  /** The row of a review; undefined for an id that is not published. */
  rowOf(id: string): number | undefined {
    this.#rowsById ??= new Map(Array.from({ length: this.rows }, (_, row) => [this.idOf(row), row]));
    return this.#rowsById.get(id);
  }

  /** Rows that mention at least one of the entities. */
  rowsMentioning(kind: "technicians" | "services", ids: readonly string[]): ReadonlySet<number> {
    const sets = ids.map((id) => this.#rowsByMention.get(`${kind}/${id}`) ?? new Set<number>());
    return sets.length === 1 && sets[0] ? sets[0] : new Set(sets.flatMap((rows) => [...rows]));
  }

  #addRow(row: number): void {
    const { rating, date, text, mentions, incentive } = JSON.parse(
      this.bytesOf(row).toString("utf8"),
    ) as Review;
    this.ratings[row] = rating;
    this.rated[row] = incentive ? 0 : 1;
    this.dates[row] = dateNumber(date);
    this.texts.push(foldText(text ?? ""));
    for (const kind of ["technicians", "services"] as const) {
      for (const id of mentions[kind]) {
        const key = `${kind}/${id}`;
        const rows = this.#rowsByMention.get(key);
        if (rows) rows.add(row);
        else this.#rowsByMention.set(key, new Set([row]));
      }
    }
  }
}

function startsOf(document: Buffer, arrayStart: number, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1);
  let start = arrayStart;
  for (let row = 0; row < rows; row += 1) {
    start = document.indexOf(REVIEW_START, start);
    starts[row] = start;
    start += 1;
  }
  starts[rows] = document.lastIndexOf("]}") + 1;
  return starts;
}
