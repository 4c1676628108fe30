import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDeployment } from "../../scripts/doctor/examine.ts";
import { artifactsOf, buildOrFail, readArtifact, readJsonOf, readManifestOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { freePort } from "../support/free-port.ts";
import { bodyOf, INITIALIZE, postRaw } from "../support/mcp.ts";
import { type Running, send, startSidecar } from "../support/sidecar.ts";

const folder = emptyFolder();
const dist = join(folder, "dist");
let sidecar: Running;

beforeAll(async () => {
  buildOrFail(join(ROOT, "content"), dist, "--no-cache");
  sidecar = await startSidecar(dist);
});
afterAll(() => sidecar.stop());

const placed = (file: string): string =>
  readFileSync(join(dist, "hosting", file), "utf8")
    .replaceAll("/srv/reviews/dist", dist)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${sidecar.port}`);

interface Host {
  readonly name: string;
  readonly binary: string;
  readonly start: (port: number, home: string) => ChildProcess;
}

const HOSTS: readonly Host[] = [
  {
    name: "nginx",
    binary: "/usr/sbin/nginx",
    start: (port, home) => {
      mkdirSync(join(home, "logs"), { recursive: true });
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${home}/${name};`)
        .join("\n");
      const site = placed("nginx.conf").replace("listen 80;", `listen 127.0.0.1:${port};`);
      writeFileSync(
        join(home, "nginx.conf"),
        `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${home}/pid; error_log ${home}/logs/error.log; worker_processes 1; events { }
http { access_log off; ${temporary}\n${site} }\n`,
      );
      return spawn("/usr/sbin/nginx", ["-p", home, "-c", join(home, "nginx.conf")], { stdio: "pipe" });
    },
  },
  {
    name: "Caddy",
    binary: "/usr/bin/caddy",
    start: (port, home) => {
      const { base_url: baseUrl } = readManifestOf(dist);
      const site = placed("Caddyfile").replace(
        `\n${new URL(baseUrl).host} {`,
        `\nhttp://127.0.0.1:${port} {`,
      );
      const file = join(home, "Caddyfile");
      writeFileSync(file, `{\n  admin off\n  auto_https off\n}\n${site}`);
      const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
      return spawn("/usr/bin/caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        stdio: "pipe",
        env,
      });
    },
  },
];

for (const host of HOSTS) {
  const isThere = existsSync(host.binary);
  if (!isThere)
    process.stderr.write(`SKIPPED: ${host.name} is not installed, so its example is not tested here\n`);
  describe.skipIf(!isThere)(`${host.name} in front of a sidecar`, () => {
    let child: ChildProcess;
    let port = 0;
    let output = "";

    beforeAll(async () => {
      port = await freePort();
      child = host.start(port, emptyFolder());
      child.stderr?.on("data", (part: Buffer) => (output += part.toString()));
      for (let wait = 0; wait < 100; wait += 1) {
        if (child.exitCode !== null) throw new Error(`${host.name} ended:\n${output}`);
        const reply = await send(port, "/manifest.json").catch(() => undefined);
        if (reply !== undefined) return;
        await delay(100);
      }
      throw new Error(`${host.name} does not answer:\n${output}`);
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    });

    test("every artifact has its bytes and its type, with and without an extension", async () => {
      for (const [path, artifact] of artifactsOf(readManifestOf(dist))) {
        const { status, headers, body } = await send(port, path);
        expect(status, path).toBe(200);
        expect(headers["content-type"], path).toBe(artifact.media_type);
        expect(body.equals(readArtifact(dist, path)), path).toBe(true);
      }
    });

    test("precompressed gzip files are sent unchanged, with their own entity tag and 304", async () => {
      const plain = await send(port, "/reviews.json");
      const coded = await send(port, "/reviews.json", { "accept-encoding": "gzip" });
      expect(coded.headers["content-encoding"]).toBe("gzip");
      expect(coded.body.equals(readArtifact(dist, "/reviews.json", "gzip"))).toBe(true);
      expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
      expect(coded.headers.etag).not.toBe(plain.headers.etag);
      expect(coded.headers["last-modified"]).toBe(plain.headers["last-modified"]);
      for (const { headers } of [plain, coded]) {
        const coding: Record<string, string> = headers["content-encoding"]
          ? { "accept-encoding": "gzip" }
          : {};
        const again = await send(port, "/reviews.json", { ...coding, "if-none-match": String(headers.etag) });
        expect(again.status).toBe(304);
        expect(again.headers).toMatchObject({ etag: headers.etag, "access-control-allow-origin": "*" });
        expect(again.headers["link"]).toContain('rel="hub"');
      }
    });

    test("paths without a file are answered by the sidecar, once and unchanged", async () => {
      for (const path of ["/api/reviews/since/2020-01-01", "/api/reviews/search?limit=2"]) {
        const [direct, passed] = [await send(sidecar.port, path), await send(port, path)];
        expect(passed.status, path).toBe(200);
        expect(passed.body.equals(direct.body), path).toBe(true);
        for (const name of ["etag", "content-type", "cache-control", "access-control-allow-origin"])
          expect(passed.headers[name], `${path} ${name}`).toBe(direct.headers[name]);
      }
      const opened = await postRaw(port, INITIALIZE());
      expect(bodyOf(opened).result).toBeDefined();
      expect(opened.headers["mcp-session-id"]).toBeDefined();
    });

    test("the doctor finds no faults", async () => {
      const origin = `http://127.0.0.1:${port}`;
      const findings = await examineDeployment(origin, { isAll: true, isStatic: false });
      expect(findings.filter(({ level }) => level === "fault")).toEqual([]);
    }, 60_000);
  });
}

