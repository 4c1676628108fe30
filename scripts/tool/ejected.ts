import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { BUILT_IN_TEMPLATES } from "../../build/load/templates.ts";
import { VERSION } from "../../model/version.ts";

/** Holds ejected templates as the tool shipped them, so that an upgrade can tell its changes from the owner's. */
const ORIGINALS = ".originals";

const MARK = "of verified-reviews";

/** The first line of an ejected template, by the ending of its name. */
const COMMENTS: Readonly<Record<string, (text: string) => string>> = {
  ".eta": (text) => `<%/* ${text} */%>`,
  ".css": (text) => `/* ${text} */`,
  ".js": (text) => `// ${text}`,
  ".svg": (text) => `<!-- ${text} -->`,
};

export const builtInNames = (): string[] => readdirSync(BUILT_IN_TEMPLATES).toSorted();

export const builtIn = (name: string): string => readFileSync(join(BUILT_IN_TEMPLATES, name), "utf8");

/** A template in the content, with the version that its first line names. */
export interface EjectedFile {
  readonly name: string;
  readonly text: string;
  readonly version: string | undefined;
  /** As the tool of that version had it. */
  readonly original: string | undefined;
}

export function ejectedFiles(folder: string): EjectedFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => !name.startsWith("."));
  return names.toSorted().map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const original = join(folder, ORIGINALS, name);
    return {
      name,
      text,
      version: new RegExp(`${MARK} ([0-9][^ ]*)`).exec(text.split("\n", 1)[0] ?? "")?.[1],
      original: existsSync(original) ? readFileSync(original, "utf8") : undefined,
    };
  });
}

/** Writes a template that is up to date with this version, and a copy of the built-in one. */
export function writeEjected(folder: string, name: string, body: string): void {
  const comment = COMMENTS[extname(name)]?.(`${name} ${MARK} ${VERSION}`) ?? "";
  const original = join(folder, ORIGINALS, name);
  mkdirSync(dirname(original), { recursive: true });
  writeFileSync(original, builtIn(name));
  writeFileSync(join(folder, name), `${comment}\n${body}`);
}

export const bodyOf = ({ text, version }: EjectedFile): string =>
  version === undefined ? text : text.slice(text.indexOf("\n") + 1);
