import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import type { Manifest } from "../../model/manifest.ts";
import { FileLock } from "./lock.ts";
import { readManifest } from "./read-manifest.ts";
import { Releases } from "./releases.ts";
import { Staging } from "./staging.ts";

async function publish(out: string, text: string): Promise<string> {
  const releases = new Releases(out);
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  const staging = new Staging(started.value, await releases.current(), "2026-01-01T00:00:00Z");
  await staging.add({ path: "/", mediaType: "text/plain", body: Buffer.from(text) });
  const { root } = await staging.finish("https://a.example");
  await releases.swap(started.value, root.release);
  releases.unlock();
  return root.release;
}

const namesOf = (out: string): string[] =>
  readdirSync(`${out}.releases`)
    .filter((name) => name !== "build.lock")
    .toSorted();
const numbersOf = (out: string): string[] => namesOf(out).map((name) => name.split("-")[0] ?? "");

test("a release is numbered, and the link leads to it by a relative path", async () => {
  const out = join(emptyFolder(), "dist");
  const release = await publish(out, "one");
  expect(namesOf(out)).toEqual([`000001-${release}`]);
  expect(readlinkSync(out)).toBe(join("dist.releases", `000001-${release}`));
  expect(readFileSync(join(out, "index.html"), "utf8")).toBe("one");
  expect(existsSync(`${out}.next`)).toBe(false);
});

test("three releases are kept, and on demand only the published one", async () => {
  const out = join(emptyFolder(), "dist");
  for (const text of ["1", "2", "3", "4", "5"]) await publish(out, text);
  expect(numbersOf(out)).toEqual(["000003", "000004", "000005"]);
  expect(readFileSync(join(out, "index.html"), "utf8")).toBe("5");
  await new Releases(out).removeOlder();
  expect(numbersOf(out)).toEqual(["000005"]);
});

test("the oldest of three releases retires, so that its folder can become the next one", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  await publish(out, "1");
  await publish(out, "2");
  expect(await releases.retire()).toBeUndefined();
  await publish(out, "3");
  const [oldest = ""] = namesOf(out);
  const retired = await releases.retire();
  expect(retired?.name).toBe(oldest);
  expect(basename(retired?.folder ?? "")).toMatch(/^\.staging-/);
  expect(readFileSync(join(retired?.folder ?? "", "index.html"), "utf8")).toBe("1");
  expect(await releases.names()).toHaveLength(2);
});

test("a spare copy retires before any release", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  for (const text of ["1", "2", "3"]) await publish(out, text);
  const copy = await releases.newStaging();
  writeFileSync(join(copy, "index.html"), "spare");
  const name = await releases.spares.add(copy);
  await publish(out, "4");
  expect(await releases.spares.names()).toEqual([name]);
  const retired = await releases.retire();
  expect(retired?.name).toBe(name);
  expect(readFileSync(join(retired?.folder ?? "", "index.html"), "utf8")).toBe("spare");
  expect(await releases.spares.names()).toEqual([]);
  expect(await releases.names()).toHaveLength(3);
});

test("spare copies go with the older releases", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  for (const text of ["1", "2"]) await publish(out, text);
  await releases.spares.add(await releases.newStaging());
  await releases.removeOlder();
  expect(numbersOf(out)).toEqual(["000002"]);
});

test("the published release does not retire, even if it is the oldest", async () => {
  const out = join(emptyFolder(), "dist");
  const releases = new Releases(out);
  for (const text of ["1", "2", "3"]) await publish(out, text);
  expect([await releases.stepBack(), await releases.stepBack()]).toEqual([true, true]);
  expect(readFileSync(join(out, "index.html"), "utf8")).toBe("1");
  expect(await releases.currentName()).toBe(namesOf(out)[0]);
  expect(await releases.retire()).toBeUndefined();
  expect(await releases.stepBack()).toBe(false);
  expect(readFileSync(join(out, "index.html"), "utf8")).toBe("1");
});

test("the current release is undefined before the first one and where it is not a manifest", async () => {
  const out = join(emptyFolder(), "dist");
  expect(await new Releases(out).current()).toBeUndefined();
  const release = await publish(out, "one");
  expect((await new Releases(out).current())?.root.release).toBe(release);
  writeFileSync(join(out, "manifest.json"), "{}");
  expect(await new Releases(out).current()).toBeUndefined();
  expect(readManifest(join(out, "no-such-file"))).toBeUndefined();
});

test("a manifest of version 1 is read as the previous release: it lists every artifact in the root", async () => {
  const out = join(emptyFolder(), "dist");
  await publish(out, "one");
  const file = join(out, "manifest.json");
  const { segments: _, ...root } = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const artifacts = { ...root.artifacts, "/reviews/A/": root.artifacts["/"] };
  writeFileSync(file, JSON.stringify({ ...root, version: 1, artifacts }));
  const listing = await new Releases(out).current();
  expect(listing?.whole().artifacts).toEqual(artifacts);
  expect(listing?.artifact("/reviews/A/")).toEqual(root.artifacts["/"]);
});

