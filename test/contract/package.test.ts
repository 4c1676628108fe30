import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../../model/version.ts";
import { emptyFolder, ROOT } from "../support/content.ts";
import { freePort } from "../support/free-port.ts";
import { startS3Process } from "../support/s3-process.ts";

/** The Node that runs the packed tool: `TOOL_NODE=/path/to/node` names another one, such as Node 22. */
const NODE = process.env["TOOL_NODE"] ?? process.execPath;
const NEXT = "1.1.0";

/** Afternoon of an owner, with the packed tool alone. Times are printed at the end. */
const folder = emptyFolder();
const mine = join(folder, "my-reviews");
const times: [step: string, seconds: number][] = [];
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

function timed<T>(step: string, work: () => T): T {
  const startedAt = performance.now();
  const value = work();
  times.push([step, (performance.now() - startedAt) / 1000]);
  return value;
}

function npm(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", [...args, "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
  });
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(stderr))
    throw new Error(`THE REGISTRY CANNOT BE REACHED, so the packed tool was not tested: ${stderr}`);
  expect(status, stderr).toBe(0);
  return stdout;
}

const toolIn = (cwd: string): string =>
  join(cwd, "node_modules", "verified-reviews", "lib", "scripts", "tool.js");

function tool(cwd: string, ...args: readonly string[]): string {
  const run = timed(args.slice(0, 2).join(" "), () =>
    spawnSync(NODE, [toolIn(cwd), ...args], { cwd, encoding: "utf8" }),
  );
  expect(run.status, run.stderr).toBe(0);
  return run.stdout;
}

const packed = join(folder, `verified-reviews-${VERSION}.tgz`);

beforeAll(() => {
  timed("npm pack (not the owner's)", () => npm(ROOT, "pack", "--silent", "--pack-destination", folder));
  times.length = 0;
}, 120_000);

test("from an empty folder to a live site with three imports", { timeout: 300_000 }, async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const first = join(folder, "first");
  spawnSync("mkdir", [first]);
  timed("npm install of the file", () => npm(first, "install", packed));
  tool(
    first,
    "init",
    mine,
    "--name=Blue Door",
    "--type=Plumber",
    "--url=https://blue-door.example",
    `--base-url=${origin}`,
    "--report=hello@blue-door.example",
  );
  timed("npm install", () => npm(mine, "install"));

  writeFileSync(
    join(mine, "shop.csv"),
    "Name,Stars,Date,Comment\nKim,5,2026-03-01,On time and tidy\nLee,2,2026-04-01,Two hours late\n",
  );
  tool(
    mine,
    "import",
    "csv",
    "shop.csv",
    "--map=author=Name",
    "--map=rating=Stars",
    "--map=date=Date",
    "--map=text=Comment",
    "--source=shop",
    "--verified-by=order",
  );
  writeFileSync(
    join(mine, "own.jsonl"),
    '{"author":"Ann","rating":4,"date":"2026-05-02","text":"Fair price","source":"direct"}\n',
  );
  tool(mine, "import", "jsonl", "own.jsonl", "--verified-by=invitation");
  cpSync(join(ROOT, "test", "contract", "exports", "shopify.csv"), join(mine, "shopify.csv"));
  tool(
    mine,
    "import",
    "csv",
    "shopify.csv",
    "--source=shopify",
    "--verified-by=order",
    "--only=state=published",
  );

  expect(tool(mine, "build")).toMatch(/: 4 reviews, 1 withheld/);
  tool(mine, "deploy", `file://${join(folder, "live", "dist")}`);
  const unit = tool(mine, "hosting", "systemd", "reviews-sidecar.service");
  expect(unit).toContain(`\nWorkingDirectory=${mine}\n`);
  expect(unit).toContain(`\nExecStart=${NODE} --max-semi-space-size=8 ${toolIn(mine)} sidecar\n`);
  await serve(join(folder, "live", "dist"), port);
  expect(tool(mine, "doctor", origin)).toContain("nothing to fix");
  expect(await (await fetch(`${origin}/`)).text()).toContain("Reviews of Blue Door");

  const storage = await startS3Process();
  Object.assign(process.env, storage.env);
  tool(mine, "deploy", "s3://plain/site", "--static");
  const stored = await fetch(`${storage.env["AWS_ENDPOINT_URL"]}/plain/site/index.html`);
  expect(await stored.text()).toContain("Reviews of Blue Door");
  await storage.stop();

  const seconds = times.reduce((sum, [, one]) => sum + one, 0);
  process.stdout.write(times.map(([step, one]) => `${one.toFixed(1).padStart(6)} s  ${step}\n`).join(""));
  process.stdout.write(
    `${seconds.toFixed(1).padStart(6)} s  in all, on Node ${spawnSync(NODE, ["-v"], { encoding: "utf8" }).stdout}`,
  );
  expect(seconds).toBeLessThan(300);
});

