import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");

/** Returns the arguments that `npm run build` or `npm run sidecar` passes to Node, for any working folder. */
export const argumentsOf = (script: "build" | "sidecar"): string[] =>
  manifest.scripts[script]
    .split(" ")
    .slice(1)
    .map((word) => (/\.[jt]s$/.test(word) ? withAbsolutePath(word) : word));

/** The path is the whole word or stands after `=`. */
function withAbsolutePath(word: string): string {
  const start = word.indexOf("=") + 1;
  return word.slice(0, start) + join(ROOT, word.slice(start));
}
