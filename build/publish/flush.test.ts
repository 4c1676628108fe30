import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { flushTree } from "./flush.ts";

function tree(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, "a", "b"), { recursive: true });
  for (const name of ["1", "a/2", "a/b/3"]) writeFileSync(join(folder, name), name);
  return folder;
}

test("a folder is flushed with the command of the system", () =>
  expect(flushTree(tree())).resolves.toBeUndefined());

test.for(["no-such-command", "false"])("and without it, file by file: %s", (command) =>
  expect(flushTree(tree(), command)).resolves.toBeUndefined(),
);

test("a folder that is gone is an error, not a silence", () =>
  expect(flushTree(join(emptyFolder(), "gone"))).rejects.toThrow("ENOENT"));
