import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../build/run-command.ts";
import { writeResults } from "./results.ts";
import { printed } from "./table.ts";

const ALL = [
  "build",
  "difference",
  "generators",
  "deploy",
  "serve",
  "release",
  "search",
  "since",
  "insights",
  "mcp",
  "hub",
  "hub-attack",
  "lighthouse",
] as const;

const USAGE = `usage: npm run bench -- [--docs] [--learn] [NAME...]

Runs the named benches in turn, all of them without a name. NAME=1000,10000 sets sizes.

  NAME     ${ALL.join(", ")}
  --docs   write the results into docs/ and bench/results.json
  --learn  insights: only the labeled texts whose errors may be read
`;

interface Bench {
  readonly run: (sizes?: readonly string[], options?: { readonly learn: boolean }) => Promise<void>;
}

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const options = { docs: { type: "boolean" }, learn: { type: "boolean", default: false } } as const;
  const { positionals: names, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  process.stdout.write(
    `node ${process.version}, ${process.arch}. Compare ratios; absolute times belong to this machine.\n`,
  );
  for (const argument of names.length > 0 ? names : ALL) {
    const [name = "", sizes] = argument.split("=");
    const file = join(import.meta.dirname, `${name}.ts`);
    if (!/^[a-z-]+$/.test(name) || name === "main" || !existsSync(file)) {
      process.stderr.write(`no bench called "${name}"\n\n${USAGE}`);
      return 2;
    }
    const bench = (await import(file)) as Bench;
    await bench.run(sizes?.split(","), { learn: values.learn });
    if (values.docs === true) writeResults(printed);
  }
  return 0;
}
