/** Faults: a description, and how to fix it. */
export const FAULTS = {
  unreachable: ["does not answer", "start the server, or name another address"],
  noManifest: [
    "is not a manifest of this project",
    "publish dist/ at the root of the site, and let /manifest.json through as it is",
  ],
  torn: [
    "the manifest is inconsistent: its release id is not the digest of the artifacts it lists",
    "publish all of one build at once; nothing may rewrite /manifest.json",
  ],
  missing: ["is in the manifest but not served", "upload all of dist/, including files without an extension"],
  bytes: [
    "has different bytes than the manifest says",
    "upload all of one build, then purge the CDN; switch off minifying, injected scripts and e-mail obfuscation",
  ],
  coding: [
    "its compressed representation does not decode to the published bytes",
    "serve .gz and .br files, and only them, with Content-Encoding",
  ],
  uncompressed: [
    "is sent without gzip to clients that accept it",
    "switch on precompressed files (gzip_static, precompressed)",
  ],
  type: [
    "has a different Content-Type than the manifest says",
    "set it by path: dist/_headers and npm run hosting have the rules",
  ],
  noTag: ["has no ETag", "switch entity tags on"],
  wrongTag: [
    "has an ETag of this project that belongs to different bytes",
    "purge the CDN; do not copy the ETag from one response to another",
  ],
  movingTag: [
    "has a different ETag each time",
    "make the ETag depend on the bytes only, not on the server or the time",
  ],
  sharedTag: [
    "has the same strong ETag for two content codings",
    "serve precompressed files with tags of their own, or let the server weaken tags (W/) when it compresses",
  ],
  no304: ["answers 200 to its own ETag", "let If-None-Match reach the server that knows the ETag"],
  bare304: [
    "its 304 lacks ETag, Cache-Control or CORS",
    "set headers on 304 too (nginx: add_header ... always)",
  ],
  noVary: [
    "lacks Vary: Accept-Encoding",
    "add it: without it a cache sends gzip to clients that cannot decode it",
  ],
  noCors: ["lacks Access-Control-Allow-Origin: *", "add it to every response, including errors and 304"],
  noLink: [
    "lacks the Link header with self and hub",
    "set it by path: dist/_headers and npm run hosting have the lines",
  ],
  noPolicy: [
    "a page lacks Content-Security-Policy",
    "set it for pages: dist/_headers and npm run hosting have the line; pages run only the search script of the site",
  ],
  head: ["answers HEAD differently than GET", "pass HEAD through as GET without a body"],
  softError: [
    "a path that does not exist is not answered with 404",
    "switch off the fallback to a page (single-page mode)",
  ],
  since: [
    "does not contain the reviews since its date",
    "pass /api/reviews/since/ to the sidecar for dates without a file; let the sidecar read the same release",
  ],
  sinceRefusal: [
    "a date that does not exist is not answered with 400",
    "pass /api/reviews/since/ to the sidecar",
  ],
  search: ["does not answer a search", "pass /api/reviews/search with its query to the sidecar"],
  searchCount: [
    "finds a different number of reviews than are published",
    "let the sidecar read the same release",
  ],
  searchRefusal: [
    "a bad search is not answered with 400 and its issues",
    "pass the query and the response through unchanged; error pages of the proxy must not replace it",
  ],
  hub: [
    "the hub does not refuse as it should",
    "pass POST /api/websub/hub with its body to the sidecar, and its status and text back unchanged",
  ],
  mcp: ["does not answer initialize", "pass POST /mcp to the sidecar, with its Host or BASE_URL's"],
  mcpSession: ["the session id of initialize is lost", "pass Mcp-Session-Id through in both directions"],
  mcpRefusal: [
    "/mcp does not refuse as it should",
    "pass method, body, Origin and status of /mcp through unchanged",
  ],
  preflight: ["does not answer a preflight", "pass OPTIONS through to the sidecar"],
} as const;

export const NOTES = {
  otherBase: [
    "is built for a different base URL than this one",
    "correct for a local test; otherwise build with --base-url",
  ],
  robots: [
    "robots.txt at the root of the host does not name the sitemap",
    "add the Sitemap line of dist/robots.txt to it: robots read no other robots.txt",
  ],
  ownTag: ["the host makes its own ETags", "nothing to do: they are valid as long as the host is the same"],
  limited: [
    "was rate limited (429), so some of it was not examined",
    "wait a minute and run the doctor again",
  ],
} as const;

export type FaultName = keyof typeof FAULTS;
export type NoteName = keyof typeof NOTES;

export interface Finding {
  readonly level: "fault" | "note";
  readonly name: FaultName | NoteName;
  /** The paths or requests that show it. */
  readonly where: readonly string[];
}

/** Collects findings, one per name. */
export class Findings {
  readonly #where = new Map<FaultName | NoteName, Set<string>>();
  readonly #foreignTags: string[] = [];
  #hasDigestTags = false;

  add(name: FaultName | NoteName, where: string): void {
    const seen = this.#where.get(name) ?? new Set();
    this.#where.set(name, seen.add(where));
  }

  /** Records an ETag that is the digest of its bytes. */
  addDigestTag(): void {
    this.#hasDigestTags = true;
  }

  /** Records an ETag that looks like a digest but is not that of its bytes. Cloudflare makes such tags for all files. */
  addForeignTag(where: string): void {
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

const MAX_EXAMPLES = 5;

/** The findings as the terminal shows them. */
export function renderFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, name, where }) => {
    const [description, fix] = { ...FAULTS, ...NOTES }[name];
    const more = where.length > MAX_EXAMPLES ? [`  and ${where.length - MAX_EXAMPLES} more`] : [];
    return [
      `${level}: ${description}`,
      ...where.slice(0, MAX_EXAMPLES).map((example) => `  ${example}`),
      ...more,
      `  fix: ${fix}`,
    ];
  });
  return lines.map((line) => `${line}\n`).join("");
}
