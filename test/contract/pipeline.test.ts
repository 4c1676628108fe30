import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../support/content.ts";
import { scriptOf, SYNC_WORKFLOW, WORKFLOW } from "../support/workflow.ts";

// The package is written for bundlers: it imports JSON without an import attribute, which Node rejects.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import("@actions/workflow-parser");
hooks.deregister();

async function problemsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: "publish.yml", content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test("GitHub's own parser accepts the workflows, and finds planted faults", async () => {
  for (const workflow of [WORKFLOW, SYNC_WORKFLOW]) expect(await problemsOf(workflow)).toEqual([]);
  for (const [right, wrong] of [
    ["timeout-minutes: 30", "timeout-minuts: 30"],
    ["needs: check", "needs: nobody"],
    ["vars.DEPLOY_TARGET !=", "varz.DEPLOY_TARGET !="],
    ["runs-on: ubuntu-24.04", "runs: ubuntu-24.04"],
  ] as const)
    expect(await problemsOf(WORKFLOW.replace(right, wrong)), wrong).not.toEqual([]);
});

test("the workflow runs existing commands, in order, with the least permission", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  for (const [, name = ""] of (WORKFLOW + SYNC_WORKFLOW).matchAll(/npm run ([a-z]+)/g))
    expect(scripts).toHaveProperty([name]);
  const order = [
    "npm run check",
    "npm run --silent sbom",
    "npm run deploy -- --save-manifest",
    "npm run build -- --base-url",
    "npm run deploy\n",
    "check the live site",
  ];
  const places = order.map((words) => WORKFLOW.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(WORKFLOW).toMatch(/^permissions:\n {2}contents: read$/m);
  expect(WORKFLOW.match(/uses: actions\/checkout/g)).toHaveLength(
    WORKFLOW.match(/persist-credentials: false/g)?.length ?? 0,
  );
  // Text that others control, such as a title, is in no script.
  expect(WORKFLOW).not.toMatch(/\$\{\{ *github\.(?:event\.(?!\w+ *[=!])|head_ref)/);
});

test("actions are pinned by commit, with the version in a comment", () => {
  const uses = [...(WORKFLOW + SYNC_WORKFLOW).matchAll(/^ +(?:- )?uses: (.+)$/gm)].map(
    (match) => match[1] ?? "",
  );
  expect(uses.length).toBeGreaterThan(5);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("images are pinned by digest", () => {
  const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
  const images = [
    ...read("Dockerfile").matchAll(/^FROM (\S+)/gm),
    ...read("compose.yaml").matchAll(/^ +image: (.+)$/gm),
    ...WORKFLOW.matchAll(/^ +(?:image|container): (.+)$/gm),
  ].map((match) => match[1] ?? "");
  expect(images).toHaveLength(4);
  for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d[\w.-]*@sha256:[0-9a-f]{64}$/);
});

test("the bill of materials lists exactly the production dependencies", { timeout: 60_000 }, () => {
  const run = spawnSync(process.execPath, [join(ROOT, "scripts", "sbom.ts")], { encoding: "utf8" });
  const { components } = JSON.parse(run.stdout) as { components: { name: string; version: string }[] };
  const names = components.map(({ name }) => name);
  for (const name of ["@modelcontextprotocol/sdk", "ajv", "h3", "pg", "tldts", "eta"])
    expect(names).toContain(name);
  for (const name of ["vitest", "typescript", "oxlint"]) expect(names).not.toContain(name);
});

test("production has few packages, versions are exact, and the image runs no install script", () => {
  const [project, tools] = ["package.json", "test/package.json"].map(
    (name) =>
      JSON.parse(readFileSync(join(ROOT, name), "utf8")) as Record<
        "dependencies" | "devDependencies",
        Record<string, string>
      >,
  );
  const ofSidecar = ["@modelcontextprotocol/sdk", "ajv", "h3", "pg", "tldts"];
  const ofBuild = [
    "csv-parse",
    "d3-scale",
    "d3-shape",
    "diff",
    "eta",
    "fast-xml-builder",
    "fflate",
    "parse5",
    "saxes",
    "ulid",
  ];
  const ofDeploy = ["aws4fetch"];
  expect(Object.keys(project?.dependencies ?? {})).toEqual(
    [...ofSidecar, ...ofBuild, ...ofDeploy].toSorted(),
  );
  const versions = { ...project?.dependencies, ...project?.devDependencies, ...tools?.dependencies };
  for (const [name, version] of Object.entries(versions))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  const installs = readFileSync(join(ROOT, "Dockerfile"), "utf8").match(/^RUN npm .*$/gm) ?? [];
  expect(installs).toHaveLength(1);
  expect(installs[0]).toContain("npm ci --omit=dev --ignore-scripts");
});

test("a run for a commit that is no longer the head of its branch deploys nothing", () => {
  const script = scriptOf("only the head of the branch goes live; to go back, revert the commit");
  const runFor = (sha: string) => {
    const bin = emptyFolder();
    writeFileSync(join(bin, "gh"), `#!/bin/sh\nexec echo ${"a".repeat(40)}\n`, { mode: 0o755 });
    const env = {
      PATH: `${bin}:${process.env["PATH"]}`,
      GITHUB_SHA: sha,
      GITHUB_REPOSITORY: "o/r",
      GITHUB_REF_NAME: "main",
    };
    return spawnSync("bash", ["--norc", "-e", "-c", script], { encoding: "utf8", env });
  };
  expect(runFor("a".repeat(40))).toMatchObject({ status: 0, stderr: "" });
  const late = runFor("b".repeat(40));
  expect(late.status).toBe(1);
  expect(late.stderr).toMatch(
    /^not deployed: b+ is older than a+; to go back, revert the commit and push\n$/,
  );
});
