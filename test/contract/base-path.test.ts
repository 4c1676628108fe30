import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examineDeployment } from "../../scripts/doctor/examine.ts";
import { artifactsOf, buildHere, readArtifact, readManifestOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, idOf, review, writeContent } from "../support/content.ts";
import { policyOf } from "../support/hub.ts";
import { bodyOf, INITIALIZE, postRaw, rpc } from "../support/mcp.ts";
import { nodesOf } from "../support/page-tree.ts";
import { type RawResponse, type Running, send, startSidecar } from "../support/sidecar.ts";
import { startSubscriber, type Subscriber } from "../support/subscriber.ts";
import { trustedTls } from "../support/tls.ts";

/** Its last segment is the name of a folder of the publication, so it must be stripped once and only once. */
const HOST = "https://harbour-lane.example";
const BASE_PATH = "/shop/reviews";
const BASE_URL = HOST + BASE_PATH;

const folder = emptyFolder();
const content = join(folder, "content");
const dist = join(folder, "dist");
const WITHHELD_ID = idOf(999);
let running: Running;
let subscriber: Subscriber;

/** Enough reviews for several list pages, one of each kind of link, and one that is withheld. */
async function publish(newest: string): Promise<void> {
  const reviews = Array.from({ length: 70 }, (_, index) =>
    review({
      id: idOf(index + 1),
      date: `2026-03-${22 - (index % 12)}`,
      text: index === 0 ? newest : "Ana Silva did the drain cleaning in North End.",
      photos: ["https://img.example/1.jpg"],
    }),
  );
  const withheld = review({ id: WITHHELD_ID, verified: false, withheld: { reason: "spam" } });
  const business = {
    ...BUSINESS,
    url: "https://www.harbour-lane.example",
    email: "hello@harbour-lane.example",
    publishing: {
      ...BUSINESS.publishing,
      base_url: BASE_URL,
      sidecar_url: "https://sidecar.harbour-lane.example",
    },
  };
  writeContent(content, { business, reviews: { "all.json": [...reviews, withheld] } });
  await buildHere(content, dist);
}

