/** `npm run doctor`: examines a live deployment and prints how to fix its faults. Described in docs/operations.md. */
import { BASE_URL_EXAMPLES, parseBaseUrl } from "../model/base-url.ts";
import { runCommand } from "../build/run-command.ts";
import { parseArgs } from "node:util";
import { examineDeployment } from "./doctor/examine.ts";
import { renderFindings } from "./doctor/findings.ts";

const USAGE = `usage: npm run doctor -- URL [options]

Compares the responses of URL with its manifest and with documented behavior. Changes nothing there.

  --all     every page and date instead of a sample
  --static  there is no sidecar: skip since, search, hub and MCP
  --json    print the findings as JSON
  --help    print this help

exit: 0 nothing to fix, 1 faults, 2 usage, 3 fault (--debug prints the stack)
`;

await runCommand(main);

async function main(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === "string") {
    process.stderr.write(`${parsed}\n\n${USAGE}`);
    return 2;
  }
  const { values, url } = parsed;
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const findings = await examineDeployment(url, { isAll: values.all, isStatic: values.static });
  const faults = findings.filter(({ level }) => level === "fault").length;
  if (values.json) process.stdout.write(`${JSON.stringify({ url, faults, findings })}\n`);
  else
    process.stdout.write(
      `${renderFindings(findings)}${faults === 0 ? "nothing to fix" : `${faults} to fix`}\n`,
    );
  return faults === 0 ? 0 : 1;
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: "boolean", default: false },
        static: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const [raw = ""] = positionals;
    if (values.help) return { values, url: "" };
    const url = parseBaseUrl(raw);
    if (positionals.length !== 1 || url === undefined)
      return `name one URL such as ${BASE_URL_EXAMPLES} (got "${positionals.join(" ")}")`;
    return { values, url };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
