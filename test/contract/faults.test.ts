import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, review, ROOT, writeContent } from "../support/content.ts";

const NODE = process.execPath;
const command = (file: string, ...args: readonly string[]): string[] => [join(ROOT, file), ...args];

interface Ending {
  readonly status: number | null;
  readonly stderr: string;
}

function run(args: readonly string[], env: Record<string, string> = {}): Ending {
  const options = {
    encoding: "utf8",
    timeout: 30_000,
    cwd: emptyFolder(),
    env: { ...process.env, ...env },
  } as const;
  const { status, stderr } = spawnSync(NODE, args, options);
  return { status, stderr };
}

/** Runs a shell script in a mount namespace of its own, whose file systems go with it. */
function runMounted(script: string, args: readonly string[]): Ending {
  const shell = ["-m", "sh", "-e", "-c", script, NODE, ...args];
  const { status, stderr } = spawnSync("unshare", shell, { encoding: "utf8", timeout: 30_000 });
  return { status, stderr };
}

const hasNamespaces = spawnSync("unshare", ["-m", "true"]).status === 0;

/** One line, status 3, and the stack only on demand. */
function expectFault({ status, stderr }: Ending, message: RegExp): void {
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
  expect(status).toBe(3);
}

function contentOf(count: number): string {
  const reviews = Array.from({ length: count }, (_, index) => review({ text: `Text ${index}` }));
  return writeContent(join(emptyFolder(), "content"), { reviews: { "a.json": reviews } });
}

describe.skipIf(!hasNamespaces)("on file systems of their own", () => {
  const content = contentOf(300);

  test.for([0, 2])("a full disk stops a build with %i threads", (threads) => {
    const folder = emptyFolder();
    const out = join(folder, "dist");
    const args = command(
      "build/main.ts",
      "--content",
      content,
      "--out",
      out,
      "--no-cache",
      "--threads",
      `${threads}`,
    );
    const ending = runMounted(`mount -t tmpfs -o size=800k none ${folder}; exec "$0" "$@"`, args);
    expectFault(ending, /dist.*: the disk is full; free space, then run the command again/);
  });

  test("a read-only folder stops a build before the first release and after it", () => {
    const folder = emptyFolder();
    const args = command("build/main.ts", "--content", content, "--out", join(folder, "dist"), "--no-cache");
    const first = runMounted(`mount -t tmpfs -o ro none ${folder}; exec "$0" "$@"`, args);
    expectFault(first, /dist\.releases: the file system is read-only; name another folder/);
    const later = runMounted(
      `mount -t tmpfs none ${folder}; mkdir ${folder}/dist.releases; mount -o remount,ro ${folder}; exec "$0" "$@"`,
      args,
    );
    expectFault(later, /dist\.releases.*; make it writable for this user, or name another folder/);
  });

  test("a full disk stops an import, and the content stays as it was", () => {
    const folder = emptyFolder();
    const exported = join(folder, "export.csv");
    const rows = Array.from({ length: 9000 }, (_, index) => `Kim ${index},5,2026-01-01,Good work ${index}`);
    writeFileSync(exported, `author,rating,date,text\n${rows.join("\n")}\n`);
    const target = join(folder, "content");
    mkdirSync(target);
    const script = `mount -t tmpfs -o size=400k none ${target}; cp -r ${content}/. ${target}; "$0" "$@" || status=$?; diff -r ${content} ${target} >&2; exit $status`;
    const args = command("scripts/import.ts", "csv", exported, "--content", target, "--source", "google");
    expectFault(runMounted(script, args), /the disk is full; free space/);
  });
});

test("a full disk behind standard output is a fault, a closed pipe is none", () => {
  const args = command(
    "build/main.ts",
    "--content",
    contentOf(1),
    "--out",
    join(emptyFolder(), "dist"),
    "--json",
  );
  const shell = (script: string): Ending => {
    const { status, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", script, NODE, ...args], {
      encoding: "utf8",
    });
    return { status, stderr };
  };
  expectFault(shell('"$0" "$@" > /dev/full'), /^standard output: the disk is full/);
  expect(shell('"$0" "$@" | head -c 1')).toEqual({ status: 0, stderr: "" });
});

test("a lock that cannot be opened names its file", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "dist.releases", "build.lock"), { recursive: true });
  const ending = run(command("build/main.ts", "--content", contentOf(1), "--out", join(folder, "dist")));
  expectFault(ending, /build\.lock: cannot be locked; make it writable for this user/);
});

test("a port in use stops the sidecar and the subscriber", async () => {
  const folder = emptyFolder();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings = {
    PORT: String(port),
    DIST_DIR: folder,
    HUB_DATABASE: join(folder, "hub.sqlite"),
    BASE_URL: "",
  };
  expectFault(
    run(command("runtime/main.ts"), settings),
    /^PORT: port \d+: the port is in use; stop the process/m,
  );
  expectFault(run(command("scripts/subscriber.ts", "--port", String(port))), /^port \d+: the port is in use/);
  server.close();
});

test("a hub's database that is none is named, without the password of its URL", () => {
  const folder = emptyFolder();
  const damaged = join(folder, "hub.sqlite");
  writeFileSync(damaged, "x".repeat(10_000));
  expectFault(
    run(command("scripts/hub.ts", "list"), { HUB_DATABASE: damaged }),
    /^HUB_DATABASE: file is not a database/,
  );
  const url = "postgres://reviews:hunter2@127.0.0.1:9/reviews";
  const ending = run(command("scripts/hub.ts", "list"), { HUB_DATABASE: url });
  expectFault(ending, /^port 9: nothing listens there/);
  expect(ending.stderr).not.toContain("hunter2");
});

test("a backup that cannot be written leaves nothing behind", () => {
  const folder = emptyFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  const live = join(folder, "hub.sqlite");
  writeFileSync(live, "");
  const ending = run(command("scripts/backup.ts", join(file, "copy")), { HUB_DATABASE: live });
  expectFault(ending, /file\/copy\.tmp: a part of the path is a file, not a folder/);
  expect(existsSync(live)).toBe(true);
});
