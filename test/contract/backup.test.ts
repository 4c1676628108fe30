import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { readRuntimeConfig } from "../../runtime/config.ts";
import { openPostgres } from "../../runtime/hub/store/postgres.ts";
import { openSqlite } from "../../runtime/hub/store/sqlite.ts";
import { emptyFolder, ROOT } from "../support/content.ts";
import { POSTGRES_URL, postgresAnswers } from "../support/postgres.ts";
import { publishNumber, TEST_BASE_URL } from "../support/releases.ts";
import { seedSubscriptions } from "../support/seed-subscriptions.ts";
import { send, startSidecar } from "../support/sidecar.ts";

const CALLBACKS = Array.from({ length: 500 }, (_, at) => `https://subscriber-${at}.example/callback`);

function backup(database: string, ...args: string[]) {
  const run = spawnSync(process.execPath, [join(ROOT, "scripts", "backup.ts"), ...args], {
    encoding: "utf8",
    env: { ...process.env, HUB_DATABASE: database },
  });
  return { status: run.status, text: run.stdout + run.stderr };
}

/** The state of the last subscription, as a sidecar on that database reports it. */
async function stateOn(database: string): Promise<unknown> {
  const dist = join(emptyFolder(), "dist");
  await publishNumber(dist, 1);
  const config = readRuntimeConfig({ HUB_DATABASE: database, HUB_ALLOW_CALLBACK_NETWORKS: "127.0.0.1/32" });
  if (!config.ok) throw new Error(config.error.join());
  const sidecar = await startSidecar(dist, { hub: config.value.hub });
  try {
    const query = new URLSearchParams({
      "hub.callback": CALLBACKS.at(-1) ?? "",
      "hub.topic": `${TEST_BASE_URL}/api/feed.json`,
    });
    const { status, body } = await send(sidecar.port, `/api/websub/hub?${query.toString()}`);
    return status === 200 ? (JSON.parse(body.toString()) as { state: unknown }).state : status;
  } finally {
    await sidecar.stop();
  }
}

test("a copy of the SQLite file, made while it is written to, is a hub's database", async () => {
  const folder = emptyFolder();
  const [live, copied, restored] = ["hub.sqlite", "copy.sqlite", "restored.sqlite"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const database = openSqlite(live);
  await seedSubscriptions(database, CALLBACKS, 1);
  const writing = database.transaction(async (query) => {
    await query("update subscription set failures = 1", []);
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(backup(live, copied)).toEqual({ status: 0, text: `500 subscriptions in ${copied}\n` });
  await writing;
  await database.close();
  expect(statSync(copied).mode & 0o777).toBe(0o600);
  copyFileSync(copied, restored);
  expect(await stateOn(restored)).toBe("active");
}, 30_000);

test("a failed copy is reported, and leaves no file behind", () => {
  const folder = emptyFolder();
  const [damaged, there] = [join(folder, "damaged.sqlite"), join(folder, "there")];
  writeFileSync(damaged, "x".repeat(10_000));
  writeFileSync(there, "");
  expect(backup(damaged, join(folder, "copy"))).toMatchObject({ status: 3 });
  expect(backup(damaged, there).text).toContain("exists already");
  expect(backup(join(folder, "none"), join(folder, "copy")).text).toContain("does not exist");
  expect(backup("postgres://x/y", join(folder, "copy")).text).toContain("pg_dump");
  expect(backup(damaged).status).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual(["damaged.sqlite", "there"]);
});

const hasTools = existsSync("/usr/bin/pg_dump") || spawnSync("pg_dump", ["--version"]).status === 0;
if (!hasTools) process.stderr.write("SKIPPED: backup of PostgreSQL, because pg_dump is not installed\n");

test.skipIf(!hasTools || !(await postgresAnswers()))(
  "pg_dump and pg_restore bring a hub's database back",
  async () => {
    const name = `backup_${process.pid}`;
    const url = new URL(POSTGRES_URL);
    url.pathname = `/${name}`;
    const admin = new Client({ connectionString: POSTGRES_URL });
    await admin.connect();
    const run = (command: string, ...args: string[]): void => {
      const done = spawnSync(command, args, { encoding: "utf8" });
      if (done.status !== 0) throw new Error(`${command}: ${done.stderr}`);
    };
    try {
      await admin.query(`create database ${name}`);
      const database = await openPostgres(url.href);
      await seedSubscriptions(database, CALLBACKS, 1);
      await database.close();
      const file = join(emptyFolder(), "hub.dump");
      run("pg_dump", "--format=custom", `--file=${file}`, url.href);
      await admin.query(`drop database ${name} with (force)`);
      await admin.query(`create database ${name}`);
      run("pg_restore", "--exit-on-error", "--no-owner", `--dbname=${url.href}`, file);
      expect(await stateOn(url.href)).toBe("active");
    } finally {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  },
  30_000,
);
