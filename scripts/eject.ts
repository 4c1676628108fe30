/** `npm run eject`: copies a built-in template into the content. Described in docs/tool.md. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { nearest } from "../model/nearest.ts";
import { builtIn, builtInNames, writeEjected } from "./tool/ejected.ts";

const USAGE = `usage: npm run eject -- NAME... [options]

Copies built-in templates to templates/ in the content, where they replace the built-in ones. The first line of each
names the version that it came from; after an update, npm run upgrade shows what has changed since. NAME is one of

${builtInNames()
  .map((name) => `  ${name}\n`)
  .join("")}
  --content DIR  the content (content)
  --help         print this

exit: 0 done, 1 refused, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  const { values, positionals: names } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { content: { type: "string", default: "content" } },
  });
  const unknown = names.find((name) => !builtInNames().includes(name));
  if (names.length === 0 || unknown !== undefined) {
    const near = unknown === undefined ? undefined : nearest(unknown, builtInNames());
    const reason = unknown === undefined ? "name a template" : `"${unknown}" is not a template`;
    process.stderr.write(`${reason}${near === undefined ? "" : `; did you mean ${near}?`}\n\n${USAGE}`);
    return 2;
  }
  const folder = join(values.content, "templates");
  const problem = existsSync(values.content)
    ? names
        .filter((name) => existsSync(join(folder, name)))
        .map((name) => `${join(folder, name)}: exists already; edit it, or remove it and eject it again`)
    : [`${values.content}: does not exist; name the content with --content`];
  if (problem.length > 0) {
    process.stderr.write(`${problem.join("\n")}\n`);
    return 1;
  }
  for (const name of names) writeEjected(folder, name, builtIn(name));
  process.stdout.write(names.map((name) => `${join(folder, name)}\n`).join(""));
  return 0;
}
