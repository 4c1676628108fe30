/**
 * Preloaded into a command: kills its process at the step whose number is in KILL_AT. A step is a request, the start of
 * a program, or a change of the file system. The number of steps that were taken is written to KILL_STEPS.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const killAt = Number(process.env["KILL_AT"]);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, "SIGKILL");
}

function counted<T extends object, K extends keyof T>(owner: T, name: K): void {
  const original = owner[name];
  if (typeof original !== "function") throw new Error(`${String(name)} is no function`);
  const call = original as unknown as (...args: unknown[]) => unknown;
  Object.assign(owner, {
    [name](this: unknown, ...args: unknown[]) {
      step();
      return call.apply(this, args);
    },
  });
}

counted(childProcess, "spawn");
counted(globalThis, "fetch");
for (const name of ["rename", "symlink", "copyFile", "rm", "mkdir"] as const) counted(fs.promises, name);
syncBuiltinESMExports();

process.on("exit", () => {
  const file = process.env["KILL_STEPS"];
  if (file) fs.writeFileSync(file, String(steps));
});
