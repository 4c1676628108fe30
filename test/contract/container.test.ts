import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SETTING_NAMES } from "../../runtime/config.ts";
import { examineDeployment } from "../../scripts/doctor/examine.ts";
import { MEMORY_FLAG } from "../../scripts/hosting/systemd.ts";
import { buildOrFail } from "../support/build.ts";
import { emptyFolder, ROOT } from "../support/content.ts";
import { followDockerfile, type Image, runInShell } from "../support/dockerfile.ts";
import { freePort } from "../support/free-port.ts";

// The tests follow the Dockerfile's steps in a folder, without a container engine and without isolation.
let image: Image;
let child: ChildProcess | undefined;

beforeAll(() => {
  image = followDockerfile(emptyFolder(), runInShell);
  mkdirSync(join(image.root, "publication"), { recursive: true });
  buildOrFail(join(ROOT, "content"), join(image.root, "publication", "dist"), "--no-cache");
}, 240_000);
afterAll(() => void child?.kill("SIGKILL"));

const placed = (words: readonly string[]): string[] =>
  words.map((word) => word.replaceAll(/(^|=)\/(app|publication|data)\b/g, `$1${image.root}/$2`));

function envOf(port: number): Record<string, string> {
  const entries = Object.entries(image.env).map(([name, value]) => [name, placed([value])[0] ?? ""]);
  return {
    ...(Object.fromEntries(entries) as Record<string, string>),
    PORT: String(port),
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
  };
}

async function start(command: readonly string[]): Promise<{ port: number; output: () => string }> {
  const port = await freePort();
  const started = spawn(process.execPath, placed(command.slice(1)), {
    cwd: join(image.root, image.workdir),
    env: envOf(port),
  });
  child = started;
  let text = "";
  started.stdout.on("data", (part: Buffer) => (text += part.toString()));
  started.stderr.on("data", (part: Buffer) => (text += part.toString()));
  for (let wait = 0; wait < 100 && !text.includes('"listening"'); wait += 1) {
    if (started.exitCode !== null) throw new Error(`ended:\n${text}`);
    await delay(100);
  }
  return { port, output: () => text };
}

test("the image contains only the sidecar: no development packages, tests, content or scripts", () => {
  const app = join(image.root, "app");
  expect(readdirSync(app).toSorted()).toEqual([".cache", "model", "node_modules", "package.json", "runtime"]);
  for (const name of ["vitest", "typescript", "oxlint"])
    expect(existsSync(join(app, "node_modules", name)), name).toBe(false);
  expect(globSync(join(app, "{model,runtime}/**/*.test.ts"))).toEqual([]);
  expect(image.user).toBe("1000:1000");
});

test("it serves under the permission model, passes the doctor and drains", { timeout: 60_000 }, async () => {
  expect(image.cmd).toEqual(expect.arrayContaining(["--permission", MEMORY_FLAG]));
  const { port, output } = await start(image.cmd);
  const origin = `http://127.0.0.1:${port}`;
  const findings = await examineDeployment(origin, { isAll: false, isStatic: false });
  expect(findings.filter(({ level }) => level === "fault")).toEqual([]);
  const health = spawnSync(process.execPath, image.healthcheck.slice(1), { env: envOf(port) });
  expect(health.status).toBe(0);
  expect(existsSync(join(image.root, "data", "hub.sqlite"))).toBe(true);
  const compiledFiles = (): readonly string[] =>
    globSync(join(image.root, "app", ".cache", "**")).map((file) => `${file} ${statSync(file).mtimeMs}`);
  const compiled = compiledFiles();
  expect(compiled.length).toBeGreaterThan(100);
  child?.kill("SIGTERM");
  const [status] = (await once(child as ChildProcess, "exit")) as [number];
  expect(status).toBe(0);
  expect(output()).not.toMatch(/"fault"|ERR_ACCESS_DENIED/);
  // Node writes here, at its end, what it had to compile. In the image it may not.
  expect(compiledFiles()).toEqual(compiled);
  const dead = spawnSync(process.execPath, image.healthcheck.slice(1), { env: envOf(port) });
  expect(dead.status).toBe(1);
});

