import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { runCommand } from "../build/run-command.ts";
import { installTools, toolCommand } from "./support/install-tools.ts";

const USAGE = `usage: node test/tools.ts [TOOL ARGUMENT...]

Installs the packages that only tests and checks need, if they are missing or not those of test/package-lock.json.
Then runs TOOL, one of their commands, such as oxlint.
`;

// Arguments after the tool are the tool's own, --help among them.
await runCommand(main, process.argv.length > 3 ? undefined : USAGE);

function main(args: readonly string[]): number {
  installTools();
  const [tool, ...rest] = args;
  if (tool === undefined) return 0;
  const { status, error } = spawnSync(toolCommand(tool), rest, {
    stdio: "inherit",
    // As npm run does, so that oxlint finds tsgolint.
    env: { ...process.env, PATH: dirname(toolCommand(tool)) + delimiter + (process.env["PATH"] ?? "") },
    shell: process.platform === "win32",
  });
  if (error !== undefined) throw error;
  return status ?? 3;
}
