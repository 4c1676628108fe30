import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { FileLock } from "./lock.ts";

test("a lock is held once, until it is released", () => {
  const file = join(emptyFolder(), ".lock");
  const lock = FileLock.acquire(file);
  expect(lock).toBeDefined();
  expect(FileLock.acquire(file)).toBeUndefined();
  expect(FileLock.acquire(file)).toBeUndefined();
  lock?.release();
  const next = FileLock.acquire(file);
  expect(next).toBeDefined();
  next?.release();
});

test("what is not a lock is an error, not a lock that another build holds", () => {
  const folder = emptyFolder();
  expect(() => FileLock.acquire(join(folder, "gone", ".lock"))).toThrow("cannot be locked");
  mkdirSync(join(folder, "folder"));
  expect(() => FileLock.acquire(join(folder, "folder"))).toThrow("cannot be locked");
  const text = join(folder, "text");
  writeFileSync(text, "no database ".repeat(100));
  expect(() => FileLock.acquire(text)).toThrow("not a database");
});
