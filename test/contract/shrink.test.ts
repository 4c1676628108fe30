import { readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildOrFail, runBuild } from "../support/build.ts";
import { emptyFolder, idOf, review, writeContent } from "../support/content.ts";

const reviews = (count: number, text = "Good work."): object[] =>
  Array.from({ length: count }, (_, at) => review({ id: idOf(at), text }));

function site() {
  const content = writeContent(emptyFolder(), { reviews: { "a.json": [] } });
  const dist = join(emptyFolder(), "dist");
  const write = (list: readonly object[]): void =>
    writeFileSync(join(content, "reviews", "a.json"), JSON.stringify(list));
  return { dist, write, args: ["--content", content, "--out", dist, "--no-cache"], content };
}

test("a first build without reviews is fine, and so is the next one with some", () => {
  const { content, dist, write } = site();
  expect(buildOrFail(content, dist)).toMatchObject({ reviews: 0, review_changes: { added: [] } });
  write(reviews(12));
  expect(buildOrFail(content, dist).review_changes).toEqual({
    added: reviews(12)
      .map((_, at) => idOf(at))
      .toReversed(),
    changed: [],
    vanished: [],
  });
});

test("far fewer reviews than the release has are refused, and the release stays", { timeout: 60_000 }, () => {
  const { content, dist, write, args } = site();
  write(reviews(12));
  buildOrFail(content, dist);
  const release = readlinkSync(dist);
  for (const count of [6, 0]) {
    write(reviews(count));
    const refused = runBuild(args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`has 12 reviews, and the content would publish ${count}: ${idOf(11)}`);
    expect(refused.stderr).toContain("--allow-shrink");
    expect(readlinkSync(dist)).toBe(release);
  }
  const emptied = runBuild([...args, "--allow-shrink", "--ping"]);
  expect(emptied).toMatchObject({ status: 0 });
  expect(emptied.stderr).toContain("the hub was not notified: it has no reviews");
  expect(readlinkSync(dist)).not.toBe(release);
});

test("every build names the reviews that came, changed and vanished", { timeout: 60_000 }, () => {
  const { content, dist, write, args } = site();
  write(reviews(12));
  expect(runBuild(args).stdout.split("\n")).toHaveLength(2);
  expect(runBuild(args).stdout.split("\n")).toHaveLength(2);
  write([...reviews(9, "Changed."), review({ id: idOf(50) })]);
  const { stdout } = runBuild(args);
  expect(stdout).toContain(`\n1 review added: ${idOf(50)}\n9 reviews changed: ${idOf(8)} ${idOf(7)}`);
  expect(stdout).toContain(`and 4 more\n3 reviews vanished: ${idOf(11)} ${idOf(10)} ${idOf(9)}\n`);
  write(reviews(9, "Changed."));
  expect(buildOrFail(content, dist, "--base-url", "http://localhost:3000").review_changes).toEqual({
    added: [],
    changed: [],
    vanished: [idOf(50)],
  });
});
