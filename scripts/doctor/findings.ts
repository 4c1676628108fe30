/** What is wrong, in a few words, and how to mend it. */
export const FAULTS = {
  unreachable: ["does not answer", "start the server, or name another address"],
  noManifest: [
    "is no manifest of this project",
    "publish dist/ at the root of the site, and let /manifest.json through as it is",
  ],
  torn: [
    "the manifest does not add up: its release id is not the digest of what it lists",
    "publish all of one build at once; nothing may rewrite /manifest.json",
  ],
  missing: ["is in the manifest and not served", "upload all of dist/, files without an extension included"],
  bytes: [
    "has other bytes than the manifest says",
    "upload all of one build, then purge the CDN; switch off minifying, injected scripts and e-mail obfuscation",
  ],
  coding: [
    "its coded form does not decode to the published bytes",
    "serve .gz and .br files with Content-Encoding, and nothing else with it",
  ],
  uncompressed: [
    "is sent without gzip to who asks for it",
    "switch on precompressed files (gzip_static, precompressed)",
  ],
  type: [
    "has another Content-Type than the manifest says",
    "set it by path: dist/_headers and dist/hosting/ have the rules",
  ],
  noTag: ["has no ETag", "switch entity tags on"],
  wrongTag: [
    "has an ETag of this project that belongs to other bytes",
    "purge the CDN; do not copy ETag from one answer to another",
  ],
  movingTag: [
    "has another ETag each time",
    "make ETag depend on the bytes alone: not on the server or the time",
  ],
  sharedTag: [
    "has one strong ETag for two codings",
    "serve precompressed files with tags of their own, or let the server weaken tags (W/) when it compresses",
  ],
  no304: ["answers 200 to its own ETag", "let If-None-Match reach the server that knows the ETag"],
  bare304: [
    "its 304 lacks ETag, Cache-Control or CORS",
    "set headers on 304 too (nginx: add_header ... always)",
  ],
  noVary: ["lacks Vary: Accept-Encoding", "add it: without it a cache hands gzip to who cannot read it"],
  noCors: ["lacks Access-Control-Allow-Origin: *", "add it to every answer, errors and 304 included"],
  noLink: [
    "lacks the Link header with self and hub",
    "set it by path: dist/_headers and dist/hosting/ have the lines",
  ],
  noPolicy: [
    "a page lacks Content-Security-Policy",
    "set it for pages: dist/_headers and dist/hosting/ have the line; pages run the search script of the site alone",
  ],
  head: ["answers HEAD otherwise than GET", "let HEAD through as GET without a body"],
  softError: [
    "what does not exist is not answered with 404",
    "switch off the fallback to a page (single-page mode)",
  ],
  since: [
    "does not hold the reviews since its date",
    "pass /api/reviews/since/ to the sidecar where no file is; let the sidecar read the same release",
  ],
  sinceRefusal: [
    "a date that does not exist is not answered with 400",
    "pass /api/reviews/since/ to the sidecar",
  ],
  search: ["does not answer a search", "pass /api/reviews/search with its query to the sidecar"],
  searchCount: [
    "finds another number of reviews than are published",
    "let the sidecar read the same release",
  ],
  searchRefusal: [
    "a bad search is not answered with 400 and its issues",
    "pass the query and the answer through unchanged; error pages of the proxy must not replace it",
  ],
  hub: [
    "the hub does not refuse as it should",
    "pass POST /api/websub/hub with its body to the sidecar, and its status and text back unchanged",
  ],
  mcp: ["does not answer initialize", "pass POST /mcp to the sidecar, with its Host or BASE_URL's"],
  mcpSession: [
    "the session id of initialize does not come through",
    "let Mcp-Session-Id through in both directions",
  ],
  mcpRefusal: [
    "/mcp does not refuse as it should",
    "pass method, body, Origin and status of /mcp through unchanged",
  ],
  preflight: ["does not answer a preflight", "pass OPTIONS through to the sidecar"],
} as const;

export const NOTES = {
  otherBase: [
    "answers for another origin than it was asked at",
    "right for a local look; else build with --base-url",
  ],
  ownTag: ["the host makes its own ETags", "nothing: they hold while the host stays the same"],
  limited: ["was limited (429), so some of it was not looked at", "wait a minute and look again"],
} as const;

export type FaultName = keyof typeof FAULTS;
export type NoteName = keyof typeof NOTES;

export interface Finding {
  readonly level: "fault" | "note";
  readonly name: FaultName | NoteName;
  /** Where it was seen: paths, or requests in words. */
  readonly where: readonly string[];
}

/** Collects what is found, one finding a name. */
export class Findings {
  readonly #where = new Map<FaultName | NoteName, Set<string>>();
  readonly #foreignTags: string[] = [];
  #hasDigestTags = false;

  add(name: FaultName | NoteName, where: string): void {
    const places = this.#where.get(name) ?? new Set();
    this.#where.set(name, places.add(where));
  }

  /** An artifact's tag is the digest of its bytes. */
  digestTag(): void {
    this.#hasDigestTags = true;
  }

  /** A tag has the shape of ours and is another. Cloudflare makes such tags, for all files. */
  foreignTag(where: string): void {
    this.#foreignTags.push(where);
  }

  list(): Finding[] {
    if (this.#hasDigestTags) for (const where of this.#foreignTags) this.add("wrongTag", where);
    else if (this.#foreignTags.length > 0) this.add("ownTag", "strong ones");
    return [...this.#where].map(([name, where]) => ({
      level: name in FAULTS ? "fault" : "note",
      name,
      where: [...where],
    }));
  }
}

const SHOWN = 5;

/** Findings as a person reads them. */
export function renderFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, name, where }) => {
    const [what, mend] = { ...FAULTS, ...NOTES }[name];
    const more = where.length > SHOWN ? [`  and ${where.length - SHOWN} more`] : [];
    return [
      `${level}: ${what}`,
      ...where.slice(0, SHOWN).map((place) => `  ${place}`),
      ...more,
      `  mend: ${mend}`,
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}
