import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "../../runtime/config.ts";
import { MEMORY_FLAG, systemdUnits } from "../../scripts/hosting/systemd.ts";
import { emptyFolder, ROOT } from "../support/content.ts";

const ANALYZE = "/usr/bin/systemd-analyze";
/** The score of `systemd-analyze security`: 0 is safe, 10 is unsafe. */
const MAX_EXPOSURE = 2;
const NAMES = ["reviews-sidecar.service", "reviews-sync.service", "reviews-sync.timer"];

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(ROOT, "scripts", "hosting.ts"), "systemd", ...args], {
    cwd: ROOT,
    encoding: "utf8",
  });

const unitsOfCheckout = (): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, run(name).stdout]));

/** As the package prints them in the folder of an owner; package.test.ts compares the paths. */
function unitsOfPackage(): Readonly<Record<string, string>> {
  const folder = emptyFolder();
  const tool = join(folder, "node_modules", "verified-reviews", "lib", "scripts", "tool.js");
  mkdirSync(dirname(tool), { recursive: true });
  writeFileSync(tool, "");
  return systemdUnits({ folder, root: "/srv/reviews/dist", node: process.execPath, tool });
}

describe.each([
  ["a checkout", unitsOfCheckout],
  ["the package", unitsOfPackage],
])("units of %s", (_, print) => {
  test.skipIf(!existsSync(ANALYZE))("systemd accepts them, and the sidecar has next to no rights", () => {
    const folder = emptyFolder();
    const units = print();
    const files = NAMES.map((name) => join(folder, name));
    for (const name of NAMES) writeFileSync(join(folder, name), units[name] ?? "");
    expect(spawnSync(ANALYZE, ["verify", ...files], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
    const security = ["security", "--offline=true", join(folder, "reviews-sidecar.service")];
    const { stdout } = spawnSync(ANALYZE, security, { encoding: "utf8" });
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(MAX_EXPOSURE);
  });

  test("the sidecar's unit sets settings that exist", () => {
    const text = print()["reviews-sidecar.service"] ?? "";
    const lines = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, values = ""]) => values.split(" "));
    const names = lines.map((pair) => pair.split("=")[0] ?? "").filter((name) => name !== "NODE_ENV");
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(SETTINGS).toHaveProperty([name]);
  });
});

test("the units run commands of the tool in this folder, and it is there", () => {
  const all = run("--root", "/data/site/").stdout;
  expect(all.match(/^WorkingDirectory=.*$/gm)).toEqual(Array(2).fill(`WorkingDirectory=${ROOT}`));
  const tool = join(ROOT, "scripts", "tool.ts");
  expect(existsSync(tool)).toBe(true);
  expect(all.match(/^ExecStart=.*$/gm)).toEqual([
    `ExecStart=${process.execPath} ${MEMORY_FLAG} ${tool} sidecar`,
    `ExecStart=${process.execPath} ${tool} sync`,
  ]);
  expect(all).toContain(" DIST_DIR=/data/site\n");
  expect(all).toContain("\nEnvironment=DEPLOY_TARGET=file:///data/site\n");
  expect(all).toContain(`\nReadWritePaths=${ROOT} /data\n`);
});

test("npm run sidecar limits V8's memory as the unit does", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(scripts["sidecar"]).toBe(`node ${MEMORY_FLAG} --import=./scripts/code-cache.js runtime/main.ts`);
});

test.for([
  [["reviews.service"], /^name one unit: reviews-sidecar\.service, /],
  [["--root", "/srv/100%"], /^"\/srv\/100%" must be an absolute path/],
] as const)("refuses %s", ([args, message]) => {
  expect(run(...args)).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(message) });
});

test("warns of folders that the units cannot read", () => {
  expect(run("--root", "/home/kim/dist").stderr).toContain(
    "warning: /home/kim/dist: systemd units cannot read",
  );
});
