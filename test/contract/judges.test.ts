import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { audit, AUDITED_URL, CHROMIUM, isChromiumThere } from "../support/audit.ts";
import { fileOf } from "../../model/manifest.ts";
import { artifactsOf, buildOrFail, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { HOSTILE } from "../support/hostile.ts";
import { publishedSample } from "../support/sample.ts";
import { startSidecar } from "../support/sidecar.ts";

const isJavaThere = spawnSync("java", ["-version"]).status === 0;
if (!isJavaThere)
  process.stderr.write(
    "SKIPPED: java is missing, so the Nu Html Checker checked no page; install a JRE, version 11 or later\n",
  );
if (!isChromiumThere)
  process.stderr.write(`SKIPPED: ${CHROMIUM} is missing, so Lighthouse audited no page\n`);

const folder = emptyFolder();
let dist = "";
let paths: string[] = [];

beforeAll(() => {
  dist = publishedSample(AUDITED_URL);
  paths = pathsOf(dist);
});

/** Pages, style sheets and drawings. */
function pathsOf(release: string): string[] {
  return artifactsOf(readManifestOf(release))
    .filter(([, { media_type }]) => /^(text\/html|text\/css|image\/svg)/.test(media_type))
    .map(([path]) => path);
}

/** The checker's JVM would spend most of its time on optimizing code, and overflow the default stack before it has. */
const JVM_OPTIONS = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss4m"];

/** Returns the messages of the checker behind the W3C's validator. */
function messagesFor(files: readonly string[]): string[] {
  const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
  const options = ["--format", "json", "--also-check-css", "--also-check-svg", "--no-langdetect"];
  const { stderr } = spawnSync("java", [...JVM_OPTIONS, "-jar", jar, ...options, ...files], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const { messages } = JSON.parse(stderr) as {
    messages: { type: string; url: string; lastLine: number; message: string }[];
  };
  return messages.map(({ type, url, lastLine, message }) => `${url}:${lastLine} ${type}: ${message}`);
}

describe.skipIf(!isJavaThere)("the Nu Html Checker", { timeout: 120_000 }, () => {
  test("reports only the page that is wrong: no page, style sheet or drawing, of hostile texts or of no reviews", () => {
    const hostile = HOSTILE.map((text) =>
      review({ text, author: `<b>"A" & 'B'</b></script>`, owner_reply: { text, date: "2026-03-02" } }),
    );
    const releases = [["hostile", hostile] as const, ["empty", []] as const].map(([name, reviews]) => {
      const out = join(folder, `${name}-dist`);
      buildOrFail(writeContent(join(folder, name), { reviews: { "all.json": reviews } }), out);
      return out;
    });
    const files = [dist, ...releases].flatMap((out) => pathsOf(out).map((path) => join(out, fileOf(path))));
    const wrong = join(folder, "wrong.html");
    writeFileSync(wrong, "<!doctype html><html lang=en><title>Wrong</title><p><img src=a>");
    expect(messagesFor([...files, wrong])).toEqual([
      expect.stringMatching(/wrong\.html:\d+ error: An “img” element must have an “alt”/),
    ]);
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
