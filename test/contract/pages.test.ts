import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileOf } from "../../model/manifest.ts";
import { TOOLS } from "../../runtime/mcp/tools/tools.ts";
import { artifactsOf, buildOrFail, readArtifact, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { HOSTILE } from "../support/hostile.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
let dist = "";
let running: Running;
let pages: string[] = [];
let baseUrl = "";

const read = (path: string): string => readArtifact(dist, path).toString("utf8");

beforeAll(async () => {
  dist = publishedSample();
  const manifest = readManifestOf(dist);
  baseUrl = manifest.base_url;
  pages = artifactsOf(manifest)
    .filter(([, { media_type }]) => media_type.startsWith("text/html"))
    .map(([path]) => path);
  running = await startSidecar(dist);
});
afterAll(() => running.stop());

/** One page of each kind. */
const kinds = (): string[] => [
  ...new Map(
    pages.map((path) => [path.replace(/^\/(reviews|technicians|services|areas|topics)\/.+/, "/$1/…"), path]),
  ).values(),
];

test("every page is valid HTML", { timeout: 60_000 }, async () => {
  const rules = {
    "no-trailing-whitespace": "off",
    "long-title": "off",
    "require-sri": "off",
    "no-inline-style": "error",
    "void-style": "off",
  } as const;
  const checker = new HtmlValidate({ root: true, extends: ["html-validate:recommended"], rules });
  for (const path of [...kinds(), ...pages.filter((name) => name.startsWith("/reviews/")).slice(0, 20)]) {
    const report = await checker.validateString(read(path));
    const messages = report.results.flatMap((result) => result.messages);
    expect(messages.map(({ line, ruleId, message }) => `${path}:${line} ${ruleId} ${message}`)).toEqual([]);
  }
});

test("the menu leads to topics once there are some", () => {
  const menuOf = (page: string): string[] =>
    [...page.matchAll(/<a (?:aria-current="page" )?href="(\/[a-z]+\/)"[^>]*>/g)].map(([, path = ""]) => path);
  expect(menuOf(read("/policy/"))).toContain("/topics/");
  const content = writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": [review()] } });
  const without = join(emptyFolder(), "dist");
  buildOrFail(content, without);
  const paths = menuOf(readArtifact(without, "/policy/").toString("utf8"));
  expect(paths).toContain("/reviews/");
  expect(paths).not.toContain("/topics/");
});

test("every link of a page resolves, and the sitemap lists every page", () => {
  const broken = new Set<string>();
  const ids = new Map(
    pages.map((path) => [path, new Set([...read(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  for (const path of pages) {
    for (const [, link = ""] of read(path).matchAll(/ (?:href|src|action)="(\/[^"]*|#[^"]*)"/g)) {
      const url = new URL(link, `http://x${path}`);
      const isSidecars = /^\/(api\/reviews\/search|mcp$)/.test(url.pathname);
      const isThere = isSidecars || existsSync(join(dist, fileOf(decodeURIComponent(url.pathname))));
      const hasPlace = url.hash === "" || ids.get(url.pathname)?.has(url.hash.slice(1));
      if (!isThere || !hasPlace) broken.add(`${path} -> ${link}`);
    }
  }
  expect([...broken]).toEqual([]);
  const listed = [...read("/sitemap.xml").matchAll(/<loc>([^<]+)/g)].map(([, url = ""]) =>
    url.slice(baseUrl.length),
  );
  expect(listed.toSorted()).toEqual(pages.filter((path) => path !== "/404.html").toSorted());
});

describe("structured data", () => {
  const graphOf = (path: string): Record<string, unknown>[] => {
    const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(read(path)) ?? [];
    return (JSON.parse(json) as { "@graph": Record<string, unknown>[] })["@graph"];
  };

  test("describes the business with its rating, and the dataset with its files", () => {
    const graph = graphOf("/");
    const business = graph.find((node) => node["aggregateRating"]);
    expect(business).toMatchObject({ "@type": "HomeAndConstructionBusiness", telephone: expect.any(String) });
    expect(business?.["aggregateRating"]).toMatchObject({
      ratingValue: expect.any(Number),
      reviewCount: 291,
      bestRating: 5,
      worstRating: 1,
    });
    const dataset = graph.find((node) => node["@type"] === "Dataset") as {
      distribution: { contentUrl: string }[];
      license: string;
    };
    expect(dataset.license).toMatch(/^https:/);
    for (const { contentUrl } of dataset.distribution)
      expect(existsSync(join(dist, contentUrl.slice(baseUrl.length)))).toBe(true);
  });

  test("describes each review that was not rewarded with author, rating, date and the reviewed business", () => {
    const reviewed = pages.filter((name) => /^\/reviews\/[0-9A-Z]{26}\/$/.test(name));
    const [rewarded, ...others] = reviewed.filter((path) => read(path).includes('class="rewarded"'));
    expect(others).toEqual([]);
    expect(graphOf(rewarded ?? "").map((node) => node["@type"])).toEqual(["BreadcrumbList"]);
    for (const path of reviewed.filter((name) => name !== rewarded)) {
      expect(graphOf(path)[0], path).toMatchObject({
        "@type": "Review",
        author: { name: expect.any(String) },
        reviewRating: { ratingValue: expect.any(Number), bestRating: 5 },
        datePublished: expect.stringMatching(/^\d{4}-/),
        itemReviewed: { name: expect.any(String) },
      });
    }
  });
});

test("hostile texts remain text on every page", () => {
  const reviews = HOSTILE.map((text) =>
    review({ text, author: `<b>"A" & 'B'</b></script>`, owner_reply: { text, date: "2026-03-02" } }),
  );
  const content = writeContent(join(folder, "hostile"), { reviews: { "all.json": reviews } });
  const out = join(folder, "hostile-dist");
  buildOrFail(content, out);
  for (const [path, { media_type }] of artifactsOf(readManifestOf(out))) {
    if (!media_type.startsWith("text/html")) continue;
    const html = readArtifact(out, path).toString("utf8");
    expect(html, path).not.toMatch(/<b>"A"|<system>|<script>|<!-- hidden|javascript:alert\(1\)"/);
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    for (const tag of scripts)
      expect(tag, path).toMatch(/^<script (type="application\/ld\+json"|src="\/search.js" defer)>$/);
    expect(html.match(/<\/script>/g)?.length ?? 0, path).toBe(scripts.length);
  }
});

test("every indexable page names the preview image and its size", () => {
  const image = readArtifact(dist, "/social.png");
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  for (const path of pages.filter((name) => name !== "/404.html")) {
    const meta = Object.fromEntries(
      [...read(path).matchAll(/<meta property="(og:image[^"]*)" content="([^"]*)">/g)].map(
        ([, name = "", content]) => [name, content],
      ),
    );
    expect(meta, path).toEqual({
      "og:image": `${baseUrl}/social.png`,
      "og:image:width": String(width),
      "og:image:height": String(height),
      "og:image:alt": "The mean rating of Fennimore &amp; Daughters, in stars",
    });
  }
});

test("no template prints unescaped values, and only three files create markup", () => {
  for (const file of globSync("build/render/templates/*.eta", { cwd: ROOT }))
    expect(readFileSync(join(ROOT, file), "utf8"), file).not.toContain("<%~");
  const makers = globSync("build/**/*.ts", { cwd: ROOT }).filter((file) =>
    readFileSync(join(ROOT, file), "utf8").includes("new Markup("),
  );
  expect(makers.toSorted()).toEqual(
    ["charts", "markup", "templates"].map((name) => `build/render/pages/${name}.ts`),
  );
});

test("the front page and everything it loads take less than 60 kB", () => {
  const sent = ["/", "/style.css", "/search.js", "/icon.svg"].map(
    (path) => statSync(join(dist, fileOf(path, "gzip"))).size,
  );
  expect(sent.reduce((sum, bytes) => sum + bytes)).toBeLessThan(60_000);
});

test("the MCP page names every tool", () => {
  for (const { name } of TOOLS) expect(read("/developers/mcp/")).toContain(`<code>${name}</code>`);
});

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

test("every example on the developer pages runs with the result it claims", { timeout: 60_000 }, async () => {
  let ran = 0;
  for (const path of pages.filter((name) => name.startsWith("/developers/"))) {
    for (const [, expected = "200", written = ""] of read(path).matchAll(
      /<code data-run(?:="([^"]*)")?>(.*?)<\/code>/gs,
    )) {
      const example = written
        .replaceAll(/&\S+?;/g, (entity) => ENTITIES[entity] ?? entity)
        .replaceAll(new RegExp(`(?<!hub.topic=)${baseUrl}`, "g"), running.origin);
      ran += 1;
      if (expected === "json") JSON.parse(example);
      else
        expect(await outcome(example, expected), `${path}: ${example}`).toMatchObject(
          expected === "javascript" ? { status: 0 } : { status: 0, lastLine: expected },
        );
    }
  }
  expect(ran).toBeGreaterThanOrEqual(12);
});

/** Runs an example as a reader would, and makes curl print the status of the last response. */
async function outcome(
  example: string,
  expected: string,
): Promise<{ status: number | null; lastLine: string; stderr: string }> {
  const [command, args] =
    expected === "javascript"
      ? [process.execPath, ["--input-type=module", "-e", example]]
      : [
          "bash",
          [
            "-c",
            `curl() { command curl -s "$@" -w '\\n%{http_code}' ; }\n${example.replaceAll("$(curl", "$(command curl")}`,
          ],
        ];
  const child = spawn(command, args);
  let lastLine = "";
  let stderr = "";
  child.stdout.on("data", (part: Buffer) => (lastLine += part.toString("utf8")));
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString("utf8")));
  const [status] = (await once(child, "close")) as [number | null];
  return { status, lastLine: lastLine.trim().split("\n").at(-1) ?? "", stderr };
}
