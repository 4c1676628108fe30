import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { argumentsOf } from "./script-arguments.ts";

test("benches start programs as the scripts do, with absolute paths", () => {
  const flags = { build: ["--no-allocation-site-pretenuring"], sidecar: [] };
  for (const script of ["build", "sidecar"] as const) {
    const [memory, ...others] = argumentsOf(script);
    const [preload = "", program = ""] = others.splice(-2);
    expect(memory).toMatch(/^--max-semi-space-size=\d+$/);
    expect(preload).toMatch(/^--import=\//);
    for (const file of [preload.slice("--import=".length), program]) expect(existsSync(file)).toBe(true);
    expect(others).toEqual(flags[script]);
  }
});
