import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";
import { SINCE_PATH } from "../../../model/since.ts";
import { headerRules, OTHER_NAMES, SIDECAR_PATHS } from "./host-files.ts";
import type { Site } from "../feed-entry.ts";
import { type Rendered, TEXT_TYPE } from "../rendered.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** `vercel.json`, and for Cloudflare Pages a worker: its `_redirects` do not reach other servers. */
export function platformFiles(site: Site): Rendered[] {
  const sidecarUrl = site.publishing.sidecar_url;
  const worker = sidecarUrl === undefined ? [] : cloudflareFiles(sidecarUrl);
  return [
    { path: "/vercel.json", mediaType: JSON_TYPE, body: json(vercel(site.baseUrl, sidecarUrl)) },
    ...worker,
  ];
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Files go first on Vercel, so a date that has a file never reaches the sidecar. */
function vercel(baseUrl: string, sidecarUrl: string | undefined): object {
  const schemas = new Set(Object.keys(PUBLISHED_SCHEMAS).map((name) => `/schemas/${name}.json`));
  const rules = headerRules(baseUrl).filter(([pattern]) => !schemas.has(pattern));
  const headers = [...rules, ["/schemas/*", ["Content-Type: application/schema+json"]] as const].map(
    ([pattern, lines]) => ({
      source: pattern.replace("*", "(.*)"),
      headers: lines.map((line) => {
        const at = line.indexOf(": ");
        return { key: line.slice(0, at), value: line.slice(at + 2) };
      }),
    }),
  );
  const proxied = sidecarUrl === undefined ? [] : SIDECAR_PATHS;
  return {
    $schema: "https://openapi.vercel.sh/vercel.json",
    headers,
    redirects: OTHER_NAMES.map(([source, destination]) => ({ source, destination, permanent: true })),
    rewrites: proxied.map((path) => ({
      source: path.replace("*", ":date"),
      destination: `${sidecarUrl}${path.replace("*", ":date")}`,
    })),
  };
}

function cloudflareFiles(sidecarUrl: string): Rendered[] {
  const routes = { version: 1, include: SIDECAR_PATHS, exclude: [] };
  return [
    { path: "/_routes.json", mediaType: JSON_TYPE, body: json(routes) },
    { path: "/_worker.js", mediaType: TEXT_TYPE, body: Buffer.from(workerOf(sidecarUrl)) },
  ];
}

const workerOf = (sidecarUrl: string): string => `// Cloudflare Pages: what is no file comes from the sidecar.
const SIDECAR = ${JSON.stringify(sidecarUrl)};

const worker = {
  async fetch(request, env) {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith(${JSON.stringify(SINCE_PATH)}) && ["GET", "HEAD"].includes(request.method)) {
      const file = await env.ASSETS.fetch(request);
      if (file.status !== 404) return file;
    }
    return fetch(new Request(SIDECAR + pathname + search, request), { redirect: "manual" });
  },
};

export { worker as default };
`;
