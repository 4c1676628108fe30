import type { Release, LoadedArtifact } from "./artifacts/release.ts";
import type { Searchable } from "./http/search.ts";
import { Publication } from "./mcp/publication.ts";
import { ReviewTable } from "./search/review-table.ts";

/** What search and the tools read of one release; each is made when it is first needed. */
export class CurrentRelease {
  readonly #release: Release;
  readonly #baseUrl: string;
  #table: ReviewTable | undefined;
  #publication: Publication | undefined;

  constructor(release: Release, baseUrl: string | undefined) {
    this.#release = release;
    this.#baseUrl = baseUrl ?? release.manifest.base_url;
  }

  /** Prepares what the first search would have to wait for. */
  warm(): void {
    void this.table;
  }

  get searchable(): Searchable {
    const { lastModifiedAt } = this.#reviews;
    return { table: this.table, lastModifiedAt };
  }

  get table(): ReviewTable {
    const { sinceIndex, entities } = this.#release;
    this.#table ??= new ReviewTable(this.#reviews.forms[0].bytes, sinceIndex, entities);
    return this.#table;
  }

  get publication(): Publication {
    const { manifest, artifacts, sinceIndex, entities } = this.#release;
    this.#publication ??= new Publication({
      release: manifest.release,
      baseUrl: this.#baseUrl,
      table: this.table,
      entities,
      reviewsHead: this.#reviews.forms[0].bytes.subarray(0, sinceIndex.reviews_offset),
      insights: artifacts.get("/insights.json")?.forms[0].bytes,
    });
    return this.#publication;
  }

  /** A release without it is refused when it is read. */
  get #reviews(): LoadedArtifact {
    const reviews = this.#release.artifacts.get("/reviews.json");
    if (reviews === undefined) throw new Error("a release without reviews was let through");
    return reviews;
  }
}