test("a folder that is made from the sources holds the packed tool", { timeout: 120_000 }, () => {
  const made = join(folder, "made");
  const options = [
    "--name=Blue Door",
    "--url=https://blue-door.example",
    "--base-url=https://reviews.blue-door.example",
    "--report=hello@blue-door.example",
  ];
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts", "init.ts"), made, ...options],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  npm(made, "install");
  expect(npm(made, "run", "build")).toContain(": 0 reviews");
  const business = readFileSync(join(made, "content", "business.json"), "utf8");
  const { $schema } = JSON.parse(business) as { $schema: string };
  expect(existsSync(join(made, "content", $schema))).toBe(true);
});

async function serve(dist: string, port: number): Promise<void> {
  const env = {
    ...process.env,
    BASE_URL: "",
    PORT: String(port),
    DIST_DIR: dist,
    HUB_DATABASE: join(folder, "hub.sqlite"),
  };
  const sidecar = spawn(NODE, [toolIn(mine), "sidecar"], {
    cwd: mine,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(sidecar);
  let log = "";
  sidecar.stdout.on("data", (part: Buffer) => (log += part.toString()));
  await expect.poll(() => log, { timeout: 30_000 }).toContain('"listening"');
}

test("what is installed is small, and runs no scripts", () => {
  const packages = readFileSync(join(mine, "package-lock.json"), "utf8");
  const { packages: installed } = JSON.parse(packages) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  expect(Object.keys(installed).length - 1).toBeLessThanOrEqual(150);
  expect(Object.entries(installed).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  const { stdout } = spawnSync("du", ["-sm", join(mine, "node_modules")], { encoding: "utf8" });
  expect(Number.parseInt(stdout, 10), "megabytes on the disk").toBeLessThanOrEqual(64);
});

test("the types of the package need no other package than Node's", () => {
  const caller = join(mine, "caller.ts");
  writeFileSync(
    caller,
    `
     import { build } from "verified-reviews/build";
     import { Sidecar } from "verified-reviews/sidecar";
     export const reviewCountOf = async (...args: Parameters<typeof build>): Promise<number> => {
       const built = await build(...args);
       return built.ok ? built.value.reviewCount : 0;
     };
     export const listenerOf = (...args: ConstructorParameters<typeof Sidecar>) => new Sidecar(...args).listener;
    `,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      join(ROOT, "node_modules", "typescript", "bin", "tsc"),
      "--noEmit",
      "--ignoreConfig",
      "--strict",
      "--module",
      "nodenext",
      "--types",
      "node",
      "--typeRoots",
      join(ROOT, "node_modules", "@types"),
      caller,
    ],
    { cwd: mine, encoding: "utf8" },
  );
  rmSync(caller);
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

test("messages of the package name its own commands", () => {
  const texts = spawnSync(
    "grep",
    [
      "-rhoE",
      "--include=*.js",
      "npm (run|start)[^`]*",
      join(mine, "node_modules", "verified-reviews", "lib"),
    ],
    { encoding: "utf8" },
  );
  expect(texts.stdout.split("\n").filter((line) => line !== "" && !line.startsWith("npm run bench"))).toEqual(
    [],
  );
});

test("worker threads of the package write the same bytes", () => {
  const before = readFileSync(join(mine, "dist", "manifest.json"), "utf8");
  tool(mine, "build", "--threads=2");
  expect(readFileSync(join(mine, "dist", "manifest.json"), "utf8")).toBe(before);
});

test(
  "an update to the next version shows and merges what moved in an ejected template",
  { timeout: 120_000 },
  () => {
    tool(mine, "eject", "404.eta");
    const own = join(mine, "content", "templates", "404.eta");
    writeFileSync(own, `${readFileSync(own, "utf8")}<p>Call us.</p>\n`);
    npm(mine, "install", nextVersion());
    expect(tool(mine, "--version")).toBe(`${NEXT}\n`);
    const shown = spawnSync(NODE, [toolIn(mine), "upgrade"], { cwd: mine, encoding: "utf8" });
    expect(shown).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`has changed from ${VERSION} to ${NEXT}`),
    });
    expect(shown.stdout).toContain("\n+<p>New in the next version.</p>\n");
    tool(mine, "upgrade", "--merge");
    tool(mine, "build");
    expect(readFileSync(join(mine, "dist", "404.html"), "utf8")).toMatch(
      /New in the next version[^]*Call us/,
    );
  },
);

/** The packed tool with another version and another template, packed again. */
function nextVersion(): string {
  const copy = join(folder, "next");
  cpSync(join(mine, "node_modules", "verified-reviews"), copy, { recursive: true });
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(join(copy, file), change(readFileSync(join(copy, file), "utf8")));
  edit("package.json", (text) => {
    const { scripts: _, ...rest } = JSON.parse(text);
    return JSON.stringify({ ...rest, version: NEXT });
  });
  edit("lib/model/version.js", (text) => text.replaceAll(VERSION, NEXT));
  edit("lib/build/render/templates/404.eta", (text) => `<p>New in the next version.</p>\n${text}`);
  npm(copy, "pack", "--silent", "--pack-destination", folder);
  rmSync(copy, { recursive: true });
  return join(folder, `verified-reviews-${NEXT}.tgz`);
}
