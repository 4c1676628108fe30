import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");

/** Returns the arguments that `npm run build` or `npm run sidecar` passes to Node, for any working folder. */
export const argumentsOf = (script: "build" | "sidecar"): string[] =>
  manifest.scripts[script]
    .split(" ")
    .slice(1)
    .map((word) => word.replace(/(?:\.\/)?([\w-]+\/[\w-]+\.[jt]s)$/, (_, file: string) => join(ROOT, file)));