test("what a killed build left is removed before the next one", async () => {
  const out = join(emptyFolder(), "dist");
  await publish(out, "1");
  const folder = `${out}.releases`;
  mkdirSync(join(folder, "note-000002-kept"));
  for (const name of [".staging-7", "000002-unpublished", "notes"]) mkdirSync(join(folder, name));
  symlinkSync("nowhere", `${out}.next`);
  const releases = new Releases(out);
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  expect(started.value).toMatch(/\/\.staging-[0-9a-f-]{36}$/);
  expect(namesOf(out)).toEqual([
    basename(started.value),
    expect.stringMatching(/^000001-/),
    "note-000002-kept",
    "notes",
  ]);
  expect(lstatSync(`${out}.next`, { throwIfNoEntry: false })).toBeUndefined();
  await releases.discard(started.value);
  releases.unlock();
  expect(namesOf(out)).toEqual([expect.stringMatching(/^000001-/), "note-000002-kept", "notes"]);
});

test("releases over the limit that a killed build was about to remove are removed", async () => {
  const out = join(emptyFolder(), "dist");
  for (const text of ["1", "2", "3"]) await publish(out, text);
  mkdirSync(join(`${out}.releases`, "000000-old"));
  const releases = new Releases(out);
  await releases.begin();
  expect(namesOf(out).filter((name) => /^\d/.test(name))).toHaveLength(3);
  expect(existsSync(join(`${out}.releases`, "000000-old"))).toBe(false);
  releases.unlock();
});

test("an empty folder is replaced; a foreign folder, file or link is refused and left alone", async () => {
  const folder = emptyFolder();
  const [empty, full, file, link] = ["empty", "full", "file", "link"].map((name) => join(folder, name));
  if (!empty || !full || !file || !link) throw new Error("no paths");
  mkdirSync(empty);
  await publish(empty, "one");
  expect(lstatSync(empty).isSymbolicLink()).toBe(true);
  mkdirSync(full);
  writeFileSync(join(full, "mine"), "mine");
  writeFileSync(file, "mine");
  symlinkSync(full, link);
  const refused = "it exists and is not a release of ours; move it away or name another folder with --out";
  expect(await new Releases(full).begin()).toEqual({ ok: false, error: refused });
  expect(await new Releases(file).begin()).toEqual({ ok: false, error: refused });
  expect(await new Releases(link).begin()).toEqual({
    ok: false,
    error: `it is a link to ${full}, which this build did not make; remove it or name another folder with --out`,
  });
  expect(readFileSync(join(full, "mine"), "utf8")).toBe("mine");
  expect(namesOf(full)).toEqual([]);
});

test("a lock excludes others until it is released, and its file stays", () => {
  const file = join(emptyFolder(), "lock");
  const first = FileLock.acquire(file);
  expect(first).toBeDefined();
  expect(FileLock.acquire(file)).toBeUndefined();
  first?.release();
  expect(existsSync(file)).toBe(true);
  FileLock.acquire(file)?.release();
  expect(() => FileLock.acquire(join(emptyFolder(), "gone", "lock"))).toThrow("cannot be locked");
});

test("a second build is refused while the first one runs", async () => {
  const out = join(emptyFolder(), "dist");
  const first = new Releases(out);
  expect(await first.begin()).toMatchObject({ ok: true });
  expect(await new Releases(out).begin()).toEqual({
    ok: false,
    error: "another build is publishing to it; wait until it has finished",
  });
  first.unlock();
});

test("a staging folder that disappears fails the build instead of being made again", async () => {
  const releases = new Releases(join(emptyFolder(), "dist"));
  const started = await releases.begin();
  if (!started.ok) throw new Error(started.error);
  rmSync(started.value, { recursive: true });
  const staging = new Staging(started.value, undefined, "2026-01-01T00:00:00Z");
  const body = Buffer.from("text");
  await expect(staging.add({ path: "/a/b/", mediaType: "text/plain", body })).rejects.toThrow("ENOENT");
  expect(existsSync(started.value)).toBe(false);
  releases.unlock();
});

test("leftovers are removed before the first release as well", async () => {
  const out = join(emptyFolder(), "dist");
  mkdirSync(join(`${out}.releases`, "000001-unpublished"), { recursive: true });
  const releases = new Releases(out);
  await releases.begin();
  expect(existsSync(join(`${out}.releases`, "000001-unpublished"))).toBe(false);
  releases.unlock();
  releases.unlock();
});

test("a refusal gives the lock back", async () => {
  const out = join(emptyFolder(), "dist");
  mkdirSync(out);
  writeFileSync(join(out, "mine"), "mine");
  const refusal = await new Releases(out).begin();
  expect(refusal.ok).toBe(false);
  expect(await new Releases(out).begin()).toEqual(refusal);
});

test("discarding a folder that is gone is no error", () =>
  expect(new Releases(join(emptyFolder(), "dist")).discard("/no/such/folder")).resolves.toBeUndefined());
