import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { zipSync } from "fflate";
import { readJsonOf } from "../support/build.ts";
import { BUSINESS, emptyFolder, writeContent } from "../support/content.ts";
import { runScript, SITE } from "../support/deploy.ts";

vi.setConfig({ testTimeout: 60_000 });

const rows = (...lines: readonly string[]): string => `author,rating,date,text\n${lines.join("\n")}\n`;
const SECRET = "Bearer do-not-print";

const server = createServer((request, response) => {
  if (request.url === "/moved") response.writeHead(302, { location: "/export.csv?key=1" }).end();
  else if (request.headers.authorization !== SECRET) response.writeHead(401).end();
  else response.end(rows("Ida,4,2026-03-02,From a URL"));
});
let origin = "";

beforeAll(async () => {
  origin = await new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
});
afterAll(() => void server.close());

interface Publication {
  readonly reviews: readonly { readonly author: string }[];
}

/** A folder with content, exports in each form, and the list of sources. */
function project(sources: readonly object[]) {
  const folder = emptyFolder();
  const business = { ...BUSINESS, publishing: { ...BUSINESS.publishing, base_url: SITE } };
  writeContent(join(folder, "content"), { business });
  mkdirSync(join(folder, "exports", "more"), { recursive: true });
  writeFileSync(join(folder, "exports", "one.csv"), rows("Ada,5,2026-03-01,From a file"));
  writeFileSync(join(folder, "exports", "more", "two.csv"), rows("Bo,5,2026-03-01,From a folder"));
  const archive = zipSync({ "three.csv": Buffer.from(rows("Cy,3,2026-03-01,From an archive")) });
  writeFileSync(join(folder, "exports", "three.zip"), archive);
  writeFileSync(join(folder, "exports", "broken.csv"), "nothing,here\n1,2\n");
  writeFileSync(join(folder, "content", "sources.json"), JSON.stringify({ sources }));
  const sync = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
    runScript("sync", ["--static", ...args], { cwd: folder, env });
  const authors = (): string[] =>
    readJsonOf<Publication>(join(folder, "dist"), "/reviews.json")
      .reviews.map(({ author }) => author)
      .toSorted();
  return { folder, sync, authors };
}

const csv = (name: string, from: string, more: object = {}) => ({
  name,
  format: "csv",
  from,
  source: "google",
  ...more,
});

describe("npm run sync", () => {
  test("imports files, folders, archives and URLs, then builds and deploys", async () => {
    const { folder, sync, authors } = project([
      csv("file", "exports/one.csv"),
      csv("folder", "exports/more"),
      csv("archive", "exports/three.zip"),
      csv("url", `${origin}/export.csv?key=hidden`, { headers: { authorization: "REVIEWS_TOKEN" } }),
    ]);
    const live = join(folder, "live", "dist");
    const temporary = emptyFolder();
    const env = { REVIEWS_TOKEN: SECRET, DEPLOY_TARGET: pathToFileURL(live).href, TMPDIR: temporary };
    const run = await sync(env);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout.match(/^== .*$/gm)).toEqual(["== file", "== folder", "== archive", "== url"]);
    expect(run.stdout.match(/^ {2}added +1$/gm)).toHaveLength(4);
    expect(authors()).toEqual(["Ada", "Bo", "Cy", "Ida"]);
    expect(readJsonOf<Publication>(live, "/reviews.json").reviews).toHaveLength(4);
    expect(run.stdout + run.stderr).not.toMatch(/do-not-print|hidden/);

    const again = await sync(env);
    expect(again.stdout.match(/^nothing changed$/gm)).toHaveLength(4);
    expect(again.stdout).toContain("0 uploaded (0 bytes), 0 removed");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("goes on after a source that fails, and says so in its exit status", async () => {
    const { sync, authors } = project([
      csv("gone", "exports/none.csv"),
      csv("broken", "exports/broken.csv"),
      csv("mistaken", "exports/one.csv", { authors: "nobody" }),
      csv("refused", `${origin}/export.csv?key=hidden`),
      csv("unset", `${origin}/export.csv`, { headers: { authorization: "NOT_SET_ANYWHERE" } }),
      csv("moved", `${origin}/moved`, { headers: { authorization: "REVIEWS_TOKEN" } }),
      csv("plain", "http://reviews.example/export.csv"),
      csv("whole", "exports/one.csv"),
    ]);
    const run = await sync({ REVIEWS_TOKEN: SECRET });
    expect(run.status).toBe(1);
    expect(authors()).toEqual(["Ada"]);
    for (const line of [
      /^gone: exports.none\.csv: cannot be read \(ENOENT\)$|^gone: .*exports.none\.csv: cannot be read \(ENOENT\)$/m,
      /^broken: .*rating/m,
      /^mistaken: --authors must be one of full, initials, first \(got "nobody"\)$/m,
      /^refused: http:\/\/127\.0\.0\.1:\d+\/export\.csv: answered 401; check the URL and its headers$/m,
      /^unset: http:\S+\/export\.csv: set NOT_SET_ANYWHERE in the environment$/m,
      /^moved: http:\S+\/moved: answered 302; check the URL and its headers$/m,
      /^plain: http:\/\/reviews\.example\/export\.csv: must be https$/m,
      /^not synchronized: gone, broken, mistaken, refused, unset, moved, plain$/m,
    ])
      expect(run.stderr).toMatch(line);
    expect(run.stdout + run.stderr).not.toMatch(/do-not-print|hidden/);
  });

  test("shows what would change, and changes nothing", async () => {
    const { folder, sync } = project([csv("file", "exports/one.csv")]);
    const run = await sync({}, "--dry-run");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout).toMatch(/dry run: would write/);
    expect(readdirSync(join(folder, "content", "reviews"))).toEqual([]);
    expect(readdirSync(folder)).not.toContain("dist");
  });

  test("names every mistake in sources.json", async () => {
    const { folder, sync } = project([{ name: "a", format: "csv", url: "x" }]);
    const run = await sync({});
    expect(run).toMatchObject({ status: 1, stdout: "" });
    expect(run.stderr).toContain("content/sources.json: sources[0]");
    expect(run.stderr).toMatch(/from/);
    writeFileSync(join(folder, "content", "sources.json"), "{");
    expect((await sync({})).stderr).toContain("content/sources.json: is not JSON");
  });
});
