import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SCHEMA_VERSION } from "../../model/schema-version.ts";
import { VERSION } from "../../model/version.ts";
import { MEMORY_FLAG } from "../../scripts/hosting/systemd.ts";
import { COMMANDS } from "../../scripts/tool/commands.ts";
import { dependencyOf } from "../../scripts/tool/package.ts";
import { readArtifact, runBuild } from "../support/build.ts";
import { BUSINESS, emptyFolder, review, ROOT, writeContent } from "../support/content.ts";

const TEMPLATES = join(ROOT, "build", "render", "templates");

let folder: string;
beforeEach(() => {
  folder = emptyFolder();
});

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "scripts", `${script}.ts`), ...args],
    { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
  return { status, stdout, stderr };
}

const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const written = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const ANSWERS = {
  name: "Blue Door",
  type: "Bakery",
  url: "https://blue-door.example",
  "base-url": "https://reviews.blue-door.example/",
  report: "hello@blue-door.example",
};

const init = (difference: Partial<typeof ANSWERS> = {}) =>
  run(
    "init",
    "mine",
    `--tool=^${VERSION}`,
    ...Object.entries({ ...ANSWERS, ...difference }).map(([name, value]) => `--${name}=${value}`),
  );

test("a new folder builds as it stands, and claims nothing", () => {
  expect(init()).toMatchObject({ status: 0, stderr: "" });
  const dist = join(folder, "dist");
  const built = runBuild(["--content", join(folder, "mine", "content"), "--out", dist]);
  expect(built).toMatchObject({ status: 0, stdout: expect.stringContaining("0 reviews") });
  const { business, policy } = JSON.parse(readArtifact(dist, "/reviews.json").toString());
  expect(business).toEqual({
    name: "Blue Door",
    type: "Bakery",
    url: "https://blue-door.example",
    opening_hours: [],
    same_as: [],
    language: "en",
    technicians: [],
    services: [],
    service_areas: [],
  });
  expect(policy.sources).toEqual({});
});

test("init says at once which trades have aspects", () => {
  expect(init({ type: "Dentist" }).stdout).not.toContain("aspects");
  rmSync(join(folder, "mine"), { recursive: true });
  expect(init({ type: "VeterinaryCare" }).stdout).toContain(
    `No aspects come with the tool for VeterinaryCare: once there are reviews, name the nearest trade in content/aspects.json,
{"pack": "home-services" | "restaurants" | "salons" | "dentists" | "auto-repair"}.
`,
  );
});

test("a new folder depends on the tool alone", () => {
  init();
  const { dependencies } = JSON.parse(read("mine/package.json"));
  expect(dependencies).toEqual({ "verified-reviews": `^${VERSION}` });
  expect(read("mine/README.md")).toContain("# Reviews of Blue Door\n");
});

test("init refuses a folder with files, and names what is missing and what is wrong by its option", () => {
  mkdirSync(join(folder, "mine"));
  written("mine/notes.txt", "");
  expect(init()).toMatchObject({ status: 1, stderr: "mine: is not empty; name a new folder\n" });
  expect(run("init", "other", "--name=A").stderr).toContain("missing: --url, --base-url, --report\n");
  expect(
    run("init", "other", "--name=A", "--url=x", "--base-url=y", "--report=z", "--type=b", "--language=e"),
  ).toEqual({
    status: 2,
    stdout: "",
    stderr: `--type: must be a schema.org LocalBusiness subtype such as Bakery, or LocalBusiness (got "b")
--url: must be an http or https URL (got "x")
--language: must be an RFC 5646 language tag such as en (got "e")
--base-url: must be a URL such as https://reviews.example.org or https://example.org/reviews, without a trailing slash (got "y")
--report: must be an http or https URL (got "z")
`,
  });
  expect(existsSync(join(folder, "other"))).toBe(false);
});

test.for([
  ["a file", "file:../tool-1.0.0.tgz", "file:../tool-1.0.0.tgz"],
  [
    "the registry",
    `https://registry.npmjs.org/verified-reviews/-/verified-reviews-${VERSION}.tgz`,
    `^${VERSION}`,
  ],
  ["git", "git+ssh://git@example.org/tool.git#0123abc", "git+ssh://git@example.org/tool.git#0123abc"],
  ["another URL", "https://example.org/tool.tgz", "https://example.org/tool.tgz"],
] as const)("a package from %s is named as npm recorded it", ([, resolved, expected]) => {
  const modules = join(folder, "installed", "node_modules");
  mkdirSync(modules, { recursive: true });
  writeFileSync(
    join(modules, ".package-lock.json"),
    JSON.stringify({ packages: { "node_modules/verified-reviews": { resolved } } }),
  );
  expect(dependencyOf(join(folder, "mine"), join(modules, "verified-reviews"))).toBe(expected);
});

