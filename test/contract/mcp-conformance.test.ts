import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CheckResult,
  NOT_APPLICABLE,
  runConformance,
  UNTESTABLE_CHECKS,
} from "../support/conformance.ts";
import { ROOT } from "../support/content.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

let running: Running;
let scenarios: Map<string, readonly CheckResult[]>;

beforeAll(async () => {
  running = await startSidecar(publishedSample());
  scenarios = await runConformance(`${running.origin}/mcp`);
}, 120_000);
afterAll(() => running.stop());

test("every applicable scenario of the conformance suite passes, in all revisions", () => {
  const applied = [...scenarios].filter(([name]) => !(name in NOT_APPLICABLE));
  expect(applied.map(([name]) => name).toSorted()).toEqual([
    "caching",
    "completion-complete",
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
    "ping",
    "prompts-list",
    "resources-list",
    "sep-2164-resource-not-found",
    "server-initialize",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "server-stateless",
    "tools-list",
  ]);
  const failed = applied.flatMap(([name, checks]) =>
    checks
      .filter(({ id, status }) => status === "FAILURE" && !UNTESTABLE_CHECKS.includes(id))
      .map(({ id, errorMessage }) => `${name} ${id}: ${errorMessage}`),
  );
  expect(failed).toEqual([]);
  for (const [name, checks] of applied)
    expect(checks.filter(({ status }) => status === "SUCCESS").length, name).toBeGreaterThan(0);
});

test("the untestable checks report themselves as not testable", () => {
  const untestable = (scenarios.get("server-stateless") ?? []).filter(({ status }) => status === "FAILURE");
  expect(untestable.map(({ id }) => id).toSorted()).toEqual(UNTESTABLE_CHECKS.toSorted());
  for (const { errorMessage } of untestable) expect(errorMessage).toContain("Not testable");
});

test("every message fits the schema of its revision, in scenarios that do not apply too", () => {
  const wire = [...scenarios.values()].flat().filter(({ id }) => id === "wire-schema-valid");
  expect(wire.length).toBeGreaterThan(40);
  expect(wire.filter(({ status }) => status === "FAILURE")).toEqual([]);
});

test("each scenario that does not apply is in the suite and, with its reason, in the docs", () => {
  const docs = readFileSync(join(ROOT, "docs", "mcp.md"), "utf8");
  for (const [name, reason] of Object.entries(NOT_APPLICABLE)) {
    expect([...scenarios.keys()], name).toContain(name);
    expect(docs, name).toContain(`\`${name}\``);
    expect(docs, reason).toContain(reason);
  }
  for (const id of UNTESTABLE_CHECKS) expect(docs).toContain(`\`${id}\``);
});
