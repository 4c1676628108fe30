import type { LoadedArtifact, Release } from "./artifacts/release.ts";
import type { SearchableReviews } from "./http/search.ts";
import { Publication } from "./mcp/publication.ts";
import { ReviewTable } from "./search/review-table.ts";

/** The parts of one release that search and the tools read, each made on first use. */
export class CurrentRelease {
  readonly #release: Release;
  readonly #baseUrl: string;
  #table: ReviewTable | undefined;
  #publication: Publication | undefined;

  constructor(release: Release, baseUrl: string | undefined) {
    this.#release = release;
    this.#baseUrl = baseUrl ?? release.manifest.base_url;
  }

  /** Prepares what the first search would otherwise wait for. */
  warm(): void {
    void this.table;
  }

  get searchable(): SearchableReviews {
    return { table: this.table, lastModifiedAt: this.#reviews.lastModifiedAt };
  }

  get table(): ReviewTable {
    const { sinceIndex, entities } = this.#release;
    this.#table ??= new ReviewTable(this.#reviews.representations[0].bytes, sinceIndex, entities);
    return this.#table;
  }

  get publication(): Publication {
    const { manifest, artifacts, sinceIndex, entities } = this.#release;
    this.#publication ??= new Publication({
      release: manifest.release,
      baseUrl: this.#baseUrl,
      table: this.table,
      entities,
      reviewsHead: this.#reviews.representations[0].bytes.subarray(0, sinceIndex.reviews_offset),
      insights: artifacts.get("/insights.json")?.representations[0].bytes,
    });
    return this.#publication;
  }

  /** `readRelease` guarantees that a release has reviews. */
  get #reviews(): LoadedArtifact {
    return this.#release.artifacts.get("/reviews.json") as LoadedArtifact;
  }
}
