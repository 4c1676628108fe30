import { firstIndex } from "../../model/first-index.ts";
import type { EntitiesDocument, EntityAliases } from "../../model/entities.ts";
import type { MentionKind, SearchTable } from "../../model/search-table.ts";
import type { RowSet } from "./row-set.ts";

const ID_OFFSET = '{"id":"'.length;
const ID_LENGTH = 26;

/** A search by its filters. Equal ones share it. */
interface SharedSearch {
  readonly rows: Promise<RowSet>;
  /** Tells of everybody who waits for the rows if they still do. Empty once the rows are found. */
  readonly waiting: Set<() => boolean>;
}

/** Reads bytes of a document. */
export type ReadRange = (start: number, end: number) => Buffer;

/** The reviews of a release as rows, newest first: columns to search, and the bytes of each review. */
export class ReviewTable {
  readonly columns: SearchTable;
  readonly technicians: readonly EntityAliases[];
  readonly services: readonly EntityAliases[];
  /** The latest searches by their filters, finished or not (search.ts). */
  readonly recentSearches = new Map<string, SharedSearch>();
  readonly #read: ReadRange;

  /** Takes the search table and entities of the release whose reviews.json is read. */
  constructor(read: ReadRange, columns: SearchTable, { technicians, services }: EntitiesDocument) {
    this.columns = columns;
    this.technicians = technicians;
    this.services = services;
    this.#read = read;
  }

  get rows(): number {
    return this.columns.rows;
  }

  /** The review as it stands in reviews.json. */
  bytesOf(row: number): Buffer {
    const { starts } = this.columns;
    return this.#read(starts[row] ?? 0, (starts[row + 1] ?? 0) - 1);
  }

  idOf(row: number): string {
    const start = (this.columns.starts[row] ?? 0) + ID_OFFSET;
    return this.#read(start, start + ID_LENGTH).toString("latin1");
  }

  /** The row of a review; undefined for an id that is not published. */
  rowOf(id: string): number | undefined {
    const { rowsById } = this.columns;
    const row = rowsById[firstIndex(rowsById, (other) => this.idOf(other) >= id)];
    return row !== undefined && this.idOf(row) === id ? row : undefined;
  }

  /** The rows that mention at least one of the entities, as ascending lists. */
  rowsMentioning(kind: MentionKind, ids: readonly string[]): Uint32Array[] {
    return ids.flatMap((id) => this.columns.mentions[kind].get(id) ?? []);
  }
}
