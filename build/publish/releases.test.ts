import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { takeLock } from "./lock.ts";
import { readManifest, Releases } from "./releases.ts";
import { Staging } from "./staging.ts";

/** A process that certainly does not exist: above the largest pid of Linux. */
const NOBODY = 2 ** 22 + 1;

async function publish(out: string, text: string): Promise<string> {
  const releases = new Releases(out);
  const started = await releases.begin(process.pid);
  if (!started.ok) throw new Error(started.error);
  const staging = new Staging(started.value, await releases.current(), "2026-01-01T00:00:00Z");
  await staging.add({ path: "/", mediaType: "text/plain", body: Buffer.from(text) });
  const manifest = await staging.finish("https://a.example");
  await releases.swap(started.value, manifest.release);
  await releases.unlock();
  return manifest.release;
}

const namesOf = (out: string): string[] => readdirSync(`${out}.releases`).toSorted();
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

test("the current manifest is undefined before the first release and where it is not a manifest", async () => {
  const out = join(emptyFolder(), "dist");
  expect(await new Releases(out).current()).toBeUndefined();
  const release = await publish(out, "one");
  expect((await new Releases(out).current())?.release).toBe(release);
  writeFileSync(join(out, "manifest.json"), "{}");
  expect(await new Releases(out).current()).toBeUndefined();
  expect(await readManifest(join(out, "no-such-file"))).toBeUndefined();
});

test("a release is complete while every file has its length", async () => {
  const out = join(emptyFolder(), "dist");
  await publish(out, "x".repeat(1000));
  const releases = new Releases(out);
  const manifest = await releases.current();
  if (manifest === undefined) throw new Error("no manifest");
  expect(await releases.isComplete(manifest)).toBe(true);
  truncateSync(join(out, "index.html.gz"), 1);
  expect(await releases.isComplete(manifest)).toBe(false);
  await publish(out, "x".repeat(999));
  const next = (await releases.current()) ?? manifest;
  expect(await releases.isComplete(next)).toBe(true);
  truncateSync(join(out, "index.html"), 1);
  expect(await releases.isComplete(next)).toBe(false);
  rmSync(join(out, "index.html"));
  expect(await releases.isComplete(next)).toBe(false);
});

test("what a killed build left is removed before the next one", async () => {
  const out = join(emptyFolder(), "dist");
  await publish(out, "1");
  const folder = `${out}.releases`;
  for (const name of [".staging-7", "000002-unpublished", "notes"]) mkdirSync(join(folder, name));
  symlinkSync("nowhere", `${out}.next`);
  const releases = new Releases(out);
  const started = await releases.begin(process.pid);
  expect(started).toEqual({ ok: true, value: join(folder, `.staging-${process.pid}`) });
  expect(namesOf(out)).toEqual([
    ".lock",
    `.staging-${process.pid}`,
    expect.stringMatching(/^000001-/),
    "notes",
  ]);
  expect(lstatSync(`${out}.next`, { throwIfNoEntry: false })).toBeUndefined();
  await releases.discard(started.ok ? started.value : "");
  await releases.unlock();
  expect(namesOf(out)).toEqual([expect.stringMatching(/^000001-/), "notes"]);
});

test("releases over the limit that a killed build was about to remove are removed", async () => {
  const out = join(emptyFolder(), "dist");
  for (const text of ["1", "2", "3"]) await publish(out, text);
  mkdirSync(join(`${out}.releases`, "000000-old"));
  const releases = new Releases(out);
  await releases.begin(process.pid);
  expect(namesOf(out).filter((name) => /^\d/.test(name))).toHaveLength(3);
  expect(existsSync(join(`${out}.releases`, "000000-old"))).toBe(false);
  await releases.unlock();
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
  expect(await new Releases(full).begin(process.pid)).toEqual({ ok: false, error: refused });
  expect(await new Releases(file).begin(process.pid)).toEqual({ ok: false, error: refused });
  expect(await new Releases(link).begin(process.pid)).toEqual({
    ok: false,
    error: `it is a link to ${full}, which this build did not make; remove it or name another folder with --out`,
  });
  expect(readFileSync(join(full, "mine"), "utf8")).toBe("mine");
  expect(namesOf(full)).toEqual([]);
});

test("a lock is refused while its process lives, and taken over from a dead or broken one", async () => {
  const lock = join(emptyFolder(), "lock");
  expect(await takeLock(lock, process.ppid)).toBeUndefined();
  expect(readFileSync(lock, "utf8")).toBe(`${process.ppid}\n`);
  expect(await takeLock(lock, process.pid)).toBe(
    `another build (process ${process.ppid}) is publishing to it; wait, or remove ${lock} if it is not a build`,
  );
  for (const dead of [`${NOBODY}\n`, "", "0\n", "-1\n", "1.5\n", "no number\n"]) {
    writeFileSync(lock, dead);
    expect(await takeLock(lock, process.pid)).toBeUndefined();
    expect(readFileSync(lock, "utf8")).toBe(`${process.pid}\n`);
  }
  expect(await takeLock(lock, process.pid)).toBeUndefined();
  await expect(takeLock(join(emptyFolder(), "gone", "lock"), process.pid)).rejects.toThrow("ENOENT");
});

test("a second build is refused while the first one runs", async () => {
  const out = join(emptyFolder(), "dist");
  mkdirSync(`${out}.releases`);
  writeFileSync(join(`${out}.releases`, ".lock"), `${process.ppid}\n`);
  const started = await new Releases(out).begin(process.pid);
  expect(started).toMatchObject({
    ok: false,
    error: expect.stringContaining(`another build (process ${process.ppid})`),
  });
});
