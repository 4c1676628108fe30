import { spawn } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDeployment } from "../../scripts/doctor/examine.ts";
import { type FAULTS, renderFindings } from "../../scripts/doctor/findings.ts";
import { ROOT } from "../support/content.ts";
import { type ProxyFaults, startProxy } from "../support/faulty-proxy.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

let sidecar: Running;
beforeAll(async () => {
  const hub = (await import("../../runtime/config.ts")).readRuntimeConfig({
    HUB_DATABASE: ":memory:",
    HUB_SUBSCRIBES_PER_MINUTE: "100000",
  });
  if (!hub.ok) throw new Error(hub.error.join());
  sidecar = await startSidecar(publishedSample(), { hub: hub.value.hub });
});
afterAll(() => sidecar.stop());

async function faultsOf(tampering: ProxyFaults, isStatic = false): Promise<string[]> {
  const proxy = await startProxy(sidecar.port, tampering);
  try {
    const findings = await examineDeployment(proxy.origin, { isAll: false, isStatic });
    return findings.filter(({ level }) => level === "fault").map(({ name }) => name);
  } finally {
    proxy.stop();
  }
}

test("a healthy sidecar has no faults, nor has a proxy that changes nothing", async () => {
  const options = { isAll: true, isStatic: false };
  const findings = await examineDeployment(sidecar.origin, options);
  expect(findings.filter(({ level }) => level === "fault")).toEqual([]);
  expect(findings.map(({ name }) => name)).toEqual(["otherBase"]);
  expect(await faultsOf({})).toEqual([]);
}, 60_000);

