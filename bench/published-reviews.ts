import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SinceIndex } from "../model/documents.ts";
import { fileOf } from "../model/manifest.ts";
import type { Review } from "../model/review.ts";
import { dateSpans, SINCE_INDEX_PATH } from "../model/since.ts";
import { StoredBytes } from "../runtime/artifacts/stored-bytes.ts";

/** The published reviews, parsed date by date: a million are longer than V8's longest string. */
export function readReviews(dist: string): Review[] {
  const index = JSON.parse(readFileSync(join(dist, fileOf(SINCE_INDEX_PATH)), "utf8")) as SinceIndex;
  const file = join(dist, "reviews.json");
  const document = StoredBytes.open(file, statSync(file).size);
  if (document === undefined) throw new Error(`${file} cannot be opened`);
  return dateSpans(index).flatMap(({ identity: { start, bytes } }) => {
    const text = document
      .subarray(start, start + bytes)
      .read()
      .toString("utf8");
    return JSON.parse(`[${text.startsWith(",") ? text.slice(1) : text}]`) as Review[];
  });
}
