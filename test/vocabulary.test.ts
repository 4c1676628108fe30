import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/content.ts";

/** One word per concept (docs/glossary.md): what we say on the left, what nobody may say instead on the right. */
const AVOID: Record<string, readonly string[]> = {
  review: ["testimonial", "feedback"],
  mention: ["hashtag"],
  document: ["payload", "dto"],
  shard: ["chunkFile", "partition"],
  manifest: ["catalog"],
  release: ["snapshot"],
  ping: ["webhook"],
  subscription: ["registration"],
  lease: ["ttl"],
  delivery: ["fanout"],
  failure: ["strike"],
  refusal: ["rejection"],
};

/** Words that say nothing: whoever needs one has not found the name yet. */
const EMPTY_WORDS = /(Manager|Service|Helper|Util|Utils|Handler|Data|Info|Base|Impl)$/;

/** Longer files, with the reason. */
const LONG_FILES: Record<string, string> = {};

const MAX_LINES = 200;

const SOURCES = globSync("{model,build,runtime,scripts}/**/*.ts", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".test.ts"),
);

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Names that a file declares for others. */
function exportsOf(source: string): string[] {
  const pattern = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|let) (\w+)/gm;
  return [...source.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** camelCase and kebab-case names as lower-case words. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

describe.for(SOURCES)("%s", (file) => {
  const source = read(file);
  const names = [basename(file, ".ts"), ...exportsOf(source)];

  test("uses the words of the glossary", () => {
    for (const [word, avoided] of Object.entries(AVOID)) {
      for (const name of names) {
        expect(
          wordsOf(name).filter((part) => avoided.includes(part)),
          `${name}: say "${word}"`,
        ).toEqual([]);
      }
    }
  });

  test("names what it exports", () => {
    expect(exportsOf(source).filter((name) => EMPTY_WORDS.test(name))).toEqual([]);
  });

  test(`has at most ${MAX_LINES} lines`, () => {
    const lines = source.split("\n").length - 1;
    expect(lines <= MAX_LINES || file in LONG_FILES, `${lines} lines`).toBe(true);
  });

  test("has named exports only, and comes without a barrel", () => {
    expect(source).not.toMatch(/^export default|^export \* from/m);
    expect(basename(file)).not.toBe("index.ts");
  });
});

test("the glossary explains every word of the table", () => {
  const glossary = read("docs/glossary.md").replaceAll(/ +\|/g, " |");
  for (const word of Object.keys(AVOID)) expect(glossary).toContain(`| **${word}** |`);
});
