import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBuild } from "../support/build.ts";
import { emptyFolder, idOf, review, ROOT, writeContent } from "../support/content.ts";

const PRAISED = "The visit went swimmingly for us.";
const BLAMED = "The gizmo wobbled all night for us.";

/** As many reviews of each kind, and one whose words only the ratings can teach. */
function contentOf(count: number): string {
  const folder = join(emptyFolder(), "content");
  const texts = Array.from({ length: 2 * count }, (_, index) => (index % 2 === 0 ? PRAISED : BLAMED));
  const reviews = [...texts, "All of it wobbled for the whole night."].map((text, index) =>
    review({ id: idOf(index + 1), text, rating: text === PRAISED ? 5 : 1 }),
  );
  writeContent(folder, { reviews: { "all.json": reviews } });
  return folder;
}

const learn = (content: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, "scripts", "learn.ts"), "--content", content, ...args], {
    encoding: "utf8",
  });

test("learned.json is written by the command, which lists the verdicts that change", () => {
  const content = contentOf(120);
  const file = join(content, "learned.json");
  const dry = learn(content, "--dry-run");
  expect(dry).toMatchObject({ status: 0, stderr: "" });
  expect(dry.stdout).toMatch(
    /^\d+ weights from 120 reviews with four or five stars and 121 with one or two\n/,
  );
  expect(dry.stdout).toMatch(/\n {2}\S{26} text: neutral -> negative \(“[^”]+”\)\n/);
  expect(dry.stdout).toContain("was not written (--dry-run)");
  expect(existsSync(file)).toBe(false);
  expect(learn(content).stdout).toBe(dry.stdout.replace("was not written (--dry-run)", "was written"));
  const learned = JSON.parse(readFileSync(file, "utf8")) as { weights: Record<string, number> };
  expect(learned.weights["wobbled"]).toBeLessThan(0);
  expect(learned.weights["swimmingly"]).toBeGreaterThan(0);
  expect(learn(content).stdout).toContain("\n0 verdicts change\n");
});

test("too few reviews teach nothing", () => {
  const { status, stdout } = learn(contentOf(29), "--dry-run");
  expect(status).toBe(0);
  expect(stdout).toContain(
    "no weights: 29 reviews with four or five stars and 30 with one or two; 30 of each are needed\n",
  );
});

test("a learned.json that is no such file refuses the build", () => {
  const content = contentOf(1);
  writeFileSync(join(content, "learned.json"), '{ "high": 1, "low": -1, "weights": {} }');
  const built = runBuild(["--content", content, "--out", join(content, "..", "dist"), "--no-cache"]);
  expect(built.status).toBe(1);
  expect(built.stderr).toContain("learned.json: low: ");
  expect(learn(content).status).toBe(1);
});
