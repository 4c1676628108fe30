import type { CalendarDate } from "../../model/calendar-date.ts";
import type { Candidate } from "./candidate.ts";
import { type Carried, isSameCarried } from "./carried.ts";
import { keyOf } from "./identity.ts";

/** One imported review: what sorting and finding need, and where the rest lies. */
export interface PackedRow {
  readonly id: string;
  readonly date: CalendarDate;
  readonly at: number;
  readonly bytes: number;
}

const CHUNK_BYTES = 1 << 24;

/**
 * All imported reviews, one a key. Their fields lie as UTF-8 outside the heap: a million objects with strings would
 * take several times the memory, and most are looked at only once, when they are written.
 */
export class PackedRows {
  readonly #rows = new Map<string, PackedRow>();
  readonly #chunks: Buffer[] = [];
  #end = 0;

  /**
   * True when the review is new. A later row of the same review overrides the fields that it carries, exactly as
   * if the earlier one had been imported before; the id stays the one of the first.
   */
  add({ id, carried }: Candidate): boolean {
    const key = keyOf(id);
    const earlier = this.#rows.get(key);
    const before = earlier && this.read(earlier);
    const merged = { ...before, ...carried };
    if (earlier && before && isSameCarried(before, merged)) return false;
    this.#rows.set(key, { id: earlier?.id ?? id, date: merged.date, ...this.#write(JSON.stringify(merged)) });
    return earlier === undefined;
  }

  rows(): IterableIterator<PackedRow> {
    return this.#rows.values();
  }

  read({ at, bytes }: Pick<PackedRow, "at" | "bytes">): Carried {
    const start = at % CHUNK_BYTES;
    const chunk = this.#chunks[Math.floor(at / CHUNK_BYTES)];
    return JSON.parse(chunk?.toString("utf8", start, start + bytes) ?? "") as Carried;
  }

  #write(text: string): { at: number; bytes: number } {
    const bytes = Buffer.byteLength(text);
    const left = this.#chunks.length * CHUNK_BYTES - this.#end;
    if (bytes > left) {
      // A review never spans two chunks: it is far smaller than one.
      this.#end = this.#chunks.length * CHUNK_BYTES;
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
    }
    const at = this.#end;
    this.#chunks.at(-1)?.write(text, at % CHUNK_BYTES);
    this.#end += bytes;
    return { at, bytes };
  }
}
