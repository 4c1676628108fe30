import { parseCalendarDate } from "../../model/calendar-date.ts";
import { forgetOldest } from "../../model/forget-oldest.ts";
import { CACHE_CONTROL } from "../../model/served-headers.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { isTopicPath, topicLinks } from "../../model/topics.ts";
import type { LoadedArtifact } from "../artifacts/read-artifact.ts";
import type { Release } from "../artifacts/release.ts";
import type { SinceAnswers } from "../artifacts/since.ts";
import { type HeaderList, JSON_TYPE, PAGE_HEADERS } from "./headers.ts";
import { prepare, type ServedResource } from "./resource.ts";

/** Result of looking a path up: a resource, a refusal, or nothing. */
export type View = ServedResource | "invalidDate" | "unavailable" | undefined;

const MAX_SINCE_VIEWS = 2000;
const MAX_PAGE_VIEWS = 1000;

const PUBLISHED: HeaderList = ["Cache-Control", CACHE_CONTROL, "Vary", "Accept-Encoding"];

/** All resources of one release that are answered from its bytes alone: every artifact, and every since date. */
export class Views {
  readonly #release: Release;
  readonly #baseUrl: string;
  readonly #artifacts = new Map<string, ServedResource>();
  readonly #pages = new Map<string, Promise<ServedResource | undefined>>();
  readonly #since = new Map<string, ServedResource>();
  #sinceAnswers: SinceAnswers | undefined;

  constructor(release: Release, baseUrl: string) {
    this.#release = release;
    this.#baseUrl = baseUrl;
    for (const [path, artifact] of release.artifacts)
      this.#artifacts.set(path, resourceOf(path, artifact, baseUrl));
  }

  find(path: string): View {
    const artifact = this.#artifacts.get(path);
    if (artifact !== undefined || !path.startsWith(SINCE_PATH)) return artifact;
    const known = this.#since.get(path);
    if (known !== undefined) return known;
    const date = parseCalendarDate(path.slice(SINCE_PATH.length));
    if (date === undefined) return "invalidDate";
    if (this.#sinceAnswers === undefined) return undefined;
    const lastModifiedAt = this.#release.artifacts.get("/reviews.json")?.lastModifiedAt ?? 0;
    const description = { mediaType: JSON_TYPE, lastModifiedAt, headers: PUBLISHED };
    const resource = this.#sinceAnswers
      .answer(date)
      .map((representation) => prepare(representation, description));
    this.#since.set(path, resource);
    forgetOldest(this.#since, MAX_SINCE_VIEWS);
    return resource;
  }

  /** A view that takes a while; undefined at once if no release has one at this path. Rejects if files cannot be read. */
  later(path: string): Promise<View> | undefined {
    return path.startsWith(SINCE_PATH) && this.#sinceAnswers === undefined
      ? this.#dateLater(path)
      : this.#page(path);
  }

  async #dateLater(path: string): Promise<View> {
    this.#sinceAnswers = await this.#release.since();
    return this.find(path);
  }

  /** An artifact that is read on demand. */
  #page(path: string): Promise<View> | undefined {
    const known = this.#pages.get(path);
    if (known !== undefined) return known;
    const read = this.#release.unloaded.read(path);
    if (read === undefined) return undefined;
    const page = read.then((artifact) => artifact && resourceOf(path, artifact, this.#baseUrl));
    // A page that cannot be read now may be readable at the next request.
    const forget = (): void => void this.#pages.delete(path);
    page.then((resource) => resource ?? forget(), forget);
    this.#pages.set(path, page);
    forgetOldest(this.#pages, MAX_PAGE_VIEWS);
    return page;
  }
}

function resourceOf(
  path: string,
  { mediaType, lastModifiedAt, representations }: LoadedArtifact,
  baseUrl: string,
): ServedResource {
  const link = isTopicPath(path) ? ["Link", topicLinks(baseUrl, path)] : [];
  const page = mediaType.startsWith("text/html") ? PAGE_HEADERS : [];
  const description = { mediaType, lastModifiedAt, headers: [...PUBLISHED, ...link, ...page] };
  return representations.map(({ coding, etag, bytes }) =>
    prepare({ coding, etag, parts: [bytes] }, description),
  );
}
