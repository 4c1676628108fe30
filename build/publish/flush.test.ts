import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { flush, flushTree } from "./flush.ts";

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

/** A file that cannot be opened: only flushing file by file notices it. */
function treeWithDanglingLink(): string {
  const folder = tree();
  symlinkSync("nowhere", join(folder, "a", "b", "dangling"));
  return folder;
}

test("the command flushes the whole file system, without touching each file", async () => {
  const folder = treeWithDanglingLink();
  const [script, log] = [join(emptyFolder(), "sync"), join(emptyFolder(), "log")];
  writeFileSync(script, `#!/bin/sh\necho "$@" > ${log}\n`);
  chmodSync(script, 0o755);
  await flushTree(folder, script);
  expect(readFileSync(log, "utf8")).toBe(`-f ${folder}\n`);
});

test.for(["no-such-command", "false"])("after %s every file at any depth is flushed", (command) =>
  expect(flushTree(treeWithDanglingLink(), command)).rejects.toThrow("ENOENT"),
);

test("flushing one path fails if it does not exist", () =>
  expect(flush(join(emptyFolder(), "gone"))).rejects.toThrow("ENOENT"));

test("a flushed file is closed", async ({ skip }) => {
  skip(!existsSync("/proc/self/fd"), "open files can be counted on Linux only");
  const file = join(tree(), "1");
  await flush(file);
  const targets = readdirSync("/proc/self/fd").map((fd) => {
    try {
      return readlinkSync(join("/proc/self/fd", fd));
    } catch {
      return "";
    }
  });
  expect(targets).not.toContain(file);
});

test("Windows flushes files that are open for writing, and no folder", async () => {
  const folder = tree();
  const file = join(folder, "1");
  chmodSync(file, 0o600);
  await expect(flush(file, "win32")).resolves.toBeUndefined();
  // A folder can nowhere be opened for writing: flushing it as a file would be EISDIR.
  await expect(flush(folder, "win32")).resolves.toBeUndefined();
});
