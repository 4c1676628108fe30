import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../test/support/content.ts";
import { nodeProblem, OLDEST_NODE } from "./node-version.ts";

test.for([
  ["20.20.2", false],
  ["22.9.0", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.0.0", true],
  ["24.21.0", true],
  ["100.1.0", true],
] as const)("Node %s is new enough: %s", ([version, isEnough]) => {
  expect(nodeProblem(version) === undefined).toBe(isEnough);
});

test("the oldest release is the one of package.json", () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});
