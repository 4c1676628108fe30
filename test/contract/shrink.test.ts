import { readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
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

test(
  "builds name what came, changed and vanished, and are refused where too much would vanish",
  {
    timeout: 60_000,
  },
  () => {
    const { content, dist, write, args } = site();
    expect(buildOrFail(content, dist)).toMatchObject({ reviews: 0, review_changes: { added: [] } });
    write(reviews(12));
    const added = Array.from({ length: 12 }, (_, at) => idOf(11 - at));
    expect(buildOrFail(content, dist).review_changes).toEqual({ added, changed: [], vanished: [] });

    const release = readlinkSync(dist);
    write(reviews(6));
    const refused = runBuild(args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`has 12 reviews, and the new release would have 6: ${idOf(11)}`);
    expect(refused.stderr).toContain("--allow-shrink");
    expect(readlinkSync(dist)).toBe(release);

    write([...reviews(9, "Changed."), review({ id: idOf(50) })]);
    const { stdout } = runBuild([...args, "--base-url", "http://localhost:3000"]);
    expect(stdout).toContain(`\n1 review added: ${idOf(50)}\n9 reviews changed: ${idOf(8)} ${idOf(7)}`);
    expect(stdout).toContain(`and 4 more\n3 reviews vanished: ${idOf(11)} ${idOf(10)} ${idOf(9)}\n`);

    write([]);
    const emptied = runBuild([...args, "--allow-shrink", "--ping"]);
    expect(emptied).toMatchObject({ status: 0 });
    expect(emptied.stderr).toContain("the hub was not notified: the release has no reviews");
    expect(emptied.stdout).toContain("10 reviews vanished");
  },
);

test("a type with a typo, which has no aspects, does not replace a release that has some", () => {
  const { content, dist, write, args } = site();
  write(reviews(3));
  const file = join(content, "business.json");
  const business = JSON.parse(readFileSync(file, "utf8"));
  const withType = (type: string): void => writeFileSync(file, JSON.stringify({ ...business, type }));
  rmSync(join(content, "aspects.json"), { force: true });
  withType("AutoRepair");
  buildOrFail(content, dist);
  withType("AutoRepar");
  const refused = runBuild(args);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('"AutoRepar" has no aspects, and the published release has 11');
  expect(runBuild([...args, "--allow-shrink"]).status).toBe(0);
  expect(runBuild(args).status).toBe(0);
  // A damaged file says nothing of the aspects, and is no fault.
  writeFileSync(join(dist, "insights.json"), "{");
  write(reviews(4));
  expect(runBuild(args)).toMatchObject({ status: 0, stderr: expect.not.stringContaining("SyntaxError") });
});
