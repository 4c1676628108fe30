import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { hasSshServer, type SshServer, startSshServer } from "../support/ssh-server.ts";
import { scriptOf } from "../support/workflow.ts";

const SCRIPT = scriptOf("upload next to the live release, then move the link");
const FILES = ["manifest.json", ...Array.from({ length: 12 }, (_, index) => `page${index}.html`)];

/** The programs of the server that change or read the folder, in place of which a session finds `FAULTY`. */
const PROGRAMS = ["flock", "readlink", "ln", "mv", "ls", "rm"];

const NEVER = 1_000_000_000;

/** Counts the programs of a session, and kills its shell before the one whose number is in the file `kill-at`. */
const FAULTY = `#!/bin/sh
cd "\${0%/*}/.."
count=$(( $(cat count) + 1 )); echo $count > count
[ $count -eq "$(cat kill-at)" ] && kill -9 $PPID
cd "$OLDPWD"; PATH=/usr/bin:/bin exec "\${0##*/}" "$@"
`;

/** An rsync that loses its connection after the number of bytes in the file `cut-at`. */
const CUT_RSYNC = `#!/bin/sh
cut=$(cat "\${0%/*}/../cut-at")
[ "$cut" -eq ${NEVER} ] && exec /usr/bin/rsync "$@"
dd bs=1 count="$cut" status=none | /usr/bin/rsync "$@"
`;

let server: SshServer;
let control: string;

beforeAll(async () => {
  if (!hasSshServer) return;
  control = emptyFolder();
  mkdirSync(join(control, "bin"));
  for (const name of PROGRAMS) writeFileSync(join(control, "bin", name), FAULTY, { mode: 0o755 });
  writeFileSync(join(control, "bin", "rsync"), CUT_RSYNC, { mode: 0o755 });
  server = await startSshServer(emptyFolder(), join(control, "bin"));
});

afterAll(() => server?.[Symbol.asyncDispose]());

interface Fault {
  /** Kills the shell on the server before its n-th program. */
  readonly killAt?: number;
  /** Cuts the transfer after so many bytes. */
  readonly cutAt?: number;
  readonly knownHosts?: string;
}

/** Runs the upload step of a workflow run against the server, and returns how it ended. */
function upload(folder: string, number: number, fault: Fault = {}) {
  const [home, bin, checkout] = [emptyFolder(), emptyFolder(), emptyFolder()];
  writeRelease(join(checkout, "dist"), number);
  cpSync(join(ROOT, ".github"), join(checkout, ".github"), { recursive: true });
  writeFileSync(join(bin, "ssh"), `#!/bin/sh\nexec ${server.command} "$@"\n`);
  chmodSync(join(bin, "ssh"), 0o755);
  writeFileSync(join(control, "count"), "0");
  writeFileSync(join(control, "kill-at"), String(fault.killAt ?? NEVER));
  writeFileSync(join(control, "cut-at"), String(fault.cutAt ?? NEVER));
  return spawnSync("bash", ["--norc", "-e", "-c", SCRIPT], {
    cwd: checkout,
    encoding: "utf8",
    timeout: 20_000,
    env: {
      PATH: `${bin}:${join(ROOT, "node_modules", ".bin")}:${process.env["PATH"]}`,
      HOME: home,
      DEPLOY_TARGET: server.target,
      DEPLOY_PATH: folder,
      DEPLOY_KEY: server.clientKey,
      DEPLOY_KNOWN_HOSTS: fault.knownHosts ?? server.knownHosts,
      GITHUB_RUN_NUMBER: String(number),
      GITHUB_RUN_ATTEMPT: "1",
    },
  });
}

/** Every file of a release names it, so that a mixture shows. */
function writeRelease(folder: string, number: number): void {
  mkdirSync(folder, { recursive: true });
  for (const file of FILES)
    writeFileSync(
      join(folder, file),
      JSON.stringify({ release: `release${number}`, text: "x".repeat(9000) }),
    );
}

/** A folder of the server with the first release in it. */
function liveFolder(): string {
  const folder = emptyFolder();
  writeRelease(join(folder, "uploaded", "1001-release1"), 1);
  symlinkSync("uploaded/1001-release1", join(folder, "dist"));
  return folder;
}

