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
import { type SendRequest, decoded, type HttpResponse } from "./request.ts";
import type { Findings } from "./findings.ts";

/** An entity tag that this project makes; hosts make others. */
export const OUR_TAG = /^"[0-9a-f]{32}"$/;

const MAX_CONCURRENT_REQUESTS = 4;

/** Hosts read these files and do not serve them. */
const HOST_FILE = /^\/(?:_[a-z]+(?:\.\w+)?|vercel\.json)$/;

const isPage = (path: string): boolean => path.endsWith("/") || path.startsWith(SINCE_PATH);

/** Every artifact, or every one that is not a page and an evenly spaced sample of the pages. */
export function chosenPaths(manifest: Manifest, isAll: boolean): string[] {
  const paths = Object.keys(manifest.artifacts).filter((path) => !HOST_FILE.test(path));
  const pages = paths.filter(isPage);
  const step = isAll ? 1 : Math.max(1, Math.ceil(pages.length / 40));
  return [...paths.filter((path) => !isPage(path)), ...pages.filter((_, at) => at % step === 0)];
}

/** Compares every path with its artifact: bytes, headers, ETags and content codings. */
export async function examineArtifacts(
  send: SendRequest,
  manifest: Manifest,
  paths: readonly string[],
  findings: Findings,
): Promise<void> {
  const waiting = [...paths];
  const work = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const artifact = manifest.artifacts[path];
      if (artifact !== undefined) await examineArtifact({ send, manifest, path, artifact, findings });
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
}

interface ArtifactCase {
  readonly send: SendRequest;
  readonly manifest: Manifest;
  readonly path: string;
  readonly artifact: Artifact;
  readonly findings: Findings;
}

async function examineArtifact(one: ArtifactCase): Promise<void> {
  const { send, path, artifact, findings } = one;
  const plain = await send(path, { headers: { "accept-encoding": "identity" } });
  // Cloudflare Pages redirects this path to /404, and serves its bytes for paths that do not exist.
  if (path === "/404.html" && plain.status === 308) return;
  if (plain.status !== 200) return findings.add("missing", `${path} (${plain.status})`);
  if (sha256Hex(decoded(plain) ?? plain.body) !== artifact.sha256) findings.add("bytes", path);
  if (plain.headers["content-encoding"] !== undefined) findings.add("coding", path);
  if (!isSameType(plain.headers["content-type"], artifact.media_type))
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

const isSameType = (got = "", expected: string): boolean => plainType(got) === plainType(expected);

/** Ignores a charset of JSON: the parameter is not defined and has no effect (RFC 8259 section 11). */
const plainType = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(/[\s"]/g, "")
    .replace(/^application\/json;charset=utf-8$/, "application/json");

function examineHeaders(
  { manifest, path, artifact, findings }: ArtifactCase,
  { headers }: HttpResponse,
): void {
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

async function examineHead({ send, path, findings }: ArtifactCase, plain: HttpResponse): Promise<void> {
  const head = await send(path, { method: "HEAD", headers: { "accept-encoding": "identity" } });
  const isSame = ["etag", "content-type"].every((name) => head.headers[name] === plain.headers[name]);
  if (head.status !== 200 || head.body.length > 0 || !isSame) findings.add("head", path);
}

/** A host may lack a content coding that was prepared, but every host has gzip. */
async function examineCoding(
  one: ArtifactCase,
  coding: Coding,
  tags: Map<string | undefined, string>,
): Promise<void> {
  const { send, path, artifact, findings } = one;
  if (artifact.encodings[coding] === undefined) return;
  const response = await send(path, { headers: { "accept-encoding": coding } });
  if (response.status !== 200) return findings.add("coding", `${path} (${coding}: ${response.status})`);
  const isCoded = response.headers["content-encoding"] === coding;
  const content = decoded(response) ?? (isCoded ? undefined : response.body);
  if (content === undefined || sha256Hex(content) !== artifact.sha256)
    findings.add("coding", `${path} (${coding})`);
  if (!isCoded) {
    if (coding === "gzip") findings.add("uncompressed", path);
    return;
  }
  const tag = response.headers["etag"];
  if (tag?.startsWith('"') === true && tags.has(tag))
    findings.add("sharedTag", `${path} (${tags.get(tag)} and ${coding})`);
  tags.set(tag, coding);
  await examineTag(one, coding, response);
}

async function examineTag(
  { send, path, findings }: ArtifactCase,
  coding: Coding | "identity",
  response: HttpResponse,
): Promise<void> {
  const where = `${path} (${coding})`;
  const tag = response.headers["etag"];
  if (tag === undefined) return findings.add("noTag", where);
  if (!OUR_TAG.test(tag)) findings.add("ownTag", tag.startsWith("W/") ? "weak ones" : "strong ones");
  else if (tag === etagOf(sha256Hex(response.body))) findings.addDigestTag();
  else findings.addForeignTag(where);
  const headers = { "accept-encoding": coding, "if-none-match": tag };
  const again = await send(path, { headers });
  if (again.status !== 304) {
    return findings.add(again.status === 200 && again.headers["etag"] !== tag ? "movingTag" : "no304", where);
  }
  const isWhole = ["etag", "cache-control", "access-control-allow-origin"].every(
    (name) => name in again.headers,
  );
  if (!isWhole || again.body.length > 0) findings.add("bare304", where);
}