const contentOf = (): string => writeContent(join(folder, "content"), { reviews: { "a.json": [review()] } });

function published(): Record<string, string> {
  const built = runBuild(["--content", join(folder, "content"), "--out", join(folder, "dist"), "--no-cache"]);
  expect(built.status, built.stderr).toBe(0);
  const paths = ["/", "/reviews/", "/style.css", "/search.js", "/icon.svg"];
  return Object.fromEntries(paths.map((path) => [path, readArtifact(join(folder, "dist"), path).toString()]));
}

test("ejected templates publish the same pages, and name the version that they came from", () => {
  contentOf();
  const before = published();
  const names = readdirSync(TEMPLATES);
  expect(run("eject", ...names)).toMatchObject({ status: 0, stderr: "" });
  const after = published();
  for (const [path, text] of Object.entries(before)) {
    expect(after[path]?.endsWith(text), path).toBe(true);
    if (path.endsWith("/")) expect(after[path]).toBe(text);
  }
  for (const name of names)
    expect(read(`content/templates/${name}`).split("\n")[0]).toContain(
      `${name} of verified-reviews ${VERSION}`,
    );
  expect(run("upgrade")).toMatchObject({ status: 0 });
});

test("eject changes no file that is there, and names the template that was meant", () => {
  contentOf();
  run("eject", "list.eta");
  written("content/templates/list.eta", "mine");
  expect(run("eject", "list.eta", "style.css")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("list.eta: exists already"),
  });
  expect(read("content/templates/list.eta")).toBe("mine");
  expect(run("eject", "lsit.eta")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^"lsit\.eta" is not a template; did you mean list\.eta\?/),
  });
});

/** Ejects 404.eta as an older version had it, which lacked `added`, and then changes it. */
function ejectedOlder(added: string, change: (text: string) => string): void {
  contentOf();
  run("eject", "404.eta");
  const now = read("content/templates/404.eta");
  expect(now).toContain(added);
  const older = now.replace(added, "").replace(VERSION, "0.9.0");
  written("content/templates/404.eta", change(older));
  written("content/templates/.originals/404.eta", older.slice(older.indexOf("\n") + 1));
}

const [FIRST = "", , , , , LAST = ""] = readFileSync(join(TEMPLATES, "404.eta"), "utf8").split("\n");

test("upgrade shows what changed in an ejected template, and merges it where it fits", () => {
  ejectedOlder(`${FIRST}\n`, (text) => `${text}<p>mine</p>\n`);
  const shown = run("upgrade");
  expect(shown.status).toBe(1);
  expect(shown.stdout).toContain(
    `has changed from 0.9.0 to ${VERSION}; npm run upgrade -- --merge applies these changes`,
  );
  expect(shown.stdout).toContain(`\n+${FIRST}\n`);
  expect(shown.stdout).not.toContain("mine");
  expect(run("upgrade", "--merge")).toMatchObject({ status: 0 });
  expect(read("content/templates/404.eta")).toBe(
    `<%/* 404.eta of verified-reviews ${VERSION} */%>\n${readFileSync(join(TEMPLATES, "404.eta"), "utf8")}<p>mine</p>\n`,
  );
  expect(run("upgrade").stdout).toContain("404.eta: is of this version\n");
});

test("a change that touches the owner's lines is left to the owner", () => {
  ejectedOlder(`${LAST}\n`, (text) => `${text.split("\n", 1)[0]}\n<p>all mine</p>\n`);
  const before = read("content/templates/404.eta");
  const left = run("upgrade", "--merge");
  expect(left).toMatchObject({ status: 1, stdout: expect.stringContaining("your changes conflict") });
  expect(read("content/templates/404.eta")).toBe(before);
  expect(run("upgrade", "--done", "404.eta")).toMatchObject({ status: 0 });
  expect(read("content/templates/404.eta")).toBe(before.replace("0.9.0", VERSION));
});

test("a template that the tool did not eject is shown against the built-in one", () => {
  contentOf();
  mkdirSync(join(folder, "content", "templates"));
  written("content/templates/404.eta", "<p>gone</p>\n");
  const { status, stdout } = run("upgrade");
  expect(status).toBe(1);
  expect(stdout).toContain("404.eta: does not name its version");
  expect(stdout).toContain("\n-<p>gone</p>\n");
});