describe("platforms", () => {
  const business = {
    ...BUSINESS,
    publishing: { ...BUSINESS.publishing, sidecar_url: "https://sidecar.harbour-lane.example" },
  };
  const published = join(emptyFolder(), "dist");
  const read = (name: string): string => readFileSync(join(published, name), "utf8");

  beforeAll(() => {
    const content = writeContent(emptyFolder(), { business, reviews: { "a.json": [review()] } });
    buildOrFail(content, published);
  });

  test("Netlify, Vercel and Cloudflare Pages proxy the sidecar's four paths", () => {
    const paths = ["/api/reviews/search", "/api/reviews/since/*", "/mcp", "/api/websub/hub"];
    for (const path of paths)
      expect(read("_redirects")).toContain(
        `${path} https://sidecar.harbour-lane.example${path.replace("*", ":splat")} 200`,
      );
    const vercel = JSON.parse(read("vercel.json")) as {
      rewrites: { source: string; destination: string }[];
      headers: { source: string; headers: { key: string; value: string }[] }[];
    };
    expect(vercel.rewrites.map(({ source }) => source)).toEqual(
      paths.map((path) => path.replace("*", ":date")),
    );
    for (const { source, destination } of vercel.rewrites)
      expect(destination).toBe(`https://sidecar.harbour-lane.example${source}`);
    const feed = vercel.headers.find(({ source }) => source === "/feed.xml")?.headers;
    expect(feed).toContainEqual({ key: "Content-Type", value: "application/atom+xml; charset=utf-8" });
    expect(feed?.some(({ key, value }) => key === "Link" && value.includes('rel="hub"'))).toBe(true);
    expect(readJsonOf<{ include: string[] }>(published, "/_routes.json").include).toEqual(paths);
  });

  test("the Cloudflare Pages worker serves the file of a date first, and forwards method, body and query", async () => {
    const source = `data:text/javascript,${encodeURIComponent(read("_worker.js"))}`;
    const { default: worker } = (await import(/* @vite-ignore */ source)) as {
      default: { fetch: (request: Request, env: object) => Promise<Response> };
    };
    const requests: Request[] = [];
    const original = globalThis.fetch;
    globalThis.fetch = (request) => {
      requests.push(request as Request);
      return Promise.resolve(new Response("from the sidecar"));
    };
    try {
      const files = (status: number) => ({
        ASSETS: { fetch: () => Promise.resolve(new Response("file", { status })) },
      });
      const ask = (path: string, status: number, init: RequestInit = {}) =>
        worker.fetch(new Request(`https://reviews.example${path}`, init), files(status));
      expect(await (await ask("/api/reviews/since/2026-01-01", 200)).text()).toBe("file");
      expect(await (await ask("/api/reviews/since/2020-01-01", 404)).text()).toBe("from the sidecar");
      await ask("/api/reviews/search?limit=1", 404);
      await ask("/mcp", 200, { method: "POST", body: "{}", headers: { "mcp-session-id": "s" } });
      expect(requests.map(({ url }) => url)).toEqual([
        "https://sidecar.harbour-lane.example/api/reviews/since/2020-01-01",
        "https://sidecar.harbour-lane.example/api/reviews/search?limit=1",
        "https://sidecar.harbour-lane.example/mcp",
      ]);
      expect(requests[2]?.headers.get("mcp-session-id")).toBe("s");
      expect(await requests[2]?.text()).toBe("{}");
    } finally {
      globalThis.fetch = original;
    }
  });

  test("a proxy that uses the sidecar's own host name is accepted once it is configured", async () => {
    const headers = { host: "sidecar.harbour-lane.example" };
    expect((await postRaw(sidecar.port, INITIALIZE(), headers)).status).toBe(403);
    const named = await startSidecar(published, { mcpAllowedHosts: ["sidecar.harbour-lane.example"] });
    expect((await postRaw(named.port, INITIALIZE(), headers)).status).toBe(200);
    await named.stop();
  });
});
