import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Entities } from "../model/entities.ts";
import type { ContentReview } from "../model/review.ts";

const CONTENT = join(import.meta.dirname, "..", "content");

/** The sample as its files have it, in the order of their names. */
export function readSampleContent(): { entities: Entities; reviews: ContentReview[] } {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(CONTENT, name), "utf8"));
  const reviews = globSync("reviews/*.json", { cwd: CONTENT })
    .toSorted()
    .flatMap((name) => {
      const file = json(name) as ContentReview[] | { reviews: ContentReview[] };
      return "reviews" in file ? file.reviews : file;
    });
  return { entities: json("entities.json") as Entities, reviews };
}
