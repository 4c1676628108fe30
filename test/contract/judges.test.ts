import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { audit, AUDITED_URL, CHROMIUM, isChromiumThere } from "../support/audit.ts";
import { fileOf } from "../../model/manifest.ts";
import { artifactsOf, buildOrFail, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";
import { HOSTILE } from "../support/hostile.ts";
import { startSidecar } from "../support/sidecar.ts";

const isJavaThere = spawnSync("java", ["-version"]).status === 0;
if (!isJavaThere)
  process.stderr.write(
    "SKIPPED: java is missing, so the Nu Html Checker checked no page; install a JRE, version 11 or later\n",
  );
if (!isChromiumThere)
  process.stderr.write(`SKIPPED: ${CHROMIUM} is missing, so Lighthouse audited no page\n`);

const folder = emptyFolder();
const dist = join(folder, "dist");
let paths: string[] = [];

beforeAll(() => {
  buildOrFail(join(ROOT, "content"), dist, "--base-url", AUDITED_URL);
  paths = pathsOf(dist);
});

/** Pages, style sheets and drawings. */
function pathsOf(release: string): string[] {
  return artifactsOf(readManifestOf(release))
    .filter(([, { media_type }]) => /^(text\/html|text\/css|image\/svg)/.test(media_type))
    .map(([path]) => path);
}

/** Returns the messages of the checker behind the W3C's validator. */
function messagesFor(release: string, checkedPaths: readonly string[]): string[] {
  const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
  const files = checkedPaths.map((path) => join(release, fileOf(path)));
  const args = [
    "-jar",
    jar,
    "--format",
    "json",
    "--also-check-css",
    "--also-check-svg",
    "--no-langdetect",
    ...files,
  ];
  const { stderr } = spawnSync("java", args, { encoding: "utf8", maxBuffer: 1 << 26 });
  const { messages } = JSON.parse(stderr) as {
    messages: { type: string; url: string; lastLine: number; message: string }[];
  };
  return messages.map(({ type, url, lastLine, message }) => `${url}:${lastLine} ${type}: ${message}`);
}

describe.skipIf(!isJavaThere)("the Nu Html Checker", { timeout: 60_000 }, () => {
  test("reports nothing for any page, style sheet or drawing", () => {
    expect(messagesFor(dist, paths)).toEqual([]);
  });

  test("reports nothing for hostile texts or for a publication without reviews", () => {
    const hostile = HOSTILE.map((text) =>
      review({ text, author: `<b>"A" & 'B'</b></script>`, owner_reply: { text, date: "2026-03-02" } }),
    );
    for (const [name, reviews] of [["hostile", hostile] as const, ["empty", []] as const]) {
      const out = join(folder, `${name}-dist`);
      buildOrFail(writeContent(join(folder, name), { reviews: { "all.json": reviews } }), out);
      expect(messagesFor(out, pathsOf(out)), name).toEqual([]);
    }
  });
});

describe.skipIf(!isChromiumThere)("Lighthouse", { timeout: 90_000 }, () => {
  test("gives full marks except for speed, which depends on the machine's load, and sees no layout shift", async () => {
    const running = await startSidecar(dist);
    const one = paths.find((path) => path.startsWith("/reviews/0")) ?? "";
    for (const page of await audit(running.port, ["/", one])) {
      expect(page.layoutShift, page.path).toBe(0);
      const { performance: _, ...scores } = page.scores;
      expect(scores, `${page.path}: ${page.findings.join("; ")}`).toMatchObject({
        accessibility: 100,
        "best-practices": 100,
        seo: 100,
      });
    }
    await running.stop();
  });
});
