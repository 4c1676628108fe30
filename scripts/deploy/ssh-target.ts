import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { fileOf, MANIFEST_PATH } from "../../model/manifest.ts";
import { EVERY_FILE } from "./folder-target.ts";
import { overtaken, readLive } from "./live.ts";
import { MAKE_LIVE, PREPARE, ROLL_BACK } from "./server-scripts.ts";
import { quote, runProgram } from "./shell.ts";
import type { DeployPlan, DeployTarget, LiveRelease } from "./target.ts";

/** Not read as an option by ssh or rsync. */
const WORD = /^[A-Za-z0-9_][\w.-]*$/;

/** Never prompts, and gives up on a server that does not respond for a minute. */
const SSH_OPTIONS = ["-o", "BatchMode=yes", "-o", "ConnectTimeout=30", "-o", "ServerAliveInterval=20"];

/** `ssh://user@host/srv/reviews/dist`: a link to a release next to it, on a server with rsync. */
export class SshTarget implements DeployTarget {
  readonly name: string;
  readonly layout = EVERY_FILE;
  readonly hints = [];
  readonly #host: string;
  readonly #port: readonly string[];
  readonly #path: string;

  constructor({ href, hostname, username, password, port, pathname }: URL) {
    if (!WORD.test(hostname) || !/^(?:[A-Za-z0-9_][\w.-]*)?$/.test(username) || password !== "")
      throw new Fault(`ssh://${hostname}: name the server as ssh://user@host/path, without a password`);
    this.name = href;
    this.#host = username === "" ? hostname : `${username}@${hostname}`;
    this.#port = port === "" ? [] : ["-p", port];
    this.#path = decodeURIComponent(pathname).replace(/\/$/, "");
    if (!/^\/.+$/.test(this.#path))
      throw new Fault(`${href}: name the published folder, such as /srv/reviews/dist`);
  }

  async live(folder: string): Promise<LiveRelease> {
    const copy = await mkdtemp(join(tmpdir(), "live-manifest-"));
    // One transfer for all segments; those that both sides have are copied from the folder here.
    let segments: Promise<void> | undefined;
    const fetchSegments = (): Promise<void> =>
      this.#rsync([
        "--recursive",
        "--checksum",
        `--copy-dest=${folder}`,
        `${this.#host}:${this.#path}/manifest`,
        copy,
      ]);
    const root = fileOf(MANIFEST_PATH);
    try {
      return await readLive(async (file) => {
        if (file === root)
          return this.#ssh('if [ -s "$1" ]; then cat -- "$1"; fi', [`${this.#path}/${root}`]);
        await (segments ??= fetchSegments());
        return readFile(join(copy, file)).catch(() => undefined);
      }, folder);
    } finally {
      await rm(copy, { recursive: true });
    }
  }

  async publish(plan: DeployPlan): Promise<string | undefined> {
    const { folder, manifest, live, uploads, removals, kept, maxOlder } = plan;
    const staging = `${this.#path}.releases/.staging-${randomUUID()}`;
    const base = kept.length > 0 ? "yes" : "no";
    await this.#ssh(PREPARE, [this.#path, staging, base], zeroTerminated(removals));
    const files = [...uploads.values()].map(({ file }) => file);
    const how = [
      "--times",
      "--ignore-times",
      "--omit-dir-times",
      "--chmod=D755,F644",
      "--from0",
      "--files-from=-",
    ];
    await this.#rsync([...how, `${folder}/`, `${this.#host}:${staging}/`], zeroTerminated(files));
    const expected = live.manifest?.release ?? "";
    const change = [this.#path, staging, manifest.release, expected, String(maxOlder)];
    const answer = await this.#ssh(MAKE_LIVE, change);
    const found = answer.toString("utf8").trim();
    return found === expected ? undefined : overtaken(expected, found);
  }

  async rollback(): Promise<string | undefined> {
    const release = (await this.#ssh(ROLL_BACK, [this.#path])).toString("utf8").trim();
    return release === "" ? undefined : release;
  }

  #ssh(script: string, args: readonly string[], input?: string): Promise<Buffer> {
    const command = ["sh", "-c", script, "sh", ...args].map(quote).join(" ");
    const options = [...SSH_OPTIONS, ...this.#port, "--", this.#host, command];
    return runProgram("ssh", options, { input, place: this.name });
  }

  async #rsync(args: readonly string[], input?: string): Promise<void> {
    const shell = ["ssh", ...SSH_OPTIONS, ...this.#port].join(" ");
    await runProgram("rsync", ["--compress", "--timeout=120", "-s", "-e", shell, ...args], {
      input,
      place: this.name,
    });
  }
}

const zeroTerminated = (names: readonly string[]): string => names.map((name) => `${name}\0`).join("");
