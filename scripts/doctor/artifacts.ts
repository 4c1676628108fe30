import {
  type Artifact,
  type Coding,
  CODINGS,
  etagOf,
  type Manifest,
  sha256Hex,
} from "../../model/manifest.ts";
import { SINCE_PATH } from "../../model/since.ts";
import { isTopicPath, topicLinks } from "../../model/topics.ts";
import { type Ask, decoded, type Reply } from "./ask.ts";
import type { Findings } from "./findings.ts";

/** Entity tags that this project makes; hosts make others. */
export const OUR_TAG = /^"[0-9a-f]{32}"$/;

const AT_ONCE = 4;

/** Hosts read these and do not serve them. */
const HOST_FILE = /^\/(?:_[a-z]+(?:\.\w+)?|vercel\.json)$/;

const isPage = (path: string): boolean => path.endsWith("/") || path.startsWith(SINCE_PATH);

/** Every artifact, or all but pages and a spread of those. */
export function chosenPaths(manifest: Manifest, isAll: boolean): string[] {
  const paths = Object.keys(manifest.artifacts).filter((path) => !HOST_FILE.test(path));
  const pages = paths.filter(isPage);
  const step = isAll ? 1 : Math.max(1, Math.ceil(pages.length / 40));
  return [...paths.filter((path) => !isPage(path)), ...pages.filter((_, at) => at % step === 0)];
}

export async function examineArtifacts(
  ask: Ask,
  manifest: Manifest,
  paths: readonly string[],
  findings: Findings,
): Promise<void> {
  const waiting = [...paths];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const artifact = manifest.artifacts[path];
      if (artifact !== undefined) await examine({ ask, manifest, path, artifact, findings });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface Case {
  readonly ask: Ask;
  readonly manifest: Manifest;
  readonly path: string;
  readonly artifact: Artifact;
  readonly findings: Findings;
}

async function examine(one: Case): Promise<void> {
  const { ask, path, artifact, findings } = one;
  const plain = await ask(path, { headers: { "accept-encoding": "identity" } });
  // Cloudflare Pages leads to /404, and answers with its bytes where nothing is.
  if (path === "/404.html" && plain.status === 308) return;
  if (plain.status !== 200) return findings.add("missing", `${path} (${plain.status})`);
  if (sha256Hex(decoded(plain) ?? plain.body) !== artifact.sha256) findings.add("bytes", path);
  if (plain.headers["content-encoding"] !== undefined) findings.add("coding", path);
  if (!sameType(plain.headers["content-type"], artifact.media_type))
    findings.add(
      "type",
      `${path} (${plain.headers["content-type"] ?? "none"} instead of ${artifact.media_type})`,
    );
  examineHeaders(one, plain);
  await examineTag(one, "identity", plain);
  await examineHead(one, plain);
  const tags = new Map([[plain.headers["etag"], "identity"]]);
  for (const coding of CODINGS) await examineCoding(one, coding, tags);
}

const sameType = (got = "", wanted: string): boolean => plainType(got) === plainType(wanted);

/** RFC 8259 section 11: JSON has no charset parameter, and naming one changes nothing. */
const plainType = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(/[\s"]/g, "")
    .replace(/^application\/json;charset=utf-8$/, "application/json");

function examineHeaders({ manifest, path, artifact, findings }: Case, { headers }: Reply): void {
  if (headers["access-control-allow-origin"] !== "*") findings.add("noCors", path);
  const isCoded = Object.keys(artifact.encodings).length > 0;
  if (isCoded && !/accept-encoding|^\s*\*\s*$/i.test(headers["vary"] ?? "")) findings.add("noVary", path);
  const isPageType = artifact.media_type.startsWith("text/html");
  if (isPageType && !headers["content-security-policy"]?.includes("default-src 'none'"))
    findings.add("noPolicy", path);
  if (!isTopicPath(path)) return;
  if (!squeeze(headers["link"] ?? "").includes(squeeze(topicLinks(manifest.base_url, path))))
    findings.add("noLink", path);
}

const squeeze = (links: string): string => links.replaceAll(/\s/g, "");

async function examineHead({ ask, path, findings }: Case, plain: Reply): Promise<void> {
  const head = await ask(path, { method: "HEAD", headers: { "accept-encoding": "identity" } });
  const same = ["etag", "content-type"].every((name) => head.headers[name] === plain.headers[name]);
  if (head.status !== 200 || head.body.length > 0 || !same) findings.add("head", path);
}

/** A host may not know every coding that was prepared, but gzip is known by all. */
async function examineCoding(
  one: Case,
  coding: Coding,
  tags: Map<string | undefined, string>,
): Promise<void> {
  const { ask, path, artifact, findings } = one;
  if (artifact.encodings[coding] === undefined) return;
  const reply = await ask(path, { headers: { "accept-encoding": coding } });
  if (reply.status !== 200) return findings.add("coding", `${path} (${coding}: ${reply.status})`);
  if (reply.headers["content-encoding"] !== coding) {
    if (coding === "gzip") findings.add("uncompressed", path);
    if (sha256Hex(decoded(reply) ?? reply.body) !== artifact.sha256)
      findings.add("coding", `${path} (${coding})`);
    return;
  }
  const content = decoded(reply);
  if (content === undefined || sha256Hex(content) !== artifact.sha256)
    findings.add("coding", `${path} (${coding})`);
  const tag = reply.headers["etag"];
  if (tag?.startsWith('"') === true && tags.has(tag))
    findings.add("sharedTag", `${path} (${tags.get(tag)} and ${coding})`);
  tags.set(tag, coding);
  await examineTag(one, coding, reply);
}

async function examineTag(
  { ask, path, findings }: Case,
  coding: Coding | "identity",
  reply: Reply,
): Promise<void> {
  const where = `${path} (${coding})`;
  const tag = reply.headers["etag"];
  if (tag === undefined) return findings.add("noTag", where);
  if (!OUR_TAG.test(tag)) findings.add("ownTag", tag.startsWith("W/") ? "weak ones" : "strong ones");
  else if (tag === etagOf(sha256Hex(reply.body))) findings.digestTag();
  else findings.foreignTag(where);
  const headers = { "accept-encoding": coding, "if-none-match": tag };
  const again = await ask(path, { headers });
  if (again.status !== 304) {
    return findings.add(again.status === 200 && again.headers["etag"] !== tag ? "movingTag" : "no304", where);
  }
  const isWhole = ["etag", "cache-control", "access-control-allow-origin"].every(
    (name) => name in again.headers,
  );
  if (!isWhole || again.body.length > 0) findings.add("bare304", where);
}
