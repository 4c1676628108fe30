import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { freePort } from "../support/free-port.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
/** Commands in the running text. */
const INLINE = [...README.matchAll(/`(npm [^`]+)`/g)].map((match) => match[1] ?? "");
const COMMANDS = [...README.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap((block) =>
  (block[1] ?? "").trimEnd().split("\n"),
);

/** A checkout after `npm ci`, with a copy of the content folder that may be changed. */
function checkout(): string {
  const folder = emptyFolder();
  for (const name of [
    "build",
    "model",
    "runtime",
    "scripts",
    "node_modules",
    "package.json",
    ".npmrc",
    "tsconfig.json",
  ]) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  cpSync(join(ROOT, "content"), join(folder, "content"), { recursive: true });
  return folder;
}

const change = (folder: string, pattern: RegExp, text: string): void => {
  const file = join(folder, "content", "business.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(pattern, text));
};

/** A checkout whose site lies at this path. */
function checkoutAt(basePath: string): string {
  const folder = checkout();
  change(folder, /("base_url": "https:\/\/[^"/]+)/, `$1${basePath}`);
  return folder;
}

test("the commands in its blocks are these, each run below", () => {
  expect(COMMANDS).toEqual([
    "npm ci",
    "npm start",
    "rm content/reviews/* content/learned.json content/source-totals.json content/summary.md",
    "npm run import -- csv export.csv --map author=Name --map rating=Stars --map date=Date --map text=Comment --source google",
    "npm run learn",
    "npm run build -- --allow-shrink",
  ]);
});

test("the commands in its text are these, each run below", () => {
  expect([...new Set(INLINE)]).toEqual(["npm ci", "npm run dev"]);
});

test.for([".", "test"])(
  "npm ci installs exactly what %s/package.json asks for",
  { timeout: 120_000 },
  (place) => {
    const folder = emptyFolder();
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      cpSync(join(ROOT, place, name), join(folder, name));
    // A dry run compares the lock file with package.json and needs no network.
    const run = spawnSync("npm", ["ci", "--dry-run", "--offline", "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.status, run.stderr).toBe(0);
  },
);

test(
  "npm run dev rebuilds on save and reloads open pages, below a path too",
  { timeout: 60_000 },
  async () => {
    const port = await freePort();
    const folder = checkoutAt("/shop/reviews");
    const child = spawn("npm", ["run", "dev"], {
      cwd: folder,
      env: { ...process.env, BASE_URL: "", PORT: String(port) },
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let text = "";
      child.stdout.on("data", (part: Buffer) => (text += part.toString()));
      await expect.poll(() => text, { timeout: 30_000 }).toContain("Ctrl+C");
      const { body } = await fetch(`http://localhost:${port}/__dev/events`);
      if (body === null) throw new Error("no events");
      const events = body.pipeThrough(new TextDecoderStream()).getReader();
      expect((await events.read()).value).toBe(": open\n\n");
      change(folder, /"name": "[^"]+"/, '"name": "Renamed Plumbing"');
      expect((await events.read()).value).toContain("data: changed");
      const page = await (await fetch(`http://localhost:${port}/shop/reviews/`)).text();
      expect(page).toContain("Renamed Plumbing");
      expect(page).toContain("/__dev/reload.js");
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }
  },
);

test.for(["", "/shop/reviews"])(
  'npm start serves every URL that it prints, at "%s/"',
  { timeout: 60_000 },
  async (basePath) => {
    const port = await freePort();
    // The test runner sets a BASE_URL of its own.
    const env = { ...process.env, BASE_URL: "", PORT: String(port) };
    const child = spawn("npm", ["start"], {
      cwd: checkoutAt(basePath),
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      let text = "";
      for await (const part of child.stdout) {
        text += String(part);
        if (text.includes("Ctrl+C")) break;
      }
      expect(text, child.stderr.read()?.toString()).toContain(
        `serving on http://localhost:${port}${basePath}\n`,
      );
      const urls = [...text.matchAll(/^ {2}(http:\S+)$/gm)].map((match) => match[1] ?? "");
      expect(urls.length).toBeGreaterThanOrEqual(6);
      for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
      const page = await (await fetch(`http://localhost:${port}${basePath}/`)).text();
      expect(page).toContain("reviews</strong></a>");
    } finally {
      // Ctrl+C, as a terminal sends it, ends everything at once.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
    }
    const answer = (): Promise<string> =>
      fetch(`http://localhost:${port}/`).then(
        () => "answered",
        () => "closed",
      );
    await expect.poll(answer, { timeout: 3000 }).toBe("closed");
  },
);

test("the commands for your own reviews publish an export", { timeout: 60_000 }, () => {
  const folder = checkout();
  writeFileSync(
    join(folder, "export.csv"),
    "Name,Stars,Date,Comment\nJo,5,2026-11-01,Lovely work\nAl,4,2026-11-02,\n",
  );
  for (const command of COMMANDS.slice(2)) {
    const run = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect(run.status, `${command}\n${run.stdout}${run.stderr}`).toBe(0);
  }
  const manifest = join(folder, "dist", "manifest.json");
  expect(existsSync(manifest)).toBe(true);
  const { reviews } = JSON.parse(readFileSync(join(folder, "dist", "reviews.json"), "utf8")) as {
    reviews: { text: string | null }[];
  };
  expect(reviews.map(({ text }) => text)).toEqual([null, "Lovely work"]);
});

test(
  "a port in use is reported before anything is built, and no other port is taken",
  { timeout: 30_000 },
  async () => {
    const port = await freePort();
    const taken = createServer().listen(port, "localhost");
    const env = { ...process.env, BASE_URL: "", PORT: String(port) };
    for (const [command, said] of [
      [
        "npm start",
        `port ${port} is in use: stop the process that listens on it, or choose another port, such as PORT=3000\n`,
      ],
      ["npm run dev", `port ${port} is in use`],
      ["npm run sidecar", `PORT: port ${port}: the port is in use`],
    ] as const) {
      const folder = checkout();
      const run = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
        const child = spawn("sh", ["-c", command], { cwd: folder, env: { ...env, HOST: "localhost" } });
        let stderr = "";
        child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
        child.on("close", (code) => resolve({ code, stderr }));
      });
      expect(run.stderr, command).toContain(said);
      expect(run.code, command).toBe(3);
      expect(existsSync(join(folder, "dist"))).toBe(false);
    }
    taken.close();
  },
);