/** Content as version 1.0.0 had it, before content had a version: all templates in it, and no policy. */
function oldContent(): void {
  const content = contentOf();
  const { schema_version: _, ...business } = BUSINESS;
  written("content/business.json", `${JSON.stringify(business, null, 4)}\n`);
  spawnSync("rm", [join(content, "policy.json")]);
  mkdirSync(join(content, "templates"));
  const sample = join(import.meta.dirname, "content-0", "templates");
  for (const name of readdirSync(sample))
    written(`content/templates/${name}`, readFileSync(join(sample, name), "utf8"));
  written("content/templates/review.eta", "<p>mine</p>\n");
}

test("content of version 0 is refused with the command that migrates it, and then builds", () => {
  oldContent();
  const refused = runBuild(["--content", join(folder, "content"), "--out", join(folder, "dist")]);
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "business.json: schema_version: the content is of version 0, and this tool reads version 1; npm run upgrade migrates it\nnothing was published: 1 problem to fix",
    ),
  });
  const business = read("content/business.json");
  expect(run("upgrade").stdout).toMatch(`content: migrated from version 0 to ${SCHEMA_VERSION}
content/templates: removed 3 templates that were never changed; they come with the tool now
content/policy.json: was written; state in it how the reviews are verified: the build names each gap
content/templates/review.eta: does not name its version`);
  expect(read("content/business.json")).toBe(
    business.replace("{\n", `{\n  "schema_version": ${SCHEMA_VERSION},\n`),
  );
  expect(readdirSync(join(folder, "content", "templates"))).toEqual(["review.eta"]);
  expect(Object.keys(JSON.parse(read("content/policy.json")).sources)).toEqual(["google"]);
  expect(run("upgrade").stdout).not.toContain("migrated");
});

test("content of a newer version is refused, by the build and by upgrade", () => {
  contentOf();
  written("content/business.json", JSON.stringify({ ...BUSINESS, schema_version: 99 }));
  const refused = runBuild(["--content", join(folder, "content"), "--out", join(folder, "dist")]);
  expect(refused.stderr).toContain("is of version 99, and this tool reads only up to 1; update the tool\n");
  expect(run("upgrade")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("belongs to a newer version of this tool"),
  });
});

/** Of V8, for the scripts that limit their memory. */
const FLAGS: Readonly<Record<string, string>> = {
  build: `${MEMORY_FLAG} --no-allocation-site-pretenuring`,
  sidecar: MEMORY_FLAG,
};

test("every command of the tool but its completion is a script here, of the same module", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const table = readFileSync(join(ROOT, "scripts", "tool", "commands.ts"), "utf8");
  const modules = [...table.matchAll(/^  (\w+): \{[^}]*?import\("([^"]+)"\)/gm)];
  expect(modules.map(([, name]) => name)).toEqual(
    Object.keys(COMMANDS).filter((name) => name !== "completion"),
  );
  for (const [, name = "", module = ""] of modules) {
    const file = relative(ROOT, join(ROOT, "scripts", "tool", module));
    const flags = FLAGS[name] === undefined ? "" : `${FLAGS[name]} --import=./scripts/code-cache.js `;
    expect(scripts[name], name).toBe(`node ${flags}${file}`);
  }
});

test("tool.ts lists the commands, and says which one was meant", () => {
  expect(run("tool", "--help")).toMatchObject({ status: 0, stderr: "" });
  expect(run("tool", "bild")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^"bild" is not a command; did you mean build\?/),
  });
  expect(run("tool")).toMatchObject({ status: 2 });
  expect(run("tool", "--version").stdout).toBe(`${VERSION}\n`);
  expect(run("tool", "eject", "--help").stdout).toBe(run("eject", "--help").stdout);
});

test("bash completes the commands", () => {
  const { stdout } = run("tool", "completion", "bash");
  const script = `${stdout}COMP_WORDS=(verified-reviews do) COMP_CWORD=1; _verified_reviews; echo "\${COMPREPLY[@]}"`;
  expect(spawnSync("bash", ["-c", script], { encoding: "utf8" })).toMatchObject({
    stdout: "doctor\n",
    stderr: "",
  });
  for (const shell of ["zsh", "fish"]) expect(run("tool", "completion", shell).stdout).toContain("doctor");
});
