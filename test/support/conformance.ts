import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { emptyFolder } from "./content.ts";
import { TOOLS_FOLDER } from "./install-tools.ts";

const SUITE = join(TOOLS_FOLDER, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");

export interface CheckResult {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** Runs every server scenario of the official conformance suite; returns the checks by scenario. */
export async function runConformance(url: string): Promise<Map<string, readonly CheckResult[]>> {
  const folder = emptyFolder();
  const args = [SUITE, "server", "--url", url, "--suite", "all", "-o", folder];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  await once(child, "exit");
  const files = globSync("*/checks.json", { cwd: folder });
  return new Map(
    files.map((file) => [
      basename(dirname(file)).replace(/^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/, "$1"),
      JSON.parse(readFileSync(join(folder, file), "utf8")) as CheckResult[],
    ]),
  );
}

const FIXTURE = "asks for a tool, resource or prompt of the suite's own test server";
const ASKS_CLIENT = "the server would send the client a request; these tools send none";
const LOGGING = "logging is deprecated and not offered";
const TASKS = "the tasks extension is not offered: every call ends in milliseconds";
const SKILLS = "the skills extension is not offered";
const MEMORY = "needs memory for each session; revision 2026-07-28 has subscriptions/listen for it";

/** Scenarios that do not apply to a server which only reads, with the reason. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "tools-call-simple-text": FIXTURE,
  "tools-call-image": FIXTURE,
  "tools-call-audio": FIXTURE,
  "tools-call-embedded-resource": FIXTURE,
  "tools-call-mixed-content": FIXTURE,
  "tools-call-error": FIXTURE,
  "tools-call-with-progress": FIXTURE,
  "json-schema-2020-12": FIXTURE,
  "resources-read-text": FIXTURE,
  "resources-read-binary": FIXTURE,
  "resources-templates-read": FIXTURE,
  "prompts-get-simple": FIXTURE,
  "prompts-get-with-args": FIXTURE,
  "prompts-get-embedded-resource": FIXTURE,
  "prompts-get-with-image": FIXTURE,
  "logging-set-level": LOGGING,
  "tools-call-with-logging": LOGGING,
  "tools-call-sampling": ASKS_CLIENT,
  "tools-call-elicitation": ASKS_CLIENT,
  "elicitation-sep1034-defaults": ASKS_CLIENT,
  "elicitation-sep1330-enums": ASKS_CLIENT,
  "input-required-result-basic-elicitation": ASKS_CLIENT,
  "input-required-result-basic-sampling": ASKS_CLIENT,
  "input-required-result-basic-list-roots": ASKS_CLIENT,
  "input-required-result-request-state": ASKS_CLIENT,
  "input-required-result-multiple-input-requests": ASKS_CLIENT,
  "input-required-result-multi-round": ASKS_CLIENT,
  "input-required-result-missing-input-response": ASKS_CLIENT,
  "input-required-result-non-tool-request": ASKS_CLIENT,
  "input-required-result-result-type": ASKS_CLIENT,
  "input-required-result-tampered-state": ASKS_CLIENT,
  "input-required-result-capability-check": ASKS_CLIENT,
  "input-required-result-ignore-extra-params": ASKS_CLIENT,
  "resources-subscribe": MEMORY,
  "resources-unsubscribe": MEMORY,
  "server-sse-polling": "answers are never streamed, so there is nothing to resume",
  "http-custom-header-server-validation": "no tool takes an argument from a header",
  "tasks-lifecycle": TASKS,
  "tasks-capability-negotiation": TASKS,
  "tasks-wire-fields": TASKS,
  "tasks-request-state-removal": TASKS,
  "tasks-mrtr-input": TASKS,
  "tasks-mrtr-composition": TASKS,
  "tasks-request-headers": TASKS,
  "tasks-dispatch-and-envelope": TASKS,
  "tasks-status-notifications": TASKS,
  "tasks-required-task-error": TASKS,
  "sep-2640-skills-directory": SKILLS,
  "sep-2640-skills-enumeration": SKILLS,
  "sep-2640-skills-manifest": SKILLS,
};

/** Single checks of an applicable scenario that need a tool of the suite's own test server. */
export const UNTESTABLE_CHECKS: readonly string[] = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
];
