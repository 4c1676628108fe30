import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./content.ts";

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** Runs a command in a folder, with environment variables besides those of this process. */
type RunCommand = (command: string, cwd: string, env: Readonly<Record<string, string>>) => void;

/** The configuration of an image, and the folder that represents its root. */
export interface Image {
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly cmd: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  user: string;
  cmd: string[];
  healthcheck: string[];
}

/**
 * Follows a Dockerfile up to its last stage in a folder: each stage is a folder, absolute paths lie below it, nothing is
 * isolated. A stage from which nothing is copied is left out, as a builder does.
 */
export function followDockerfile(folder: string, run: RunCommand): Image {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { word, rest } of neededStepsOf(readFileSync(join(ROOT, "Dockerfile"), "utf8"))) {
    if (word === "FROM") {
      const name = / AS (\S+)/i.exec(rest)?.[1] ?? "last";
      stage = { root: join(folder, name), workdir: "/", env: {}, user: "root", cmd: [], healthcheck: [] };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
    } else if (stage === undefined) throw new Error(`${word} before FROM`);
    else follow(stage, word, rest, { stages, run });
  }
  if (stage === undefined) throw new Error("no stage");
  return stage;
}

function neededStepsOf(text: string): Step[] {
  const stages = text.split(/^(?=FROM )/m);
  const isNeeded = (stage: string, index: number): boolean => {
    const name = / AS (\S+)/i.exec(stage)?.[1];
    return index === stages.length - 1 || text.includes(`--from=${name} `);
  };
  return stages.filter((stage, index) => index > 0 && isNeeded(stage, index)).flatMap(stepsOf);
}

function stepsOf(text: string): Step[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ word: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1) }));
}

interface Surroundings {
  readonly stages: ReadonlyMap<string, Stage>;
  readonly run: RunCommand;
}

function follow(stage: Stage, word: string, rest: string, { stages, run }: Surroundings): void {
  const cwd = join(stage.root, stage.workdir);
  if (word === "WORKDIR") {
    stage.workdir = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (word === "COPY") copy(stage, rest, stages);
  else if (word === "RUN")
    run(rest.replaceAll(/ (\/(?:data|publication))\b/g, ` ${stage.root}$1`), cwd, envOf(stage));
  else if (word === "ENV")
    for (const pair of rest.split(" ")) stage.env[pair.split("=")[0] ?? ""] = pair.split("=")[1] ?? "";
  else if (word === "USER") stage.user = rest;
  else if (word === "CMD") stage.cmd = JSON.parse(rest) as string[];
  else if (word === "HEALTHCHECK")
    stage.healthcheck = JSON.parse(rest.slice(rest.indexOf("CMD ") + 4)) as string[];
  else if (!["EXPOSE", "VOLUME"].includes(word)) throw new Error(`${word} is not followed here`);
}

/** ENV, with paths of the image below the folder of the stage. */
const envOf = ({ env, root }: Stage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.startsWith("/") ? join(root, value) : value]),
  );

function copy(stage: Stage, rest: string, stages: ReadonlyMap<string, Stage>): void {
  const words = rest.split(" ");
  const from = words[0]?.startsWith("--from=") === true ? words.shift()?.slice("--from=".length) : undefined;
  const target = words.pop() ?? "";
  const source = from === undefined ? ROOT : (stages.get(from)?.root ?? "");
  for (const word of words) {
    const isFolder = target.endsWith("/");
    const to = join(stage.root, stage.workdir, target, isFolder ? word : "");
    const filter = (file: string): boolean => from !== undefined || isSent(relative(ROOT, file));
    if (!existsSync(join(source, word))) throw new Error(`COPY ${word}: is not there`);
    cpSync(join(source, word), to, { recursive: true, verbatimSymlinks: true, filter });
    if (!existsSync(to)) throw new Error(`COPY ${word}: .dockerignore leaves it out`);
  }
}

/** True unless .dockerignore excludes the file: the last matching line decides. */
function isSent(file: string): boolean {
  let sent = true;
  for (const line of readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const pattern = line.replace("!", "");
    const fits =
      pattern === "*" ||
      file === pattern ||
      file.startsWith(`${pattern}/`) ||
      (pattern === "**/*.test.ts" && file.endsWith(".test.ts"));
    if (fits) sent = line.startsWith("!");
  }
  return sent;
}

/** A shell, as RUN has it; `chown` is left out, for users of an image are not here. */
export function runInShell(command: string, cwd: string, stageEnv: Readonly<Record<string, string>>): void {
  const plain = command.replaceAll(/ && chown [^&]*/g, "");
  const env = { ...process.env, ...stageEnv, npm_config_prefer_offline: "true" };
  const { status, stderr } = spawnSync("sh", ["-c", plain], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`RUN ${plain}\n${stderr}`);
  chmodSync(cwd, 0o755);
}
