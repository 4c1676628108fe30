#!/usr/bin/env node
/** `verified-reviews`: runs the command that its first argument names. Described in docs/tool.md. */
import { nearest } from "../model/nearest.ts";
import { VERSION } from "../model/version.ts";
import { COMMANDS } from "./tool/commands.ts";
import { nodeProblem } from "./tool/node-version.ts";

const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
const list = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}\n`);

const USAGE = `usage: verified-reviews COMMAND [options]

${list.join("")}
verified-reviews COMMAND --help explains one of them; --version prints the version.

exit: 0 done, 1 refused, 2 usage, 3 fault
`;

// Node 22 would print in every process that SQLite is experimental.
process.removeAllListeners("warning");
process.on("warning", (warning) => {
  if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

const [name = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else if (command !== undefined) {
  process.argv.splice(2, Infinity, ...args);
  await command.run();
} else if (name === "--help" || name === "help") process.stdout.write(USAGE);
else if (name === "--version") process.stdout.write(`${VERSION}\n`);
else {
  const near = nearest(name, Object.keys(COMMANDS));
  const fault = name === "" ? "name a command" : `"${name}" is not a command`;
  process.stderr.write(`${fault}${near === undefined ? "" : `; did you mean ${near}?`}\n\n${USAGE}`);
  process.exitCode = 2;
}
