import type { Review } from "../../model/review.ts";
import { type FindTexts, renderSearchTable } from "../../model/render-search-table.ts";
import { SEARCH_TABLE_PATH } from "../../model/search-table.ts";
import type { RenderedFile } from "./rendered-file.ts";
import type { ReviewRun } from "./review-array.ts";

/** The build writes `id` first and JSON escapes quotes in strings, so this occurs only where a review starts. */
const REVIEW_START = Buffer.from('{"id":"');

/** Notes where each review starts while reviews.json is rendered, then renders the search table. */
export class SearchTableRenderer {
  readonly #starts: number[] = [];
  #offset: number;

  /** Takes the offset of the first review in reviews.json. */
  constructor(reviewsOffset: number) {
    this.#offset = reviewsOffset;
  }

  readonly add = ({ bytes }: ReviewRun): void => {
    for (let at = bytes.indexOf(REVIEW_START); at !== -1; at = bytes.indexOf(REVIEW_START, at + 1))
      this.#starts.push(this.#offset + at);
    this.#offset += bytes.length;
  };

  render(reviews: readonly Review[], findTexts?: FindTexts): RenderedFile {
    return {
      path: SEARCH_TABLE_PATH,
      mediaType: "application/octet-stream",
      body: renderSearchTable(reviews, [...this.#starts, this.#offset + 1], findTexts),
      compression: "none",
    };
  }
}
