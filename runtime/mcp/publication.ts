import type { ReviewsDocument } from "../../model/documents.ts";
import type { EntitiesDocument } from "../../model/entities.ts";
import type { Review } from "../../model/review.ts";
import type { ReviewTable } from "../search/review-table.ts";
import { JsonText } from "./protocol/json-text.ts";

const MAX_TEXTS = 2048;

/** A JSON object whose fields may or may not be there. */
export type Loose = Readonly<Record<string, unknown>>;

/** What a release holds, as the sidecar hands it over. */
export interface ReleaseParts {
  /** Names these bytes: another release has another one. */
  readonly release: string;
  readonly baseUrl: string;
  readonly table: ReviewTable;
  readonly entities: EntitiesDocument;
  /** reviews.json up to its first review. */
  readonly reviewsHead: Buffer;
  readonly insights: Buffer | undefined;
}

/** One release as the tools read it. Each document is parsed when it is first asked for, and then kept. */
export class Publication {
  readonly release: string;
  readonly baseUrl: string;
  readonly table: ReviewTable;
  readonly entities: EntitiesDocument;
  readonly #parts: ReleaseParts;
  #head: Omit<ReviewsDocument, "reviews"> | undefined;
  #insights: Loose | undefined;
  readonly #texts = new Map<number, JsonText>();

  constructor(parts: ReleaseParts) {
    this.release = parts.release;
    this.baseUrl = parts.baseUrl;
    this.table = parts.table;
    this.entities = parts.entities;
    this.#parts = parts;
  }

  /** The business and its aggregate rating; the reviews behind them are not parsed for it. */
  get head(): Omit<ReviewsDocument, "reviews"> {
    this.#head ??= JSON.parse(`${this.#parts.reviewsHead.toString("utf8")}]}`) as ReviewsDocument;
    return this.#head;
  }

  /** insights.json without what it says of each single review: that is most of it, and no tool tells it. */
  get insights(): Loose {
    if (this.#insights === undefined) {
      const { per_review: _perReview, ...rest } = looseOf(
        JSON.parse(this.#parts.insights?.toString("utf8") ?? "{}"),
      );
      this.#insights = rest;
    }
    return this.#insights;
  }

  /** A review as text, kept while it is asked for: the newest are asked for again and again. */
  textAt(row: number): JsonText {
    const kept = this.#texts.get(row);
    if (kept !== undefined) return kept;
    const text = JsonText.fromJson(this.table.bytesOf(row).toString("utf8"));
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.set(row, text);
    return text;
  }

  reviewAt(row: number): Review {
    return JSON.parse(this.table.bytesOf(row).toString("utf8")) as Review;
  }

  review(id: string): Review | undefined {
    const row = this.table.rowOf(id);
    return row === undefined ? undefined : this.reviewAt(row);
  }
}

/** Lists inside a result are cut here: a year of months fits, and no document can outgrow a model's window. */
const MAX_ENTRIES = 40;

/** The value with every list in it cut. */
export function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(bounded);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bounded(one)]));
}

/** The value as a JSON object; an empty one if it is something else. */
export function looseOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** The value as a list of JSON objects; an empty one if it is something else. */
export function listIn(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(looseOf) : [];
}

/** An object with only these fields, those that are there. */
export function pick(value: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]),
  );
}