/** The release that a visitor sees. Fails if a file is missing or belongs to another one. */
function liveRelease(folder: string): string {
  const names = FILES.map((file) => /release\d+/.exec(readFileSync(join(folder, "dist", file), "utf8"))?.[0]);
  expect(new Set(names).size, names.join()).toBe(1);
  return String(names[0]);
}

const uploaded = (folder: string): string[] => readdirSync(join(folder, "uploaded")).toSorted();

describe.skipIf(!hasSshServer)("an upload to a real ssh server", { timeout: 120_000 }, () => {
  test("moves the link to a complete release and retains the last three", () => {
    const folder = liveFolder();
    for (const number of [2, 3, 4]) {
      expect(upload(folder, number)).toMatchObject({ status: 0, stderr: "" });
      expect(readlinkSync(join(folder, "dist"))).toBe(`uploaded/${number}001-release${number}`);
      expect(liveRelease(folder)).toBe(`release${number}`);
    }
    expect(uploaded(folder)).toEqual(["2001-release2", "3001-release3", "4001-release4"]);
  });

  test("whose transfer is cut changes nothing, and does not disturb the next", () => {
    const folder = liveFolder();
    for (const cutAt of [100, 20_000, 100_000]) {
      expect(upload(folder, 2, { cutAt }).status).not.toBe(0);
      expect(liveRelease(folder)).toBe("release1");
    }
    expect(upload(folder, 2).status).toBe(0);
    expect(liveRelease(folder)).toBe("release2");
  });

  test("that is killed before any program of the server leaves the old release or the new one", () => {
    const seen: string[] = [];
    for (let killAt = 1; ; killAt += 1) {
      const folder = liveFolder();
      for (const name of ["500-a", "600-b", "700-c"]) mkdirSync(join(folder, "uploaded", name));
      upload(folder, 2, { killAt });
      seen.push(liveRelease(folder));
      if (Number(readFileSync(join(control, "count"), "utf8")) < killAt) break;
      if (killAt % 4 === 3) expect(upload(folder, 3)).toMatchObject({ status: 0, stderr: "" });
    }
    expect(seen.length).toBeGreaterThan(PROGRAMS.length);
    expect(seen.join(" ")).toMatch(/^(release1 )+release2( release2)*$/);
  });

  test("never replaces the release of a later run", () => {
    const folder = liveFolder();
    expect(upload(folder, 3).status).toBe(0);
    const late = upload(folder, 2);
    expect(late.status).toBe(1);
    expect(late.stderr).toContain("not published: 2001-release2 is older than the live release");
    expect(liveRelease(folder)).toBe("release3");
  });

  test("publishes its own release although a cut run left dist.next", () => {
    const folder = liveFolder();
    symlinkSync("uploaded/1001-release1", join(folder, "dist.next"));
    expect(upload(folder, 2)).toMatchObject({ status: 0, stderr: "" });
    expect(liveRelease(folder)).toBe("release2");
    expect(readdirSync(join(folder, "uploaded", "1001-release1")).toSorted()).toEqual(FILES.toSorted());

    mkdirSync(join(folder, "dist.next"));
    expect(upload(folder, 3).status).not.toBe(0);
    expect(liveRelease(folder)).toBe("release2");
  });

  test("keeps its release although three later uploads were cut", () => {
    const folder = liveFolder();
    for (const name of ["7001-a", "8001-b", "9001-c"]) mkdirSync(join(folder, "uploaded", name));
    expect(upload(folder, 2).status).toBe(0);
    expect(liveRelease(folder)).toBe("release2");
  });

  test("sends nothing to a server with another key", () => {
    const folder = liveFolder();
    const [host = "", type = ""] = server.knownHosts.split(" ");
    const stranger = "AAAAC3NzaC1lZDI1NTE5AAAAIJ0ESOCdZ0Z0Vd0XmvAAIm4dQ0w4mYJ9yF0YJr0Qm3bC";
    const run = upload(folder, 2, { knownHosts: `${host} ${type} ${stranger}` });
    expect(run.status).not.toBe(0);
    expect(uploaded(folder)).toEqual(["1001-release1"]);
  });
});
