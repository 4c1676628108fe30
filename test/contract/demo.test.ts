import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freshSchema, postgresAnswers } from "../support/postgres.ts";
import { emptyFolder, ROOT } from "../support/content.ts";
import { freePort } from "../support/free-port.ts";

/** The demonstrations in docs/websub.md. */

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): { output: () => string; child: ChildProcess } {
  const child = spawn(process.execPath, [join(ROOT, command), ...args], {
    cwd,
    env: { ...process.env, ...env },
  });
  children.push(child);
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString("utf8")));
  child.stderr.on("data", (part: Buffer) => (text += part.toString("utf8")));
  return { output: () => text, child };
}

test("a first push: subscriber, sidecar, a changed review, build --ping", { timeout: 60_000 }, async () => {
  const folder = emptyFolder();
  cpSync(join(ROOT, "content"), join(folder, "content"), { recursive: true });
  const [port, callbackPort] = [String(await freePort()), String(await freePort())];
  const hub = `http://localhost:${port}`;
  const build = (...more: string[]) => run("build/main.ts", ["--base-url", hub, ...more], folder);
  const first = build();
  await expect.poll(first.output, { timeout: 20_000 }).toContain("published release");
  const subscriber = run("scripts/subscriber.ts", ["--hub", hub, "--port", callbackPort], folder);
  await expect.poll(subscriber.output, { timeout: 10_000 }).toContain("npm start");
  const sidecar = run("runtime/main.ts", [], folder, {
    BASE_URL: "",
    PORT: port,
    HUB_ALLOW_CALLBACK_NETWORKS: "127.0.0.1/32",
    HUB_CALLBACK_PORTS: callbackPort,
    NODE_EXTRA_CA_CERTS: join(folder, ".cache", "demo-ca.pem"),
  });
  await expect.poll(() => subscriber.output().match(/confirmed/g)?.length, { timeout: 20_000 }).toBe(3);
  const month = join(folder, "content", "reviews", "2026-11.json");
  const text = readFileSync(month, "utf8");
  writeFileSync(month, text.replace(/"rating": 5/, '"rating": 4'));
  const second = build("--ping");
  await expect.poll(second.output, { timeout: 20_000 }).toContain("published release");
  await expect.poll(() => subscriber.output().match(/signature good/g)?.length, { timeout: 20_000 }).toBe(3);
  expect(second.output()).not.toContain("warning");
  expect(subscriber.output()).not.toContain("BAD");
  sidecar.child.kill("SIGTERM");
});

test(
  "build --ping without a hub publishes, and warns that the hub was not reached",
  { timeout: 30_000 },
  async () => {
    const folder = emptyFolder();
    cpSync(join(ROOT, "content"), join(folder, "content"), { recursive: true });
    const { output, child } = run("build/main.ts", ["--base-url", "http://localhost:9", "--ping"], folder);
    await expect.poll(output, { timeout: 20_000 }).toContain("published release");
    expect(output()).toContain(
      "warning: the hub was not notified: http://localhost:9/api/websub/hub could not be reached",
    );
    await expect.poll(() => child.exitCode).toBe(0);
  },
);

const hasPostgres = await postgresAnswers();

test.runIf(hasPostgres)(
  "three sidecars on one PostgreSQL behind a load balancer",
  { timeout: 60_000 },
  async () => {
    const folder = emptyFolder();
    const { url, drop } = await freshSchema();
    cpSync(join(ROOT, "content"), join(folder, "content"), { recursive: true });
    const port = String(await freePort());
    const built = run("build/main.ts", ["--base-url", `http://localhost:${port}`], folder);
    await expect.poll(built.output, { timeout: 20_000 }).toContain("published release");
    const all = run("scripts/sidecars.ts", ["--port", port, "--database", url], folder, {
      BASE_URL: "",
      DRAIN_SECONDS: "0",
    });
    await expect.poll(() => all.output().match(/"event":"listening"/g)?.length, { timeout: 20_000 }).toBe(3);
    const bodies = await Promise.all(
      Array.from({ length: 9 }, async () =>
        (await fetch(`http://127.0.0.1:${port}/manifest.json`, { headers: { connection: "close" } })).text(),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    all.child.kill("SIGTERM");
    await expect.poll(() => all.output().match(/"event":"stopped"/g)?.length, { timeout: 20_000 }).toBe(3);
    await drop();
  },
);
