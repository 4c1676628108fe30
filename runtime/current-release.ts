import type { EntitiesDocument } from "../model/entities.ts";
import { POLICY_PATH, type PolicyDocument } from "../model/policy.ts";
import type { LoadedArtifact } from "./artifacts/read-artifact.ts";
import type { Release } from "./artifacts/release.ts";
import { type Bytes, heldBytes } from "./artifacts/stored-bytes.ts";
import type { SearchableReviews } from "./http/search.ts";
import {
  type Insights,
  parseInsights,
  parsePolicy,
  parseReviewsHead,
  type ReleaseDocuments,
  type ReviewsHead,
} from "./mcp/tools/release-documents.ts";
import { type ReadRange, ReviewTable } from "./search/review-table.ts";

/** The documents of one release that search and the MCP tools read. Each is parsed on first use. */
export class CurrentRelease implements ReleaseDocuments {
  readonly release: string;
  readonly baseUrl: string;
  readonly entities: EntitiesDocument;
  readonly #artifacts: Release["artifacts"];
  readonly #headBytes: number;
  readonly table: ReviewTable;
  #reviewsHead: ReviewsHead | undefined;
  #insights: { readonly parsed: Insights | undefined } | undefined;

  #policy: { readonly parsed: PolicyDocument | undefined } | undefined;

  constructor(
    { manifest, artifacts, headBytes, searchTable, entities }: Release,
    baseUrl: string | undefined,
  ) {
    this.release = manifest.release;
    this.baseUrl = baseUrl ?? manifest.base_url;
    this.entities = entities;
    this.#artifacts = artifacts;
    this.#headBytes = headBytes;
    const { bytes } = this.#reviews.representations[0];
    this.table = new ReviewTable(rangesOf(bytes), searchTable, entities);
  }

  get searchable(): SearchableReviews {
    return { table: this.table, lastModifiedAt: this.#reviews.lastModifiedAt };
  }

  get reviewsHead(): ReviewsHead {
    const { bytes } = this.#reviews.representations[0];
    this.#reviewsHead ??= parseReviewsHead(heldBytes(bytes.subarray(0, this.#headBytes)));
    return this.#reviewsHead;
  }

  get insights(): Insights | undefined {
    const bytes = this.#artifacts.get("/insights.json")?.representations[0].bytes;
    this.#insights ??= { parsed: bytes && parseInsights(rangesOf(bytes), bytes.length) };
    return this.#insights.parsed;
  }

  get policy(): PolicyDocument | undefined {
    const bytes = this.#artifacts.get(POLICY_PATH)?.representations[0].bytes;
    this.#policy ??= { parsed: bytes && parsePolicy(heldBytes(bytes)) };
    return this.#policy.parsed;
  }

  /** `readRelease` guarantees that a release has reviews. */
  get #reviews(): LoadedArtifact {
    return this.#artifacts.get("/reviews.json") as LoadedArtifact;
  }
}

const rangesOf =
  (bytes: Bytes): ReadRange =>
  (start, end) =>
    heldBytes(bytes.subarray(start, end));
