import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllHeaders } from "@netlify/headers-parser";
import { parseAllRedirects } from "@netlify/redirect-parser";
import {
  getTransformedRoutes,
  headersSchema,
  isHandler,
  redirectsSchema,
  rewritesSchema,
  type Route,
  type RouteWithSrc,
} from "@vercel/routing-utils";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { CACHE_CONTROL } from "../../model/served-headers.ts";
import { CORS, PAGE_HEADERS } from "../../runtime/http/headers.ts";
import { type Artifact, type Manifest } from "../../model/manifest.ts";
import { isTopicPath, topicLinks } from "../../model/topics.ts";
import { artifactsOf, buildOrFail, readManifestOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, review, writeContent } from "../support/content.ts";

/** Reads the files for Netlify and Vercel with the parsers of those hosts. */

const SIDECAR = "https://sidecar.harbour-lane.example";
const PROXIED = ["/api/reviews/search", "/api/reviews/since/2020-01-01", "/mcp", "/api/websub/hub"];

const dist = join(emptyFolder(), "dist");
let manifest: Manifest;

beforeAll(() => {
  const publishing = { ...BUSINESS.publishing, sidecar_url: SIDECAR };
  const content = { business: { ...BUSINESS, publishing }, reviews: { "a.json": [review()] } };
  buildOrFail(writeContent(emptyFolder(), content), dist);
  manifest = readManifestOf(dist);
});

/** Media types that hosts derive from the file name. */
const GUESSED: Readonly<Record<string, string>> = {
  json: "application/json",
  html: "text/html",
  txt: "text/plain",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
  png: "image/png",
  xml: "application/xml",
};

/** True if a header rule must set the type. Files such as `_headers` are for hosts. */
function needsType(path: string, { media_type: type }: Artifact): boolean {
  if (path.endsWith("/") || path.startsWith("/_")) return false;
  return GUESSED[/\.(\w+)$/.exec(path)?.[1] ?? ""] !== type.split(";")[0];
}

function expectPromised(path: string, artifact: Artifact, headers: ReadonlyMap<string, string>): void {
  expect(headers.get(CORS[0]?.toLowerCase() ?? ""), path).toBe("*");
  expect(headers.get("cache-control"), path).toBe(CACHE_CONTROL);
  expect(headers.get("content-security-policy"), path).toBe(PAGE_HEADERS[1]);
  if (needsType(path, artifact)) expect(headers.get("content-type"), path).toBe(artifact.media_type);
  if (isTopicPath(path)) expect(headers.get("link"), path).toBe(topicLinks(manifest.base_url, path));
}

/** Merges the headers of all matching rules. Hosts join two values of one name, so there must not be two. */
function merged(path: string, rules: readonly Readonly<Record<string, string>>[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of rules.flatMap((rule) => Object.entries(rule))) {
    expect(headers.has(name.toLowerCase()), `${path}: ${name} twice`).toBe(false);
    headers.set(name.toLowerCase(), value);
  }
  return headers;
}

describe("Netlify", () => {
  test("its parser accepts _headers, and every artifact gets the documented headers", async () => {
    const { headers, errors } = await parseAllHeaders({
      headersFiles: [join(dist, "_headers")],
      configHeaders: undefined,
      minimal: false,
    });
    expect(errors).toEqual([]);
    for (const [path, artifact] of artifactsOf(manifest)) {
      const rules = headers.filter((rule) => "forRegExp" in rule && rule.forRegExp.test(path));
      expectPromised(
        path,
        artifact,
        merged(
          path,
          rules.map(({ values }) => values),
        ),
      );
    }
  });

  test("its parser accepts _redirects, which proxies the sidecar's paths, files first", async () => {
    const { redirects, errors } = await parseAllRedirects({
      redirectsFiles: [join(dist, "_redirects")],
      configRedirects: [],
      minimal: false,
    });
    expect(errors).toEqual([]);
    const rules = redirects as { from: string; to: string; status: number; force: boolean }[];
    for (const path of PROXIED) {
      const rule = rules.find(
        ({ from }) => from === path || (from.endsWith("*") && path.startsWith(from.slice(0, -1))),
      );
      expect(rule, path).toMatchObject({ status: 200, force: false });
      expect(rule?.to.replace(":splat", "2020-01-01")).toBe(`${SIDECAR}${path}`);
    }
    expect(rules.filter(({ status }) => status === 301).map(({ from }) => from)).toContain("/rss");
  });
});

describe("Vercel", () => {
  const read = () => JSON.parse(readFileSync(join(dist, "vercel.json"), "utf8")) as Record<string, unknown>;
  const fits = (route: Route, path: string): route is RouteWithSrc =>
    !isHandler(route) && new RegExp(route.src).test(path);

  test("vercel.json is valid by its schemas", () => {
    const ajv = new Ajv({ strict: false });
    const schemas = { headers: headersSchema, redirects: redirectsSchema, rewrites: rewritesSchema };
    for (const [name, schema] of Object.entries(schemas)) {
      const check = ajv.compile(schema);
      expect(check(read()[name]), JSON.stringify(check.errors)).toBe(true);
    }
  });

  test("its router gives every artifact the documented headers, and asks the sidecar only where no file exists", () => {
    const { routes, error } = getTransformedRoutes(read());
    expect(error).toBeNull();
    const all = routes ?? [];
    const files = all.findIndex((route) => isHandler(route) && route.handle === "filesystem");
    expect(files).toBeGreaterThan(0);
    for (const [path, artifact] of artifactsOf(manifest)) {
      const rules = all.slice(0, files).filter((route) => fits(route, path));
      expectPromised(
        path,
        artifact,
        merged(
          path,
          rules.map(({ headers = {} }) => headers),
        ),
      );
    }
    for (const path of PROXIED) {
      const rule = all.slice(files).find((route) => fits(route, path));
      const target = path.replace(new RegExp(rule?.src ?? ""), rule?.dest ?? "");
      expect(target).toBe(`${SIDECAR}${path}`);
      expect(all.slice(0, files).some((route) => fits(route, path) && route.dest !== undefined)).toBe(false);
    }
  });
});
