import type { SinceIndex } from "../../model/documents.ts";
import type { EntitiesDocument, EntityAliases } from "../../model/entities.ts";
import { foldText } from "../../model/fold.ts";
import { idAt, type ReviewBytes, scanReviews } from "./review-bytes.ts";
import { TextScan } from "./text-scan.ts";

/** A date as a number that sorts like it: 2026-03-14 is 20260314. */
export const dateNumber = (date: string): number => Number(date.replaceAll("-", ""));

const BACKSLASH = 0x5c;

/** All reviews of a release as columns, one row a review, newest first; the reviews themselves stay bytes. */
export class ReviewTable {
  readonly rows: number;
  readonly ratings: Uint8Array;
  /** Descending, as numbers. */
  readonly dates: Uint32Array;
  readonly texts: TextScan;
  readonly technicians: readonly EntityAliases[];
  readonly services: readonly EntityAliases[];
  readonly #document: Buffer;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #mentioning = new Map<string, number[]>();
  #rowsById: Map<string, number> | undefined;

  /** From the bytes of reviews.json and of the two small artifacts that go with it. */
  constructor(document: Buffer, index: SinceIndex, { technicians, services }: EntitiesDocument) {
    this.technicians = technicians;
    this.services = services;
    this.rows = index.dates.at(-1)?.count ?? 0;
    this.#document = document;
    this.ratings = new Uint8Array(this.rows);
    this.dates = datesOf(index);
    this.#starts = new Uint32Array(this.rows);
    this.#ends = new Uint32Array(this.rows);
    this.texts = new TextScan(this.rows, document.length);
    scanReviews(document, index.reviews_offset, (review) => this.#take(review));
    this.texts.close();
  }

  /** The review as it stands in reviews.json. */
  bytesOf(row: number): Buffer {
    return this.#document.subarray(this.#starts[row], this.#ends[row]);
  }

  idOf(row: number): string {
    return idAt(this.#document, this.#starts[row] ?? 0);
  }

  /** The row of a review; undefined for an id that is not published. */
  rowOf(id: string): number | undefined {
    this.#rowsById ??= new Map(Array.from({ length: this.rows }, (_, row) => [this.idOf(row), row]));
    return this.#rowsById.get(id);
  }

  /** Rows that mention an entity, ascending. */
  mentioning(kind: "technicians" | "services", id: string): readonly number[] {
    return this.#mentioning.get(`${kind}/${id}`) ?? [];
  }

  #take(review: ReviewBytes): void {
    const { row, textStart, textEnd } = review;
    this.ratings[row] = review.rating;
    this.#starts[row] = review.start;
    this.#ends[row] = review.end;
    this.#note("technicians", row, review.techniciansStart, review.techniciansEnd);
    this.#note("services", row, review.servicesStart, review.servicesEnd);
    // Lower case on the bytes where that is all there is to do; the rest goes through JSON and Unicode.
    if (this.texts.addAscii(this.#document, textStart, textEnd, BACKSLASH)) return;
    const text = JSON.parse(`"${this.#document.toString("utf8", textStart, textEnd)}"`) as string;
    this.texts.add(foldText(text));
  }

  #note(kind: "technicians" | "services", row: number, start: number, end: number): void {
    if (start === end) return;
    for (const id of this.#document.toString("latin1", start, end).split(",")) {
      const key = `${kind}/${id.slice(1, -1)}`;
      const rows = this.#mentioning.get(key);
      if (rows) rows.push(row);
      else this.#mentioning.set(key, [row]);
    }
  }
}

/** The since index knows how many reviews there are down to each date: no date has to be read. */
function datesOf({ dates }: SinceIndex): Uint32Array {
  const numbers = new Uint32Array(dates.at(-1)?.count ?? 0);
  let from = 0;
  for (const { date, count } of dates) {
    numbers.fill(dateNumber(date), from, count);
    from = count;
  }
  return numbers;
}
