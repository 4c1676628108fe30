import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { fileOf } from "../../model/manifest.ts";
import { overtaken, readLive, type ReadLiveFile } from "./live.ts";
import { runProgram } from "./shell.ts";
import type { DeployLayout, DeployPlan, DeployTarget, LiveRelease } from "./target.ts";

/** Git hosts compress what they send. */
const IDENTITY_ONLY: DeployLayout = {
  keyOf: (path, _encodings, coding) => (coding === undefined ? fileOf(path) : undefined),
  keepsTimes: false,
};

/** Files of the branch that are not ours: the host's own settings. */
const HOST_FILES = ["CNAME", ".nojekyll"];

const IDENTITY = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "verified-reviews",
  GIT_AUTHOR_EMAIL: "verified-reviews@localhost",
  GIT_COMMITTER_NAME: "verified-reviews",
  GIT_COMMITTER_EMAIL: "verified-reviews@localhost",
};

/** `git+ssh://git@github.com/owner/repository.git#gh-pages`: one commit per release, and a push is atomic. */
export class GitTarget implements DeployTarget {
  readonly name: string;
  readonly layout = IDENTITY_ONLY;
  readonly hints = ["a git host derives types from file extensions: /api/reviews/since/DATE has none"];
  readonly #url: string;
  readonly #branch: string;

  constructor({ href, hash, password, hostname, username }: URL) {
    const branch = decodeURIComponent(hash.slice(1));
    if (password !== "" || hostname.startsWith("-") || username.startsWith("-"))
      throw new Fault(`git+...://${hostname}: leave the password to git's credential helper`);
    if (!/^[\w][\w./-]*$/.test(branch))
      throw new Fault(`${href}: name the branch after #, such as #gh-pages`);
    this.name = href;
    this.#url = href.slice("git+".length, -hash.length);
    this.#branch = `refs/heads/${branch}`;
  }

  live(folder: string): Promise<LiveRelease> {
    return this.#inClone(async (git, tip) => {
      return readLive(tip === undefined ? () => Promise.resolve(undefined) : blobsOf(git, tip), folder);
    });
  }

  publish({
    folder,
    manifest,
    live,
    uploads,
    removals,
    kept,
    maxOlder,
  }: DeployPlan): Promise<string | undefined> {
    return this.#inClone(async (git, tip) => {
      const expected = live.manifest?.release ?? "";
      const found = tip === undefined ? "" : await releaseAt(git, tip);
      if (found !== expected) return overtaken(expected, found);
      const parent = tip !== undefined && kept.length > 0 ? tip : undefined;
      if (parent) await git(["read-tree", parent]);
      else if (tip !== undefined) await readHostFiles(git, tip);
      const files = [...uploads].map(([key, { file }]) => ({ key, path: join(folder, file) }));
      const hashFiles = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
      const ids = textOf(await git(hashFiles, lines(files.map(({ path }) => path)))).split("\n");
      const empty = textOf(await git(["hash-object", "-w", "--stdin"], ""));
      const entries = files.map(({ key }, at) => `100644 ${ids[at]}\t${key}`);
      const removed = removals.map((key) => `0 ${"0".repeat(empty.length)}\t${key}`);
      await git(
        ["update-index", "--index-info"],
        lines([...removed, ...entries, `100644 ${empty}\t.nojekyll`]),
      );
      const tree = textOf(await git(["write-tree", "--missing-ok"]));
      const parents = tip === undefined || maxOlder === 0 ? [] : ["-p", tip];
      const message = `Release ${manifest.release}`;
      const commit = textOf(await git(["commit-tree", tree, ...parents, "-m", message]));
      await this.#push(git, commit, tip);
      return undefined;
    });
  }

  rollback(): Promise<string | undefined> {
    return this.#inClone(async (git, tip) => {
      const parent =
        tip && (await git(["rev-parse", "--verify", "--quiet", `${tip}^`]).catch(() => undefined));
      const commit = parent && textOf(parent);
      const release = commit && (await releaseAt(git, commit));
      if (!release) return undefined;
      await this.#push(git, commit, tip);
      return release;
    });
  }

  /** Fails if the branch has moved since it was fetched. */
  async #push(git: Git, commit: string, tip: string | undefined): Promise<void> {
    const lease = `--force-with-lease=${this.#branch}:${tip ?? ""}`;
    await git(["push", "--quiet", lease, this.#url, `${commit}:${this.#branch}`]);
  }

  /** Works in a temporary repository with the last two commits of the branch, and only the files that are read. */
  async #inClone<T>(work: (git: Git, tip: string | undefined) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), "deploy-git-"));
    const git: Git = (args, input) =>
      runProgram("git", ["-C", folder, ...args], { input, env: IDENTITY, place: this.name });
    try {
      await git(["init", "--quiet", "--bare"]);
      await git(["remote", "add", "origin", this.#url]);
      const listed = (await git(["ls-remote", "origin", this.#branch])).toString("utf8");
      const tip = listed === "" ? undefined : listed.slice(0, listed.indexOf("\t"));
      if (tip !== undefined)
        await git(["fetch", "--quiet", "--depth=2", "--filter=blob:none", "origin", tip]);
      return await work(git, tip);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

type Git = (args: readonly string[], input?: string) => Promise<Buffer>;

const textOf = (output: Buffer): string => output.toString("utf8").trim();

const blobsOf =
  (git: Git, commit: string): ReadLiveFile =>
  (file) =>
    git(["cat-file", "blob", `${commit}:${file}`]).catch(() => undefined);

async function releaseAt(git: Git, commit: string): Promise<string> {
  return (await readLive(blobsOf(git, commit), "")).manifest?.release ?? "";
}

async function readHostFiles(git: Git, commit: string): Promise<void> {
  const tree = (await git(["ls-tree", commit, "--", ...HOST_FILES])).toString("utf8");
  await git(["update-index", "--index-info"], tree);
}

const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join("");
