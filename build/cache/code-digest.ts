import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDERS = ["build", "model"];

/** Versions of the dependencies: in the repository, and in the packed tool, whose sources are in its folder lib. */
const DEPENDENCIES = [join(ROOT, "package-lock.json"), join(ROOT, "..", "package.json")];

interface CodeDigests {
  /** Everything besides content and settings that decides the bytes of a release. */
  readonly all: string;
  /** The code and the word lists that analyze a text. */
  readonly insights: string;
}

let digests: CodeDigests | undefined;

/** Computed once per process. */
export const codeDigests = (): CodeDigests => (digests ??= takeDigests());

/** Covers the sources, word lists and built-in templates, the dependencies, and Node with its compressors, ICU and V8. */
function takeDigests(): CodeDigests {
  const all = createHash("sha256").update(JSON.stringify([process.versions, process.arch]));
  const insights = createHash("sha256");
  for (const file of DEPENDENCIES) if (existsSync(file)) all.update(readFileSync(file));
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).toSorted())
      if (/\.[a-z]+$/.test(name) && !name.endsWith(".test.ts")) {
        const [head, bytes] = [`\n${folder}/${name}\n`, readFileSync(join(ROOT, folder, name))];
        all.update(head).update(bytes);
        if (folder === "build" && /^insights\b/.test(name)) insights.update(head).update(bytes);
      }
  return { all: all.digest("hex"), insights: insights.digest("hex") };
}