test("these permissions allow no other file access and no child process", () => {
  const flags = placed(image.cmd.filter((word) => word.startsWith("--")));
  const attempt = (source: string) =>
    spawnSync(process.execPath, [...flags, "--input-type=module", "-e", source], {
      cwd: join(image.root, image.workdir),
      encoding: "utf8",
    }).stderr;
  const app = join(image.root, "app");
  for (const source of [
    `import fs from "node:fs"; fs.readFileSync("/etc/passwd")`,
    `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(join(app, "x"))}, "x")`,
    `import fs from "node:fs"; fs.writeFileSync(${JSON.stringify(join(image.root, "publication", "x"))}, "x")`,
    `import { execSync } from "node:child_process"; execSync("id")`,
    `import { Worker } from "node:worker_threads"; new Worker("0", { eval: true })`,
  ])
    expect(attempt(source), source).toContain("ERR_ACCESS_DENIED");
});

test("compose.yaml uses existing settings, hardens both sidecars and contains no secret", () => {
  const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
  const named = [...text.matchAll(/^ {4}([A-Z_]+): /gm)].map((match) => match[1] ?? "");
  expect(named.length).toBeGreaterThan(2);
  for (const name of named) expect(SETTING_NAMES).toContain(name);
  for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "/publication:ro"])
    expect(text).toContain(line);
  expect(text.match(/<<: \*sidecar/g)).toHaveLength(2);
  expect(text.match(/(?:PASSWORD|KEY): .*/g)?.every((line) => line.includes("${"))).toBe(true);
});

test("compose.yaml hardens the proxy, which alone publishes ports, and its configuration is one of Caddy", () => {
  const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
  const proxy = /^ {2}proxy:\n([\s\S]*?)(?=^ {2}\S|^\S)/m.exec(text)?.[1] ?? "";
  for (const line of [
    "target: proxy",
    "read_only: true",
    "cap_drop: [ALL]",
    "mem_limit: 256m",
    "pids_limit: 128",
  ])
    expect(proxy).toContain(line);
  expect(proxy).not.toContain("database");
  expect(text.match(/ports:.*/g)).toEqual(['ports: ["80:80", "443:443", "443:443/udp"]']);
  // The command of the first lines, run on the publication of this test.
  const [, options = ""] =
    /^# {3}npm run --silent hosting -- ([^>]+)> publication\/Caddyfile$/m.exec(
      text.replaceAll(/ \\\n# +/g, " "),
    ) ?? [];
  const args = options.replace("--out publication", `--out ${image.root}/publication`).trim().split(" ");
  const printed = spawnSync(process.execPath, [join(ROOT, "scripts", "hosting.ts"), ...args], {
    encoding: "utf8",
  });
  expect(printed).toMatchObject({ status: 0, stderr: "" });
  expect(printed.stdout).toContain("reverse_proxy sidecar-1:3000 sidecar-2:3000 {");
  if (!existsSync("/usr/bin/caddy")) return;
  const file = join(emptyFolder(), "Caddyfile");
  writeFileSync(file, printed.stdout);
  const adapted = spawnSync("/usr/bin/caddy", ["adapt", "--config", file, "--adapter", "caddyfile"], {
    encoding: "utf8",
  });
  expect(adapted.status, adapted.stderr).toBe(0);
});

test("compose.yaml hardens the database, which only the sidecars can reach", () => {
  const text = readFileSync(join(ROOT, "compose.yaml"), "utf8");
  const database = /^ {2}database:\n([\s\S]*?)(?=^ {2}\S|^\S)/m.exec(text)?.[1] ?? "";
  for (const line of [
    "user: postgres",
    "read_only: true",
    "cap_drop: [ALL]",
    'security_opt: ["no-new-privileges:true"]',
    "mem_limit: 512m",
    "pids_limit: 128",
    "networks: [database]",
  ])
    expect(database).toContain(line);
  expect(database).not.toContain("ports:");
  expect(text).toMatch(/^networks:\n {2}database: \{ internal: true \}$/m);
  expect(text).toContain("networks: [default, database]");
});