beforeAll(async () => {
  await publish("The first text.");
  subscriber = await startSubscriber(await trustedTls());
  running = await startSidecar(dist, { hub: policyOf() });
});
afterAll(async () => {
  await running.stop();
  await subscriber.stop();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  send(running.port, path, headers);

const LINK_ATTRIBUTES = new Set(["href", "src", "action", "data-search"]);

/** Targets of a page's links, scripts, styles and forms. */
function linksOf(html: string): string[] {
  return [...nodesOf(parse(html))]
    .flatMap((node) => (node as Partial<DefaultTreeAdapterTypes.Element>).attrs ?? [])
    .filter(({ name }) => LINK_ATTRIBUTES.has(name))
    .map(({ value }) => value)
    .filter((value) => !/^(?:#|mailto:)/.test(value));
}

/** URLs of our host in any text: feeds, JSON, JSON-LD, headers, llms.txt, sitemaps. */
const urlsIn = (text: string): string[] =>
  [...text.replaceAll("&amp;", "&").matchAll(/https:\/\/harbour-lane\.example[^\s"'<>)\]`;\\]*/g)].map(
    ([url]) => url.replace(/&quot$|[.,:]$/, ""),
  );

/** RFC 9116 has it at the root of the host, whatever the path. */
const CANONICAL = `${HOST}/.well-known/security.txt`;

/** Every URL of our host that an artifact or its Link header names, with the path of that artifact. */
async function linkTargets(): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for (const [path, { media_type }] of artifactsOf(readManifestOf(dist))) {
    const served = await get(BASE_PATH + path);
    expect(served.status, path).toBe(200);
    expect(served.body.equals(readArtifact(dist, path)), path).toBe(true);
    const text = served.body.toString("utf8");
    const page = new URL(`${BASE_URL}${path}`);
    const links = media_type.startsWith("text/html") ? linksOf(text) : [];
    const ours = links.map((link) => new URL(link, page)).filter(({ origin }) => origin === HOST);
    const header = urlsIn(String(served.headers["link"] ?? ""));
    for (const url of [...ours.map(({ href }) => href), ...urlsIn(text), ...header])
      if (url !== CANONICAL) targets.set(url.split("#")[0] ?? "", path);
  }
  return targets;
}

/** Templates of URLs in the OpenAPI description, and paths that only POST answers. */
const ANSWERS: Readonly<Record<string, number>> = {
  [`${BASE_URL}/mcp`]: 405,
  [`${BASE_URL}/api/websub/hub`]: 400,
  [`${BASE_URL}/api/reviews/search?ratng=5`]: 400,
};

test("every link of every page, feed and document is below the path, and answered", async () => {
  const targets = await linkTargets();
  const outside = [...targets].filter(([url]) => url !== BASE_URL && !url.startsWith(`${BASE_URL}/`));
  expect(outside).toEqual([]);
  expect(targets.size).toBeGreaterThan(100);
  const broken: string[] = [];
  for (const [url, from] of targets) {
    const { status } = await get(url.slice(HOST.length));
    const expected = url === BASE_URL ? 308 : (ANSWERS[url] ?? 200);
    if (status !== expected && !/[{*$]/.test(url)) broken.push(`${from}: ${url} ${status}`);
  }
  expect(broken).toEqual([]);
}, 60_000);

test("nothing is served outside of the path but the health; the path without its slash leads there", async () => {
  for (const path of [
    "/",
    "/reviews.json",
    "/mcp",
    "/api/websub/hub",
    "/shop/",
    "/shop/reviewsx/",
    "/reviews/",
  ])
    expect((await get(path)).status, path).toBe(404);
  for (const path of ["/healthz", "/readyz", "/readyz?part=hub"]) {
    expect((await get(path)).status, path).toBe(200);
    expect((await get(BASE_PATH + path)).status, path).toBe(200);
  }
  const { status, headers } = await get(`${BASE_PATH}?from=mail`);
  expect([status, headers.location]).toEqual([308, `${BASE_PATH}/?from=mail`]);
});

test("refusals, withheld pages and the page for dead links are those of a publication without a path", async () => {
  expect((await get(`${BASE_PATH}/reviews/${WITHHELD_ID}/`)).status).toBe(410);
  expect((await get(`${BASE_PATH}/api/reviews/since/yesterday`)).status).toBe(400);
  const missing = await get(`${BASE_PATH}/nowhere/`, { accept: "text/html" });
  expect(missing.status).toBe(404);
  expect(missing.body.equals(readArtifact(dist, "/404.html"))).toBe(true);
});

test("since, search and MCP answer below the path", async () => {
  const since = await get(`${BASE_PATH}/api/reviews/since/2020-01-01`);
  expect((JSON.parse(since.body.toString("utf8")) as { count: number }).count).toBe(70);
  const found = await get(`${BASE_PATH}/api/reviews/search?query=first&limit=1`);
  const { reviews } = JSON.parse(found.body.toString("utf8")) as { reviews: { url: string }[] };
  expect(reviews[0]?.url).toBe(`${BASE_URL}/reviews/${idOf(1)}/`);
  const host = { host: "harbour-lane.example", origin: HOST };
  const path = `${BASE_PATH}/mcp`;
  const opened = await postRaw(running.port, INITIALIZE(), host, path);
  expect(opened.status).toBe(200);
  const session = { ...host, "mcp-session-id": String(opened.headers["mcp-session-id"]) };
  const call = rpc("tools/call", { name: "get_business", arguments: {} });
  const answered = JSON.stringify(bodyOf(await postRaw(running.port, call, session, path)).result);
  expect(answered).toContain(`${BASE_URL}/feed.xml`);
  const foreign = { host: "harbour-lane.example", origin: "https://other.example" };
  expect((await postRaw(running.port, INITIALIZE(), foreign, path)).status).toBe(403);
});

test("a topic is subscribed to at its URL, and delivered with links below the path", async () => {
  const topic = `${BASE_URL}/api/feed.json`;
  const subscribe = (url: string): Promise<Response> =>
    fetch(`${running.origin}${BASE_PATH}/api/websub/hub`, {
      method: "POST",
      body: new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": url,
        "hub.callback": subscriber.url("/callback"),
      }),
    });
  const refused = await subscribe(`${HOST}/api/feed.json`);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(topic);
  expect((await subscribe(topic)).status).toBe(202);
  const [challenge] = await subscriber.until("/callback", "GET", 1);
  expect(challenge?.query.get("hub.topic")).toBe(topic);
  await publish("The second text.");
  await running.sidecar.reload();
  const [delivered] = await subscriber.until("/callback", "POST", 1);
  expect(delivered?.headers["link"]).toBe(`<${topic}>; rel="self", <${BASE_URL}/api/websub/hub>; rel="hub"`);
  expect(delivered?.body.equals(readArtifact(dist, "/api/feed.json"))).toBe(true);
}, 60_000);

test("the doctor examines a publication below a path", async () => {
  const findings = await examineDeployment(running.origin + BASE_PATH, { isAll: false, isStatic: false });
  expect(findings.map(({ level, name, where }) => [level, name, ...where])).toEqual([
    ["note", "otherBase", `${BASE_URL} at ${running.origin}${BASE_PATH}`],
    ["note", "robots", `Sitemap: ${BASE_URL}/sitemap.xml`],
  ]);
}, 60_000);
