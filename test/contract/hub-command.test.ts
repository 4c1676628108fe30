import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { freshSchema, postgresAnswers } from "../support/postgres.ts";
import { startSubscriber, status, subscribed, type Subscriber } from "../support/subscriber.ts";
import { trustedTls } from "../support/tls.ts";

/** `npm run hub`, on a database that a sidecar is using. */

interface CommandResult {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asynchronous, because the sidecar runs in this process. */
const runHub = (database: string, ...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const env = { ...process.env, HUB_DATABASE: database };
    const child = execFile(
      process.execPath,
      [join(ROOT, "scripts", "hub.ts"), ...args],
      { env },
      (_, stdout, stderr) => resolve({ exit: child.exitCode ?? -1, stdout, stderr }),
    );
  });

async function runJson<T>(database: string, ...args: string[]): Promise<T> {
  const { stdout, stderr } = await runHub(database, ...args, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

interface ViewDocument {
  readonly id: number;
  readonly callback: string;
  readonly state: string;
  readonly explanation: string;
  readonly attempts: readonly {
    kind: string;
    status: number | null;
    cause: string | null;
    duration_ms: number;
  }[];
}

interface ListDocument {
  readonly subscriptions: readonly ViewDocument[];
  readonly ended: readonly (ViewDocument & { readonly end_reason: string })[];
}

interface TestDatabase {
  readonly database: string;
  readonly remove: () => Promise<void>;
}

const sqlite = (): Promise<TestDatabase> =>
  Promise.resolve({ database: join(emptyFolder(), "hub.sqlite"), remove: () => Promise.resolve() });

async function postgres(): Promise<TestDatabase> {
  const { url, drop } = await freshSchema();
  return { database: url, remove: drop };
}

const DATABASES = [
  ["SQLite", sqlite] as const,
  ...((await postgresAnswers()) ? [["PostgreSQL", postgres] as const] : []),
];

describe.for(DATABASES)("%s", ([, create]) => {
  let subscriber: Subscriber;
  let hub: TestHub;
  let used: TestDatabase;
  let database: string;

  beforeAll(async () => {
    subscriber = await startSubscriber(await trustedTls());
    used = await create();
    database = used.database;
    hub = await startHub({ database, idleMs: 20 });
  });
  afterAll(async () => {
    await hub.stop();
    await subscriber.stop();
    await used.remove();
  });

  const posts = (path: string): number =>
    subscriber.received(path).filter(({ method }) => method === "POST").length;
  const activate = async (path: string, secret = "secret"): Promise<string> => {
    const callback = subscriber.url(path);
    const faults = (): unknown[] => hub.logged.filter(({ event }) => event === "hub-fault");
    await expect
      .poll(
        async () => {
          const code = await hub.subscribe(callback, { "hub.secret": secret });
          return code === 202 ? code : [code, ...faults()];
        },
        { timeout: 15_000 },
      )
      .toBe(202);
    await hub.untilState(callback, "active");
    return callback;
  };
  const show = async (target: string): Promise<ViewDocument> => {
    const { subscriptions } = await runJson<ListDocument>(database, "show", target);
    const [view] = subscriptions;
    if (view === undefined) throw new Error(`${target} is not shown`);
    return view;
  };

  test("list and show hide the path of a callback unless told to reveal it", async () => {
    const callback = await activate("/hidden/7f3a");
    for (const command of [["list"], ["show", callback], ["list", "--json"], ["show", callback, "--json"]]) {
      const { exit, stdout } = await runHub(database, ...command);
      expect(exit).toBe(0);
      expect(stdout).toContain("https://localhost/...");
      expect(stdout).not.toContain("7f3a");
      expect(stdout).not.toContain("secret");
      expect((await runHub(database, ...command, "--reveal")).stdout).toContain(callback);
    }
  });

  test("the last ten attempts of a failing callback are shown with status, duration and cause", async () => {
    subscriber.on("/failing", subscribed(status(500)));
    const callback = await activate("/failing");
    await hub.publish();
    await expect.poll(() => hub.diagnose(callback)).toMatchObject({ consecutive_failures: 1 });
    const view = await show(callback);
    expect(view.explanation).toContain("the last delivery failed (500); the next attempt is at ");
    expect(view.attempts).toMatchObject([
      { kind: "delivery", status: 500, cause: null },
      { kind: "verification", status: 200, cause: null },
    ]);
    for (const { duration_ms } of view.attempts) expect(duration_ms).toBeGreaterThanOrEqual(0);
    const { stdout } = await runHub(database, "show", callback);
    expect(stdout).toMatch(/delivery +500 +\d+ ms\n.*verification +200 +\d+ ms\n$/);
    subscriber.on(
      "/failing",
      subscribed((_request, response) => response.destroy()),
    );
    const tested = await runHub(database, "test", callback);
    expect(tested.exit).toBe(1);
    expect(tested.stdout).toMatch(/^\d+: failed: connection after \d+ ms\n$/);
    expect((await show(callback)).attempts[0]).toMatchObject({ status: null, cause: "connection" });
  });

  test("a paused subscription gets nothing and says so; resuming sends the current content", async () => {
    const callback = await activate("/paused");
    expect(await runJson(database, "pause", callback)).toMatchObject({ refused: [] });
    expect(await hub.diagnose(callback)).toMatchObject({
      state: "active",
      paused_at: expect.stringMatching(/^\d{4}-/) as string,
    });
    const other = await activate("/not-paused");
    await hub.publish();
    await subscriber.until("/not-paused", "POST", 1);
    await expect.poll(() => hub.diagnose(other)).toMatchObject({ up_to_date: true });
    expect(posts("/paused")).toBe(0);
    const paused = await show(callback);
    expect(paused).toMatchObject({ state: "active, paused" });
    expect(paused.explanation).toContain("paused by an operator");
    // A renewal does not end the pause.
    await hub.subscribe(callback, { "hub.lease_seconds": "7200" });
    await hub.untilState(callback, "active");
    expect((await runHub(database, "replay", callback)).exit).toBe(1);
    expect((await runHub(database, "test", callback)).stdout).toContain("not sent: it is paused");
    expect(posts("/paused")).toBe(0);
    expect((await runHub(database, "resume", String(paused.id))).exit).toBe(0);
    const deliveries = await subscriber.until("/paused", "POST", 1);
    const current = await (await fetch(`${hub.origin}/api/feed.json`)).text();
    expect(deliveries[0]?.body.toString()).toBe(current);
    expect(await hub.diagnose(callback)).toMatchObject({ paused_at: null });
  });

  test("resume, replay and test send the current content although it was acknowledged before", async () => {
    const callback = await activate("/again");
    await hub.publish();
    await subscriber.until("/again", "POST", 1);
    await expect.poll(() => hub.diagnose(callback)).toMatchObject({ up_to_date: true });
    expect((await runHub(database, "replay", callback)).stdout).toMatch(
      /^\d+: the current content is due\n$/,
    );
    await subscriber.until("/again", "POST", 2);
    const tested = await runHub(database, "test", callback);
    expect(tested.stdout).toMatch(/^\d+: delivered: 20\d after \d+ ms\n$/);
    expect(tested.exit).toBe(0);
    expect((await runHub(database, "resume", callback)).exit).toBe(0);
    const bodies = (await subscriber.until("/again", "POST", 4)).map(({ body }) => body.toString());
    expect(new Set(bodies)).toEqual(new Set([await (await fetch(`${hub.origin}/api/feed.json`)).text()]));
  });

  test("a removed subscription is shown as ended, by the command and by the diagnosis", async () => {
    const callback = await activate("/removed");
    expect((await runHub(database, "remove", callback)).stdout).toMatch(/^\d+: removed\n$/);
    expect(await hub.diagnose(callback)).toMatchObject({ state: "ended", end_reason: "removed" });
    const { subscriptions, ended } = await runJson<ListDocument>(database, "show", callback);
    expect(subscriptions).toEqual([]);
    expect(ended).toMatchObject([
      { state: "ended", end_reason: "removed", attempts: [{ kind: "verification" }] },
    ]);
    expect((await runHub(database, "pause", callback)).exit).toBe(1);
  });

  test("a lease that has ended is shown like in the diagnosis, before and after the sweep", async () => {
    const time = { now: Date.now() };
    const other = await create();
    const clocked = await startHub(
      { database: other.database, minLeaseSeconds: 1, defaultLeaseSeconds: 1 },
      { clock: () => time.now - 3_600_000 },
    );
    const callback = subscriber.url("/lease-over");
    await clocked.subscribe(callback);
    await clocked.untilState(callback, "active");
    time.now += 3_600_000;
    const diagnosis = await clocked.diagnose(callback);
    const { subscriptions } = await runJson<ListDocument>(other.database, "show", callback);
    expect(diagnosis).toMatchObject({ state: "ended", end_reason: "expired" });
    const { pending: _, ...shown } = diagnosis ?? {};
    expect(subscriptions).toMatchObject([shown]);
    await clocked.stop();
    await other.remove();
  });

  test("an export moves to another database, and each subscription gets the current content there", async () => {
    const callback = await activate("/moved", "the secret");
    expect((await runHub(database, "export")).exit).toBe(2);
    const exported = await runHub(database, "export", "--reveal");
    expect(exported.exit).toBe(0);
    const file = join(emptyFolder(), "export.json");
    writeFileSync(file, exported.stdout);
    const target = await create();
    const second = await startHub({ database: target.database }, { release: 50 });
    const { subscriptions } = JSON.parse(exported.stdout) as { subscriptions: object[] };
    const added = { added: subscriptions.length, existing: 0 };
    expect(await runJson(target.database, "import", file)).toEqual(added);
    expect(await runJson(target.database, "import", file)).toEqual({ added: 0, existing: added.added });
    const [received] = await subscriber.until("/moved", "POST", 1);
    expect(received?.body.toString()).toContain("release 50");
    expect(received?.headers["x-hub-signature"]).toMatch(/^sha256=/);
    expect(await second.diagnose(callback)).toMatchObject({
      state: "active",
      lease_ends_at: (await hub.diagnose(callback))?.lease_ends_at,
    });
    await second.stop();
    await target.remove();
  });
});

describe("usage", () => {
  test.for<[string[], string]>([
    [[], "name a command: list, show"],
    [["lst"], 'name a command: list, show, pause, resume, replay, test, remove, export, import (got "lst")'],
    [["pause"], "name an id from list, or a callback's URL"],
    [["remove", "example.com"], "name an id from list, or a callback's URL"],
    [["export"], "an export contains callbacks and secrets in full: pass --reveal"],
    [["import"], "name the file of an export"],
    [["list", "--limit", "0"], '--limit must be a number of rows (got "0")'],
  ])("%j is refused with the reason", async ([args, reason]) => {
    const { exit, stderr } = await runHub("nowhere.sqlite", ...args);
    expect(exit).toBe(2);
    expect(stderr).toContain(reason);
  });

  test("a database that does not exist is not created", async () => {
    const { exit, stderr } = await runHub("nowhere.sqlite", "list");
    expect(exit).toBe(1);
    expect(stderr).toBe("nowhere.sqlite: does not exist; name the hub's database in HUB_DATABASE\n");
  });

  test("an export with problems is refused as a whole, with each problem", async () => {
    const database = join(emptyFolder(), "hub.sqlite");
    const hub = await startHub({ database });
    const item = {
      callback: "https://a.example.com/x",
      topic: "/feed.xml",
      secret: null,
      lease_ends_at: "2100-01-01T00:00:00Z",
      paused_at: null,
    };
    const file = join(emptyFolder(), "export.json");
    const subscriptions = [item, { ...item, callback: "http://a.example.com" }];
    writeFileSync(file, JSON.stringify({ format: 1, subscriptions }));
    const { exit, stderr } = await runHub(database, "import", file);
    expect([exit, stderr]).toEqual([
      1,
      `${file}.subscriptions[1].callback: hub.callback must be an https URL\n`,
    ]);
    expect(await runJson(database, "list")).toEqual({ subscriptions: [], ended: [] });
    await hub.stop();
  });
});
