import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fileOf, sha256Hex } from "../../model/manifest.ts";
import { CACHE_CONTROL } from "../../model/served-headers.ts";
import { deploy as deployTo } from "../../scripts/deploy/deploy.ts";
import { openTarget } from "../../scripts/deploy/targets.ts";
import { buildHere, readManifestOf } from "../support/build.ts";
import { emptyFolder, idOf, writeContent } from "../support/content.ts";
import { type DeployPlace, liveManifest, liveRelease, runScript, twoReleases } from "../support/deploy.ts";
import { type S3Places, startS3 } from "../support/s3-places.ts";
import { hasSshServer, startDeployServer, type SshPlaces } from "../support/ssh-places.ts";

/** Kills at every step and not at some: REVIEWS_TEST_DEPLOY_KILLS=all, which takes minutes. */
const KILLS_ALL = process.env["REVIEWS_TEST_DEPLOY_KILLS"] === "all";

// Most tests start a dozen processes.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let first: string;
let second: string;
let empty: string;
let ssh: SshPlaces;
let s3: S3Places;

beforeAll(async () => {
  [first, second] = await twoReleases();
  empty = join(emptyFolder(), "dist");
  await buildHere(writeContent(join(emptyFolder(), "content"), { reviews: {} }), empty);
  s3 = await startS3();
  if (hasSshServer) ssh = await startDeployServer();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await ssh?.[Symbol.asyncDispose]();
});

function folderPlace(): DeployPlace {
  const out = join(emptyFolder(), "site", "dist");
  return {
    target: pathToFileURL(out).href,
    read: (file) => readFile(join(out, file)).catch(() => undefined),
  };
}

const git = (folder: string, ...args: readonly string[]) =>
  spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-C", folder, ...args], {
    maxBuffer: 1 << 26,
  });

function gitPlace(): DeployPlace & { readonly folder: string } {
  const folder = emptyFolder();
  git(folder, "init", "--quiet", "--bare");
  return {
    folder,
    target: `git+${pathToFileURL(folder).href}#gh-pages`,
    read: (file) => {
      const commit = readFileSync(join(folder, "refs", "heads", "gh-pages"), "utf8").trim();
      const files = filesOf(folder, commit);
      return readFile(join(files, file)).catch(() => undefined);
    },
  };
}

/** The files of a commit, checked out once: a look at a release reads all of them. */
function filesOf(folder: string, commit: string): string {
  const files = join(folder, "checked-out", commit);
  if (existsSync(files)) return files;
  mkdirSync(files, { recursive: true });
  expect(git(folder, "--work-tree", files, "checkout", "--force", commit, "--", ".").status).toBe(0);
  return files;
}

const PLACES = [
  { kind: "file", isThere: true, open: folderPlace },
  { kind: "ssh", isThere: hasSshServer, open: () => ssh.place() },
  { kind: "git", isThere: true, open: gitPlace },
  { kind: "s3", isThere: true, open: () => s3.place() },
];

const released = (out: string): string => readManifestOf(out).release;

const deploy = (place: DeployPlace, out: string, ...more: readonly string[]) =>
  runScript("deploy", [place.target, "--out", out, "--static", ...more], { env: { ...place.env } });

/** Deploys in this process, where a test is about what comes later: the start of another takes most of the time. */
async function deployHere({ target, env = {} }: DeployPlace, out: string): Promise<void> {
  const { PATH = "", HOME = "" } = process.env;
  const opened = openTarget([target], env);
  if (!opened.ok) throw new Error(opened.error);
  // Programs that it starts inherit these two.
  Object.assign(process.env, { PATH: env["PATH"] ?? PATH, HOME: env["HOME"] ?? HOME });
  try {
    const options = { out, isDryRun: false, allowsShrink: false, forgets: false };
    const deployed = await deployTo(opened.value, options);
    if (!deployed.ok) throw new Error(deployed.error);
  } finally {
    Object.assign(process.env, { PATH, HOME });
  }
}

interface Summary {
  readonly target: string;
  readonly release: string;
  readonly uploaded: number;
  readonly removed: number;
  readonly bytes: number;
  readonly seconds: number;
}

const summaryOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Summary;

/** Object storage has no change of many objects at once: each is of one release or the other, the manifest last. */
async function manifestOfEitherRelease(place: DeployPlace): Promise<string | undefined> {
  const [one, two] = [readManifestOf(first), readManifestOf(second)];
  for (const path of new Set([...Object.keys(one.artifacts), ...Object.keys(two.artifacts)])) {
    const body = await place.read(fileOf(path));
    const digests = [one.artifacts[path]?.sha256, two.artifacts[path]?.sha256];
    expect(digests, path).toContain(body && sha256Hex(body));
  }
  const { release } = JSON.parse(String(await place.read("manifest.json"))) as { release: string };
  return release;
}

for (const { kind, isThere, open } of PLACES)
  describe.skipIf(!isThere)(`deploy to ${kind}`, () => {
    test("uploads everything once, then only what differs, and goes back", async () => {
      const place = open();
      const all = summaryOf(await deploy(place, first, "--json"));
      expect(all).toMatchObject({ release: released(first), removed: 0 });
      expect(Object.keys(all)).toEqual(["target", "release", "uploaded", "removed", "bytes", "seconds"]);
      expect(await liveRelease(place)).toBe(released(first));

      const planned = await deploy(place, second, "--dry-run");
      expect(planned.stdout).toMatch(/^upload reviews\/0{25}8\/index\.html \d+ bytes$/m);
      expect(planned.stdout).toMatch(/^remove reviews\/0{25}1\/index\.html$/m);
      expect(planned.stdout).not.toMatch(/0{25}3\//);
      expect(await liveRelease(place)).toBe(released(first));

      const more = summaryOf(await deploy(place, second, "--json"));
      expect(planned.stdout.match(/^upload /gm)).toHaveLength(more.uploaded);
      expect(planned.stdout.match(/^remove /gm)).toHaveLength(more.removed);
      expect(more.uploaded).toBeLessThan(all.uploaded / 2);
      expect(more.bytes).toBeLessThan(all.bytes);
      expect(await liveRelease(place)).toBe(released(second));
      expect(await place.read(`reviews/${"1".padStart(26, "0")}/index.html`)).toBeUndefined();
      expect(summaryOf(await deploy(place, second, "--json"))).toMatchObject({
        uploaded: 0,
        removed: 0,
        bytes: 0,
      });

      const back = await runScript("rollback", [place.target], { env: { ...place.env } });
      expect(back).toMatchObject({
        status: 0,
        stdout: `${place.target}: release ${released(first)} is live again\n`,
      });
      expect(await liveRelease(place)).toBe(released(first));
      expect(await runScript("rollback", [place.target], { env: { ...place.env } })).toMatchObject({
        status: 1,
        stderr: `${place.target}: keeps no release before the live one; build the older content, and deploy that\n`,
      });
      expect((await deploy(place, second)).status).toBe(0);
      expect(await liveRelease(place)).toBe(released(second));
    });

    test("killed at any step, leaves the old release or the new one, and the next deploy completes it", async () => {
      const place = open();
      await deployHere(place, first);
      const args = [place.target, "--out", second, "--static"];
      const seen: (string | undefined)[] = [];
      for (let killAt = 1; ; killAt += KILLS_ALL ? 1 : 11) {
        const run = await runScript("deploy", args, { env: { ...place.env }, killAt });
        seen.push(await (kind === "s3" ? manifestOfEitherRelease(place) : liveRelease(place)));
        if (run.signal === null) {
          expect(run.status, run.stderr).toBe(0);
          break;
        }
        if (seen.at(-1) === released(second)) await deployHere(place, first);
      }
      expect(new Set(seen)).toEqual(new Set([released(first), released(second)]));
      expect(await liveRelease(place)).toBe(released(second));
    });

    test("refuses to publish far fewer reviews, and nothing", async () => {
      const place = open();
      expect((await deploy(place, empty)).status).toBe(0);
      expect((await deploy(place, first)).status).toBe(0);
      const refused = await deploy(place, empty);
      expect(refused).toMatchObject({ status: 1, stdout: "" });
      expect(refused.stderr).toContain("has 7 reviews, and the new release would have 0");
      expect(await liveRelease(place)).toBe(released(first));
      expect((await deploy(place, empty, "--allow-shrink")).status).toBe(0);
    });

    test("saves the live manifest, from which a build elsewhere carries Last-Modified forward", async () => {
      const place = open();
      const file = join(emptyFolder(), "manifest.json");
      const save = () =>
        runScript("deploy", [place.target, "--save-manifest", file], { env: { ...place.env } });
      expect((await save()).stdout).toContain("no release is live");
      expect(existsSync(file)).toBe(false);
      await deployHere(place, first);
      expect((await save()).stdout).toContain(`release ${released(first)} is live`);
      expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(await liveManifest(place));
    });
  });

test("sends caches their purge, the hub its ping, and warns of what fails", async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(request.url === "/api/websub/hub" ? 202 : 204).end();
  }).listen(0, "127.0.0.1");
  const site = await new Promise<string>((resolve) => {
    server.once("listening", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
  try {
    const [one, two] = await twoReleases(site);
    const place = folderPlace();
    const run = await runScript("deploy", [
      place.target,
      "--out",
      one,
      "--purge",
      `${site}/purge?key=secret`,
    ]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(requests).toEqual(["POST /purge?key=secret", "POST /api/websub/hub"]);

    const list = join(emptyFolder(), "urls");
    const env = { DEPLOY_PURGE: `cat > ${list}; echo no key >&2; exit 4`, DEPLOY_TARGET: place.target };
    const failing = await runScript("deploy", ["--out", two], { env });
    expect(failing).toMatchObject({
      status: 0,
      stderr: "warning: caches were not purged: purge: sh failed (4): no key\n",
    });
    expect(readFileSync(list, "utf8").split("\n")).toContain(`${site}/reviews.json`);
    expect(readFileSync(list, "utf8")).not.toContain(".gz");
  } finally {
    server.close();
  }
});

test("a site that does not answer is deployed all the same, with warnings", async () => {
  const place = folderPlace();
  const run = await runScript("deploy", [place.target, "--out", first]);
  expect(run.status).toBe(0);
  expect(run.stderr).toMatch(
    /^warning: the hub was not notified: http:\/\/127\.0\.0\.1:9\/api\/websub\/hub could not be reached/,
  );
});

test.for([
  [["gopher://a/b"], /^name one TARGET, here or in DEPLOY_TARGET, such as file:\/\/\/srv/],
  [[], /^name one TARGET/],
  [["file:///a", "file:///b"], /^name one TARGET/],
  [["ssh://-oProxyCommand=x/srv/dist"], /name the server as ssh:\/\/user@host\/path/],
  [["ssh://host"], /name the published folder/],
  [["ssh://a:secret@host/srv/dist"], /without a password/],
] as const)("%s is a mistake in the command", async ([args, message]) => {
  const run = await runScript("deploy", [...args]);
  expect(run).toMatchObject({ status: 2, stdout: "" });
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toContain("secret");
});

test("nothing is deployed that was not built for the public", async () => {
  const place = folderPlace();
  const missing = await deploy(place, join(emptyFolder(), "dist"));
  expect(missing).toMatchObject({ status: 1 });
  expect(missing.stderr).toMatch(/holds no release; run npm run build first\n$/);
  const [local] = await twoReleases("http://localhost:3000");
  const refused = await deploy(place, local);
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.stderr).toContain("was built for http://localhost:3000 by npm start");
});

test("a folder that is no release of ours is left alone", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "index.html"), "mine");
  const target = pathToFileURL(folder).href;
  const run = await runScript("deploy", [target, "--out", first, "--static"]);
  expect(run.status).not.toBe(0);
  expect(run.stderr).toContain("is not a release of ours");
  expect(readdirSync(folder)).toEqual(["index.html"]);
});