test("a host that makes tags in the shape of ours, and names JSON without a charset, is no fault", async () => {
  const proxy = await startProxy(sidecar.port, {
    ask: (headers) => {
      if (headers["if-none-match"] !== undefined) headers["if-none-match"] = "*";
      return undefined;
    },
    answer: (it) => {
      const tag = it.headers["etag"];
      if (typeof tag === "string")
        it.headers["etag"] = tag.replace(/^"./, (start) => (start === '"f' ? '"0' : '"f'));
      if (it.headers["content-type"] === "application/json; charset=utf-8")
        it.headers["content-type"] = "application/json";
    },
  });
  const findings = await examineDeployment(proxy.origin, { isAll: false, isStatic: true });
  proxy.stop();
  expect(findings.map(({ name }) => name).toSorted()).toEqual(["otherBase", "ownTag"]);
}, 30_000);

const PLANTED: Record<
  string,
  { tampering: ProxyFaults; found: readonly (keyof typeof FAULTS)[]; isOnly?: boolean }
> = {
  "a page with a script put into it": {
    tampering: {
      answer: (it) => {
        if (it.path === "/" && it.headers["content-encoding"] === undefined)
          it.body = Buffer.concat([it.body, Buffer.from("<script></script>")]);
      },
    },
    found: ["bytes"],
  },
  "a file that was not uploaded": {
    tampering: { ask: (_, { url }) => (url === "/insights.json" ? "/nowhere" : undefined) },
    found: ["missing"],
  },
  "the tag of another file": {
    tampering: {
      answer: (it) => {
        if (it.path === "/feed.xml" && it.status === 200) it.headers["etag"] = `"${"0".repeat(32)}"`;
      },
    },
    found: ["wrongTag"],
  },
  "one tag for all codings": {
    tampering: {
      ask: (headers) => void delete headers["if-none-match"],
      answer: (it) => {
        it.headers["etag"] = '"one"';
        if (it.request.headers["if-none-match"] === '"one"') {
          it.status = 304;
          it.body = Buffer.alloc(0);
        }
      },
    },
    found: ["sharedTag"],
    isOnly: true,
  },
  "no conditional requests": {
    tampering: { ask: (headers) => void delete headers["if-none-match"] },
    found: ["no304"],
    isOnly: true,
  },
  "304 without its headers": {
    tampering: {
      answer: (it) => {
        if (it.status === 304) delete it.headers["cache-control"];
      },
    },
    found: ["bare304"],
    isOnly: true,
  },
  "tags that move with every request": {
    tampering: {
      answer: (it) => {
        if (it.path === "/feed.xml") it.headers["etag"] = `"${Math.random()}"`;
      },
    },
    found: ["movingTag", "head"],
  },
  "no Vary": {
    tampering: { answer: (it) => void delete it.headers["vary"] },
    found: ["noVary"],
    isOnly: true,
  },
  "no CORS on errors": {
    tampering: {
      answer: (it) => {
        if (it.status >= 400) delete it.headers["access-control-allow-origin"];
      },
    },
    found: ["noCors"],
    isOnly: true,
  },
  "no Link on a topic": {
    tampering: {
      answer: (it) => {
        if (it.path === "/feed.xml") delete it.headers["link"];
      },
    },
    found: ["noLink"],
    isOnly: true,
  },
  "pages that may run scripts": {
    tampering: { answer: (it) => void delete it.headers["content-security-policy"] },
    found: ["noPolicy"],
    isOnly: true,
  },
  "a guessed Content-Type": {
    tampering: {
      answer: (it) => {
        if (it.path.startsWith("/api/reviews/since/"))
          it.headers["content-type"] = "application/octet-stream";
      },
    },
    found: ["type"],
    isOnly: true,
  },
  "no compression": {
    tampering: { ask: (headers) => void delete headers["accept-encoding"] },
    found: ["uncompressed"],
    isOnly: true,
  },
  "gzip that is none": {
    tampering: {
      answer: (it) => {
        if (it.path === "/reviews.json" && it.headers["content-encoding"] === "gzip")
          it.body = gzipSync("{}");
      },
    },
    found: ["coding"],
  },
  "a page instead of 404": {
    tampering: {
      answer: (it) => {
        if (it.status === 404 && it.path.startsWith("/doctor")) it.status = 200;
      },
    },
    found: ["softError"],
    isOnly: true,
  },
  "no way to the sidecar for old dates": {
    tampering: {
      ask: (_, { url = "" }) => (/since\/20(?!26)|since\/y|02-30/.test(url) ? "/nowhere" : undefined),
    },
    found: ["since", "sinceRefusal"],
  },
  "no way to the sidecar for search": {
    tampering: { ask: (_, { url = "" }) => (url.startsWith("/api/reviews/search") ? "/nowhere" : undefined) },
    found: ["search", "searchRefusal"],
    isOnly: true,
  },
  "a search that loses its query": {
    tampering: {
      ask: (_, { url = "" }) => (url.startsWith("/api/reviews/search") ? "/api/reviews/search" : undefined),
    },
    found: ["searchRefusal"],
    isOnly: true,
  },
  "a hub that takes anything": {
    tampering: {
      answer: (it) => {
        if (it.path === "/api/websub/hub") it.status = 202;
      },
    },
    found: ["hub"],
    isOnly: true,
  },
  "session ids that do not come through": {
    tampering: { answer: (it) => void delete it.headers["mcp-session-id"] },
    found: ["mcpSession"],
    isOnly: true,
  },
  "an Origin that does not come through": {
    tampering: { ask: (headers) => void delete headers["origin"] },
    found: ["mcpRefusal"],
    isOnly: true,
  },
  "no way to /mcp": {
    tampering: { ask: (_, { url }) => (url === "/mcp" ? "/nowhere" : undefined) },
    found: ["mcp"],
    isOnly: true,
  },
  "a manifest of another release": {
    tampering: {
      answer: (it) => {
        if (it.path !== "/manifest.json") return;
        delete it.headers["content-encoding"];
        it.body = Buffer.from(
          JSON.stringify({
            version: 2,
            release: "0".repeat(16),
            base_url: "https://x.example",
            artifacts: {},
            segments: [],
          }),
        );
      },
    },
    found: ["torn"],
  },
};

describe("finds the planted fault", () => {
  test.for(Object.entries(PLANTED))("%s", async ([, { tampering, found, isOnly }]) => {
    const faults = await faultsOf(tampering);
    expect(faults).toEqual(expect.arrayContaining([...found]));
    if (isOnly === true) expect(faults.toSorted()).toEqual([...found].toSorted());
  });
});

test("a publication without a sidecar is examined without the sidecar's paths", async () => {
  const tampering: ProxyFaults = {
    ask: (_, { url = "" }) =>
      /^\/(?:mcp|api\/reviews\/search|api\/websub\/hub)(?!.*json)/.test(url) ? "/nowhere" : undefined,
  };
  expect(await faultsOf(tampering, true)).toEqual([]);
});

test("the command prints how to fix faults, and reports unreachable URLs", async () => {
  const run = (...args: string[]) =>
    new Promise<{ status: number | null; text: string }>((resolve) => {
      const child = spawn(process.execPath, [join(ROOT, "scripts", "doctor.ts"), ...args]);
      let text = "";
      child.stdout.on("data", (part: Buffer) => (text += part.toString()));
      child.stderr.on("data", (part: Buffer) => (text += part.toString()));
      child.on("close", (status) => resolve({ status, text }));
    });
  expect(await run("nowhere")).toMatchObject({ status: 2 });
  const dead = await run("http://127.0.0.1:1");
  expect(dead.status).toBe(1);
  expect(dead.text).toMatch(/does not answer\n.*ECONNREFUSED.*\n {2}fix: start the server/);
  const good = await run(sidecar.origin);
  expect(good).toMatchObject({ status: 0, text: expect.stringMatching(/nothing to fix\n$/) as string });
  expect(JSON.parse((await run(sidecar.origin, "--json")).text)).toMatchObject({ faults: 0 });
  expect(
    renderFindings([{ level: "fault", name: "no304", where: ["a", "b", "c", "d", "e", "f"] }]),
  ).toContain("and 1 more");
});
