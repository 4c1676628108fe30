import { existsSync } from "node:fs";
import { join } from "node:path";

/** `npm run bench -- build search ...`: the named benches in turn, all without a name. `build=1000000` sets sizes. */
const ALL = [
  "build",
  "serve",
  "search",
  "since",
  "insights",
  "mcp",
  "hub",
  "hub-attack",
  "lighthouse",
] as const;

interface Bench {
  readonly run: (sizes?: readonly string[]) => Promise<void>;
}

const names = process.argv.slice(2);
process.stdout.write(
  `node ${process.version}, ${process.arch}. Compare ratios; absolute times belong to this machine.\n`,
);
for (const argument of names.length > 0 ? names : ALL) {
  const [name = "", sizes] = argument.split("=");
  const file = join(import.meta.dirname, `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || name === "main" || !existsSync(file)) {
    process.stderr.write(`no bench called "${name}"; there are ${ALL.join(", ")}\n`);
    process.exit(2);
  }
  const bench = (await import(file)) as Bench;
  await bench.run(sizes?.split(","));
}