describe.skipIf(!hasSshServer)("a deploy over ssh", () => {
  test("transfers the differing files only, shares the others, and retains three releases", async () => {
    const place = ssh.place();
    for (const out of [first, second, first, second]) expect((await deploy(place, out)).status).toBe(0);
    const kept = readdirSync(`${place.path}.releases`).filter((name) => name !== "deploy.lock");
    expect(kept).toEqual([
      `000002-${released(second)}`,
      `000003-${released(first)}`,
      `000004-${released(second)}`,
    ]);
    const inode = (release: string, file: string) =>
      statSync(join(`${place.path}.releases`, release, file)).ino;
    expect(inode(kept[1] ?? "", "icon.svg")).toBe(inode(kept[2] ?? "", "icon.svg"));
    expect(inode(kept[1] ?? "", "reviews.json")).not.toBe(inode(kept[2] ?? "", "reviews.json"));
    const { last_modified } = readManifestOf(second).artifacts["/reviews.json"] ?? { last_modified: "" };
    expect(statSync(join(place.path, "reviews.json")).mtimeMs).toBe(Date.parse(last_modified));
  });

  test("whose transfer is cut changes nothing, and does not disturb the next", async () => {
    const place = ssh.place();
    await deployHere(place, first);
    for (const cutAt of [100, 20_000]) {
      ssh.fault({ cutAt });
      expect((await deploy(place, second)).status).not.toBe(0);
      expect(await liveRelease(place)).toBe(released(first));
    }
    ssh.fault({});
    expect((await deploy(place, second)).status).toBe(0);
    expect(readdirSync(`${place.path}.releases`).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test(
    "that is killed before any program of the server leaves the old release or the new one",
    { timeout: 300_000 },
    async () => {
      const place = ssh.place();
      const seen: (string | undefined)[] = [];
      try {
        for (let killAt = 1; ; killAt += KILLS_ALL ? 1 : 5) {
          ssh.fault({});
          if (seen.at(-1) !== released(first)) await deployHere(place, first);
          ssh.fault({ killAt });
          await deployHere(place, second).catch(() => undefined);
          seen.push(await liveRelease(place));
          if (ssh.programsRun() < killAt) break;
        }
      } finally {
        ssh.fault({});
      }
      expect(seen.length).toBeGreaterThan(KILLS_ALL ? 16 : 3);
      expect(new Set(seen)).toEqual(new Set([released(first), released(second)]));
      expect(seen.at(-1)).toBe(released(second));
    },
  );

  test("publishes its own release although a cut run left dist.next", async () => {
    const place = ssh.place();
    await deployHere(place, first);
    symlinkSync(`dist.releases/000001-${released(first)}`, `${place.path}.next`);
    expect((await deploy(place, second)).status).toBe(0);
    expect(await liveRelease(place)).toBe(released(second));
  });

  test("does not replace a release that became live since its plan was made", async () => {
    const place = ssh.place();
    await deployHere(place, first);
    ssh.fault({
      beforeTransfer: `${ssh.command} true; ln -sfn dist.releases/000009-${"e".repeat(16)} ${place.path}`,
    });
    const late = await deploy(place, second);
    ssh.fault({});
    expect(late.status).toBe(1);
    expect(late.stderr).toContain(
      `release ${"e".repeat(16)} is live now, not ${released(first)}: another deploy came first`,
    );
  });

  test("sends nothing to a server with another key", async () => {
    const place = ssh.place();
    const [host = "", type = ""] = ssh.knownHosts.split(" ");
    const stranger = "AAAAC3NzaC1lZDI1NTE5AAAAIJ0ESOCdZ0Z0Vd0XmvAAIm4dQ0w4mYJ9yF0YJr0Qm3bC";
    const env = { ...place.env, HOME: ssh.homeWith(`${host} ${type} ${stranger}`) };
    const run = await deploy({ ...place, env }, second);
    expect(run.status).toBe(3);
    expect(existsSync(place.path)).toBe(false);
    expect(run.stderr).toMatch(/ssh failed \(255\)/);
  });
});

describe("a deploy to object storage", () => {
  test("stores each object with its type, coding and caching, and folders answer through the index document", async () => {
    const place = s3.place("", "website");
    await deployHere(place, first);
    const { artifacts } = readManifestOf(first);
    for (const path of ["/", "/reviews.json", "/feed.xml", "/api/reviews/since/2026-03-01"]) {
      const { headers } = await place.get(fileOf(path));
      expect(headers["content-type"], path).toBe(artifacts[path]?.media_type);
      expect(headers["cache-control"], path).toBe(CACHE_CONTROL);
      expect(headers["content-encoding"], path).toBeUndefined();
    }
    const page = await place.get(`reviews/${idOf(1)}/`);
    expect(page.status).toBe(200);
    expect(sha256Hex(page.body)).toBe(artifacts[`/reviews/${idOf(1)}/`]?.sha256);
  });

  test("can store the gzip representation, and pages under the keys of their folders", async () => {
    const place = s3.place("?coding=gzip&index=none");
    await deployHere(place, first);
    const { artifacts } = readManifestOf(first);
    const { headers, body } = await place.get("reviews.json");
    expect(headers["content-encoding"]).toBe("gzip");
    expect(sha256Hex(gunzipSync(body))).toBe(artifacts["/reviews.json"]?.sha256);
    const path = `/reviews/${idOf(1)}/`;
    const page = await place.get(path.slice(1));
    expect(page.headers["content-type"]).toBe(artifacts[path]?.media_type);
    expect(sha256Hex(page.body)).toBe(artifacts[path]?.sha256);
    expect(await place.read(fileOf(path))).toBeUndefined();

    // Stored another way, every object is uploaded again, and none of the old keys stays.
    const other = { ...place, target: place.target.replace(/[?].*/, "") };
    expect((await deploy(other, first, "--json")).status).toBe(0);
    expect((await place.get(path.slice(1))).status).toBe(404);
    expect(await liveRelease(place)).toBe(released(first));
  });

  test("keeps bodies for two rollbacks, and none of an older release on demand", async () => {
    const place = s3.place();
    const bodies = async () => (await place.list(".deploy/bodies/")).length;
    await deployHere(place, first);
    const once = await bodies();
    await deployHere(place, second);
    expect(await bodies()).toBeGreaterThan(once);
    expect((await deploy(place, first, "--forget")).status).toBe(0);
    expect(await bodies()).toBe(once);
    expect(await liveRelease(place)).toBe(released(first));
  });

  test("says what the storage answered, and never a key", async () => {
    const place = s3.place();
    const run = await deploy({ ...place, env: { ...s3.env, AWS_SECRET_ACCESS_KEY: "top-secret" } }, first);
    expect(run).toMatchObject({ status: 3, stdout: "" });
    expect(run.stderr).toMatch(/failed with 403: SignatureDoesNotMatch/);
    expect(run.stderr).not.toContain("top-secret");
    const missing = await deploy({ ...place, target: "s3://other/prefix" }, first);
    expect(missing.stderr).toMatch(/failed with 404: NoSuchBucket/);
    const none = await deploy({ ...place, env: {} }, first);
    expect(none).toMatchObject({ status: 2 });
    expect(none.stderr).toMatch(/set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/);
  });
});

describe("a deploy to a branch", () => {
  test("is one commit per release, keeps CNAME, and turns Jekyll off", async () => {
    const place = gitPlace();
    const work = emptyFolder();
    git(work, "init", "--quiet", "--initial-branch=gh-pages");
    writeFileSync(join(work, "CNAME"), "reviews.example\n");
    writeFileSync(join(work, "old.html"), "old");
    git(work, "add", ".");
    git(work, "commit", "--quiet", "-m", "By hand");
    git(work, "push", "--quiet", place.folder, "gh-pages");
    for (const out of [first, second]) expect((await deploy(place, out)).status).toBe(0);
    const log = git(place.folder, "log", "--format=%s", "gh-pages").stdout.toString();
    expect(log).toBe(`Release ${released(second)}\nRelease ${released(first)}\nBy hand\n`);
    expect(String(await place.read("CNAME"))).toBe("reviews.example\n");
    expect(String(await place.read(".nojekyll"))).toBe("");
    expect(await place.read("old.html")).toBeUndefined();
    expect(await place.read("reviews.json.gz")).toBeUndefined();
    expect((await deploy(place, first, "--forget")).status).toBe(0);
    expect(git(place.folder, "rev-list", "--count", "gh-pages").stdout.toString()).toBe("1\n");
  });
});
