import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../build/build.ts";
import { readBuildConfig } from "../../build/config.ts";
import type { BuildOutcome } from "../../build/outcome.ts";
import { Releases } from "../../build/publish/releases.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";

/** Builds with a cache, and calls back when the content is about to be read. */
async function buildWhile(folder: string, onLoad: () => void = () => {}): Promise<BuildOutcome> {
  const args = ["--content", join(folder, "content"), "--out", join(folder, "dist")];
  const config = readBuildConfig(args, {}, () => new Date());
  if (!config.ok || config.value === "help") throw new Error("the arguments were refused");
  const built = await build(
    config.value,
    (stage) => void (stage === "load" && onLoad()),
    () => performance.now(),
  );
  if (!built.ok) throw new Error(`refused: ${built.error.join("\n")}`);
  return built.value;
}

test("a build holds the lock before it reads content: no newer release can be replaced by older content", async () => {
  const folder = emptyFolder();
  writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });
  let other: Promise<unknown> | undefined;
  await buildWhile(folder, () => {
    other = new Releases(join(folder, "dist")).begin();
  });
  expect(await other).toEqual({
    ok: false,
    error: "another build is publishing to it; wait until it has finished",
  });
});

test("content that was edited while it was read, and is again as it was, is published as it is", async () => {
  const folder = emptyFolder();
  writeContent(join(folder, "content"), { reviews: { "a.json": [review({ text: "As it was." })] } });
  const file = join(folder, "content", "reviews", "a.json");
  const before = readFileSync(file, "utf8");
  await buildWhile(folder, () => writeFileSync(file, before.replace("As it was.", "Edited meanwhile.")));
  const published = (): string => readFileSync(join(folder, "dist", "reviews.json"), "utf8");
  expect(published()).toContain("Edited meanwhile.");
  writeFileSync(file, before);
  await buildWhile(folder);
  expect(published()).toContain("As it was.");
  expect(await buildWhile(folder)).toMatchObject({ isPublished: false, analysedTexts: 0 });
});
