import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { Agent, request as httpsRequest } from "node:https";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDeployment } from "../../scripts/doctor/examine.ts";
import { artifactsOf, buildOrFail, readArtifact, readJsonOf, readManifestOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { freePort } from "../support/free-port.ts";
import { INITIALIZE, postRaw } from "../support/mcp.ts";
import { publishedSample } from "../support/sample.ts";
import { type RawResponse, type Running, send, startSidecar } from "../support/sidecar.ts";
import { trustedTls } from "../support/tls.ts";

/** The sample's publication at a base URL, and a sidecar for it. */
interface Publication {
  readonly basePath: string;
  readonly dist: string;
  readonly sidecar: Running;
}

async function publish(basePath: string): Promise<Publication> {
  const dist = publishedSample(`https://reviews.example${basePath}`);
  return { basePath, dist, sidecar: await startSidecar(dist) };
}

/** Runs `npm run hosting` for this publication. */
function printed(
  server: string,
  { dist, sidecar }: Publication,
  tls: TlsFiles,
  ...more: readonly string[]
): string {
  const args = [server, "--out", dist, "--root", dist, "--sidecar", `127.0.0.1:${sidecar.port}`];
  const run = spawnSync(
    process.execPath,
    [
      join(ROOT, "scripts", "hosting.ts"),
      ...args,
      "--certificate",
      tls.certificate,
      "--key",
      tls.key,
      ...more,
    ],
    { encoding: "utf8" },
  );
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

interface Ports {
  readonly http: number;
  readonly https: number;
}

interface Host {
  readonly name: string;
  readonly binary: string;
  readonly start: (publication: Publication, ports: Ports, tls: TlsFiles) => ChildProcess;
}

const BROTLI_MODULE =
  process.env["NGINX_BROTLI_MODULE"] ?? "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
const hasBrotli = existsSync(BROTLI_MODULE);

const HOSTS: readonly Host[] = [
  {
    name: "nginx",
    binary: "/usr/sbin/nginx",
    start: (publication, { http, https }, tls) => {
      const home = emptyFolder();
      mkdirSync(join(home, "logs"), { recursive: true });
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${home}/${name};`)
        .join("\n");
      const site = printed("nginx", publication, tls, ...(hasBrotli ? ["--brotli"] : []))
        .replaceAll(/^ *listen \[::\].*\n/gm, "")
        .replace("listen 80;", `listen 127.0.0.1:${http};`)
        .replace("listen 443 ", `listen 127.0.0.1:${https} `);
      writeFileSync(
        join(home, "nginx.conf"),
        `${hasBrotli ? `load_module ${BROTLI_MODULE};` : ""} ${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${home}/pid; error_log ${home}/logs/error.log; worker_processes 1; events { }
http { access_log off; ${temporary}\n${site} }\n`,
      );
      const command = ["-p", home, "-c", join(home, "nginx.conf")];
      const checked = spawnSync("/usr/sbin/nginx", [...command, "-t"], { encoding: "utf8" });
      expect(checked.stderr).not.toMatch(/\[(warn|emerg)\]/);
      return spawn("/usr/sbin/nginx", command, { stdio: "pipe" });
    },
  },
  {
    name: "Caddy",
    binary: "/usr/bin/caddy",
    start: (publication, { http, https }, tls) => {
      const home = emptyFolder();
      const site = printed("caddy", publication, tls)
        .replace(
          "\n{\n",
          `\n{\n  admin off\n  default_bind 127.0.0.1\n  http_port ${http}\n  https_port ${https}\n`,
        )
        .replace("\nreviews.example {", "\n127.0.0.1 {");
      const file = join(home, "Caddyfile");
      writeFileSync(file, site);
      const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
      return spawn("/usr/bin/caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        stdio: "pipe",
        env,
      });
    },
  },
];

/** Keeps connections: a handshake for each artifact would take most of the time. */
const agent = new Agent({ keepAlive: true });

/** Sends a request over TLS; the response is neither decoded nor followed. */
function sendSecurely(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on("error", reject);
    request.end();
  });
}

for (const [host, basePath] of HOSTS.flatMap((one) =>
  ["", "/shop/reviews"].map((path) => [one, path] as const),
)) {
  const isThere = existsSync(host.binary);
  if (!isThere)
    process.stderr.write(`SKIPPED: ${host.name} is not installed, so its example is not tested here\n`);
  describe.skipIf(!isThere)(`${host.name} in front of a sidecar, at "${basePath}/"`, () => {
    let publication: Publication;
    let child: ChildProcess;
    let ports: Ports;
    let output = "";
    const origin = (): string => `https://127.0.0.1:${ports.https}`;
    const get = (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
      sendSecurely(ports.https, basePath + path, headers);

    beforeAll(async () => {
      publication = await publish(basePath);
      ports = { http: await freePort(), https: await freePort() };
      const { cert, key } = await trustedTls();
      const files = { certificate: join(emptyFolder(), "cert.pem"), key: join(emptyFolder(), "key.pem") };
      writeFileSync(files.certificate, cert);
      writeFileSync(files.key, key);
      child = host.start(publication, ports, files);
      child.stderr?.on("data", (part: Buffer) => (output += part.toString()));
      for (let wait = 0; wait < 100; wait += 1) {
        if (child.exitCode !== null) throw new Error(`${host.name} ended:\n${output}`);
        const reply = await sendSecurely(ports.https, "/").catch(() => undefined);
        if (reply !== undefined) return;
        await delay(100);
      }
      throw new Error(`${host.name} does not answer:\n${output}`);
    });
    afterAll(async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await publication.sidecar.stop();
    });

    test("every artifact has its bytes and its type, with and without an extension", async () => {
      const { dist } = publication;
      for (const [path, artifact] of artifactsOf(readManifestOf(dist))) {
        const { status, headers, body } = await get(path);
        expect(status, path).toBe(200);
        expect(headers["content-type"], path).toBe(artifact.media_type);
        expect(body.equals(readArtifact(dist, path)), path).toBe(true);
      }
    });

    test("precompressed gzip files are sent unchanged, with their own entity tag and 304", async () => {
      const plain = await get("/reviews.json");
      const coded = await get("/reviews.json", { "accept-encoding": "gzip" });
      expect(coded.headers["content-encoding"]).toBe("gzip");
      expect(coded.body.equals(readArtifact(publication.dist, "/reviews.json", "gzip"))).toBe(true);
      expect(gunzipSync(coded.body).equals(plain.body)).toBe(true);
      expect(coded.headers.etag).not.toBe(plain.headers.etag);
      expect(coded.headers["last-modified"]).toBe(plain.headers["last-modified"]);
      for (const { headers } of [plain, coded]) {
        const coding: Record<string, string> = headers["content-encoding"]
          ? { "accept-encoding": "gzip" }
          : {};
        const again = await get("/reviews.json", { ...coding, "if-none-match": String(headers.etag) });
        expect(again.status).toBe(304);
        expect(again.headers).toMatchObject({ etag: headers.etag, "access-control-allow-origin": "*" });
        expect(again.headers["link"]).toContain('rel="hub"');
      }
    });

    test("paths without a file are answered by the sidecar, once and unchanged", async () => {
      for (const path of ["/api/reviews/since/2020-01-01", "/api/reviews/search?limit=2"]) {
        const direct = await send(publication.sidecar.port, basePath + path);
        const passed = await get(path);
        expect(passed.status, path).toBe(200);
        expect(passed.body.equals(direct.body), path).toBe(true);
        for (const name of ["etag", "content-type", "cache-control", "access-control-allow-origin"])
          expect(passed.headers[name], `${path} ${name}`).toBe(direct.headers[name]);
      }
      const opened = await fetch(`${origin()}${basePath}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: INITIALIZE(),
      });
      expect(opened.status).toBe(200);
      expect(opened.headers.get("mcp-session-id")).not.toBeNull();
    });

    test("a path without a file is answered with our page, and the path without its slash leads there", async () => {
      const missing = await get("/nowhere/");
      expect(missing.status).toBe(404);
      expect(missing.body.equals(readArtifact(publication.dist, "/404.html"))).toBe(true);
      if (basePath === "") return;
      const { status, headers } = await sendSecurely(ports.https, basePath);
      expect(status).toBeGreaterThanOrEqual(301);
      expect(new URL(String(headers.location), "http://host").pathname).toBe(`${basePath}/`);
      for (const path of ["/", "/reviews.json", "/shop/", "/mcp"])
        expect((await sendSecurely(ports.https, path)).status, path).toBe(404);
    });

    test("plain HTTP leads to TLS, which is 1.2 at least and speaks HTTP/2", async () => {
      const { status, headers } = await send(ports.http, `${basePath}/reviews/?a=b`);
      expect([301, 308]).toContain(status);
      expect(headers.location).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/(shop\/reviews\/)?reviews\/\?a=b$/);
      const session = connectHttp2(origin());
      const stream = session.request({ ":path": `${basePath}/reviews.json` });
      const [answer] = (await once(stream, "response")) as [{ ":status": number }];
      expect(answer[":status"]).toBe(200);
      session.destroy();
      const old = connectTls({
        host: "127.0.0.1",
        port: ports.https,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT@SECLEVEL=0",
      });
      await expect(once(old, "secureConnect")).rejects.toThrow(/protocol/i);
      for (const path of ["/", "/reviews.json", "/api/reviews/search", "/nowhere/"])
        expect((await get(path)).headers["strict-transport-security"], path).toBe("max-age=31536000");
    });

    test("a page without a prepared .gz file is compressed, with a weak tag and 304", async () => {
      const page = Object.keys(readManifestOf(publication.dist).artifacts).find(
        (path) =>
          /^\/reviews\/[^/]+\/$/.test(path) && !existsSync(join(publication.dist, path, "index.html.gz")),
      );
      const plain = await get(page ?? "");
      const { headers, body } = await get(page ?? "", { "accept-encoding": "gzip" });
      expect(headers["content-encoding"]).toBe("gzip");
      expect(gunzipSync(body).equals(plain.body)).toBe(true);
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(headers.vary).toContain("Accept-Encoding");
      expect(headers.etag).toMatch(/^W\/"/);
      const again = await get(page ?? "", {
        "accept-encoding": "gzip",
        "if-none-match": String(headers.etag),
      });
      expect(again.status).toBe(304);
    });

    test("a body over the limit is refused before it reaches the sidecar", async () => {
      const answer = await fetch(`${origin()}${basePath}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "x".repeat(600_000),
      });
      // Caddy 2.6 cuts its own request to the sidecar, and answers as if that had failed.
      expect(host.name === "nginx" ? [413] : [413, 502]).toContain(answer.status);
    });

    test.skipIf(host.name !== "nginx")(
      "one client's burst of searches is bounded, and files are not",
      async () => {
        // One connection: a handshake for each request would slow the burst below the limit.
        const session = connectHttp2(origin());
        const statusOf = async (path: string): Promise<number> => {
          const stream = session.request({ ":path": `${basePath}${path}` });
          const [answer] = (await once(stream.resume(), "response")) as [{ ":status": number }];
          return answer[":status"];
        };
        const burst = async (path: string): Promise<Set<number>> =>
          new Set(await Promise.all(Array.from({ length: 90 }, () => statusOf(path))));
        expect(await burst("/api/reviews/search?limit=1")).toEqual(new Set([200, 429]));
        expect(await burst("/manifest.json")).toEqual(new Set([200]));
        session.destroy();
      },
    );

    test.skipIf(host.name === "nginx" && !hasBrotli)("prepared .br files are sent unchanged", async () => {
      const { headers, body } = await get("/reviews.json", { "accept-encoding": "br" });
      expect(headers["content-encoding"]).toBe("br");
      expect(body.equals(readArtifact(publication.dist, "/reviews.json", "br"))).toBe(true);
    });

    test("the doctor finds no faults", async () => {
      const findings = await examineDeployment(`${origin()}${basePath}`, { isAll: true, isStatic: false });
      expect(findings.filter(({ level }) => level === "fault")).toEqual([]);
    }, 60_000);
  });
}

describe("npm run hosting", () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, "scripts", "hosting.ts"), ...args], { encoding: "utf8" });

  test.for([
    [["nginx", "--root", "/srv/a b"], /^"\/srv\/a b" must be an absolute path/],
    [
      ["caddy", "--sidecar", "a:1;b"],
      /^--sidecar must be HOST:PORT, such as 127\.0\.0\.1:3000 \(got "a:1;b"\)/,
    ],
    [["nginx", "--certificate", "/a.pem"], /^--certificate and --key must be given together/],
    [["nginx", "--base-url", "ftp://a"], /^--base-url must be a URL such as .* \(got "ftp:\/\/a"\)/],
    [["apache"], /^name a server: nginx, caddy or systemd/],
  ] as const)("refuses %s", ([args, message]) => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("needs a release or a base URL, and knows a site without TLS", () => {
    expect(run("nginx", "--out", emptyFolder())).toMatchObject({ status: 1 });
    const plain = ["--base-url", "http://reviews.test"];
    expect(run("nginx", ...plain).stdout).not.toMatch(/443|ssl|Strict/);
    expect(run("caddy", ...plain).stdout).toContain("\nhttp://reviews.test {\n");
    const two = run("caddy", ...plain, "--sidecar", "a:3000", "--sidecar", "b:3000").stdout;
    expect(two).toContain("reverse_proxy a:3000 b:3000 {");
  });

  test("no configuration of a server is published", () => {
    expect(existsSync(join(publishedSample(), "hosting"))).toBe(false);
  });
});

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
    const sidecar = await startSidecar(published);
    expect((await postRaw(sidecar.port, INITIALIZE(), headers)).status).toBe(403);
    const named = await startSidecar(published, { mcpAllowedHosts: ["sidecar.harbour-lane.example"] });
    expect((await postRaw(named.port, INITIALIZE(), headers)).status).toBe(200);
    await Promise.all([sidecar.stop(), named.stop()]);
  });
});
