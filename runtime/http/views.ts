import { parseCalendarDate } from "../../model/calendar-date.ts";
import { forgetOldest } from "../../model/forget-oldest.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { isTopicPath, topicLinks } from "../../model/topics.ts";
import type { Release, LoadedArtifact } from "../artifacts/release.ts";
import { SinceAnswers } from "../artifacts/since.ts";
import { type HeaderList, PAGE_HEADERS } from "./headers.ts";
import { represent, type Representation } from "./representation.ts";

/** What a path of a release is: something to send, or why not. */
export type View = Representation | "invalidDate" | undefined;

const MAX_SINCE_VIEWS = 2000;
/** Pages of reviews that were asked for lately. */
const MAX_PAGE_VIEWS = 1000;

/** All resources of one release that are answered from its bytes alone: every artifact, and every since date. */
export class Views {
  readonly #artifacts = new Map<string, Representation>();
  readonly #pages = new Map<string, Promise<Representation | undefined>>();
  readonly #baseUrl: string;
  readonly #since = new Map<string, Representation>();
  readonly #release: Release;
  #answers: SinceAnswers | undefined;
  readonly #sinceMediaType = "application/json; charset=utf-8";
  readonly #lastModifiedAt: number;

  constructor(release: Release, baseUrl: string) {
    for (const artifact of release.artifacts.values())
      this.#artifacts.set(artifact.path, representArtifact(artifact, baseUrl));
    this.#baseUrl = baseUrl;
    this.#release = release;
    this.#lastModifiedAt = release.artifacts.get("/reviews.json")?.lastModifiedAt ?? 0;
  }

  /** A page of a review, which is read when it is asked for; undefined if there is none. */
  page(path: string): Promise<View> | undefined {
    const ready = this.#pages.get(path);
    if (ready !== undefined) return ready;
    const read = this.#release.readPage(path);
    if (read === undefined) return undefined;
    const made = read.then((artifact) => artifact && representArtifact(artifact, this.#baseUrl));
    // What could not be read now may be there at the next request.
    const forget = (): void => void this.#pages.delete(path);
    made.then((page) => page ?? forget(), forget);
    this.#pages.set(path, made);
    forgetOldest(this.#pages, MAX_PAGE_VIEWS);
    return made;
  }

  find(path: string): View {
    const artifact = this.#artifacts.get(path);
    if (artifact !== undefined || !path.startsWith(SINCE_PATH)) return artifact;
    const ready = this.#since.get(path);
    if (ready !== undefined) return ready;
    const date = parseCalendarDate(path.slice(SINCE_PATH.length));
    if (date === undefined) return "invalidDate";
    const { forms } = this.warm().answer(date);
    const made = represent({ mediaType: this.#sinceMediaType, lastModifiedAt: this.#lastModifiedAt, forms });
    this.#since.set(path, made);
    forgetOldest(this.#since, MAX_SINCE_VIEWS);
    return made;
  }

  /** Hashes the reviews once, so that every date is cheap; done when it is first needed or there is time. */
  warm(): SinceAnswers {
    this.#answers ??= new SinceAnswers(this.#release);
    return this.#answers;
  }
}

function representArtifact(
  { path, mediaType, lastModifiedAt, forms }: LoadedArtifact,
  baseUrl: string,
): Representation {
  const sent = forms.map(({ coding, etag, bytes }) => ({ coding, etag, parts: [bytes] }));
  const headers = headersOf(path, mediaType, baseUrl);
  return represent({ mediaType, lastModifiedAt, forms: sent, headers });
}

function headersOf(path: string, mediaType: string, baseUrl: string): HeaderList {
  if (isTopicPath(path)) return ["Link", topicLinks(baseUrl, path)];
  return mediaType.startsWith("text/html") ? PAGE_HEADERS : [];
}
