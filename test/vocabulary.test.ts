import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/content.ts";
import { declarationsOf } from "./support/declarations.ts";

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** Words that say nothing about what the thing is. */
const EMPTY_WORDS = /(Manager|Service|Helper|Util|Utils|Handler|Data|Info|Base|Impl)$/;

/** A noun clause where a statement should be: "Whether it may be sent" instead of "True if it may be sent". */
const NOUN_CLAUSE = /^\*?\s*(?:What|Who|Whose|Whoever|How|Whether|Where|When)\b(?!.*\?$)/;

const SUPERLATIVE_LIMIT = /^(?:MOST|FEWEST|LONGEST|SHORTEST|LEAST)_/;

/** Single words that are participles: a type is a noun. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]+[^e]ed|Begun|Bound|Built|Chosen|Found|Full|Given|Heard|Held|Kept|Known|Lent|Read|Sent|Shown|Taken|Told|Written)$/;

/** Longer files, with the reason. */
const LONG_FILES: Readonly<Record<string, string>> = {};

const MAX_LINES = 200;

/** camelCase, CONSTANT_CASE and kebab-case names as lower-case words. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

interface GlossaryRow {
  readonly word: string;
  /** The cell of the column "instead of", if the table has one. */
  readonly avoided: string;
}

/** The rows of all tables of the glossary. */
function glossaryRows(): GlossaryRow[] {
  let column = -1;
  return read("docs/glossary.md")
    .split("\n")
    .flatMap((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      if (cells[1] === "word") column = cells.indexOf("instead of");
      const word = /^\*\*(.+)\*\*$/.exec(cells[1] ?? "")?.[1];
      return word === undefined ? [] : [{ word, avoided: cells[column] ?? "" }];
    });
}

const GLOSSARY = glossaryRows();

/** Each avoided word with the word to use. */
const AVOIDED = GLOSSARY.flatMap(({ word, avoided }) =>
  [...avoided.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({
    preferred: word,
    pattern: new RegExp(`(?:^| )${wordsOf(name).join(" ")}s?(?: |$)`),
  })),
);

const FILES = globSync("{model,build,runtime,scripts,test,bench}/**/*.ts", {
  cwd: ROOT,
  exclude: ["**/node_modules"],
}).toSorted();
const isTest = (file: string): boolean => file.endsWith(".test.ts");
const isProduction = (file: string): boolean => !isTest(file) && !/^(?:test|bench)\//.test(file);

const DECLARED = new Map(FILES.map((file) => [file, declarationsOf(file, read(file))]));
const declared = (file: string) => DECLARED.get(file) ?? { names: [], comments: [] };

function objectionsTo(name: string): string[] {
  const words = wordsOf(name).join(" ");
  const avoided = AVOIDED.filter(({ pattern }) => pattern.test(words));
  return [
    ...avoided.map(({ preferred }) => `${name}: say "${preferred}"`),
    ...(SUPERLATIVE_LIMIT.test(name) ? [`${name}: say MAX_ or MIN_`] : []),
  ];
}

describe.for(FILES)("%s", (file) => {
  test("uses the words of the glossary", () => {
    const names = [
      ...file.replace(/(?:\.test)?\.ts$/, "").split("/"),
      ...declared(file).names.map(({ name }) => name),
    ];
    expect([...new Set(names)].flatMap(objectionsTo)).toEqual([]);
  });

  test("has comments that are statements", () => {
    const texts = declared(file).comments.map((text) => text.replaceAll(/\n[ \t]*\*?/g, " ").trim());
    expect(texts.filter((text) => NOUN_CLAUSE.test(text))).toEqual([]);
  });
});

describe.for(FILES.filter(isProduction))("%s", (file) => {
  const source = read(file);

  test("exports names that say what they are", () => {
    const exported = declared(file).names.filter(({ isExported }) => isExported);
    expect(exported.filter(({ name }) => EMPTY_WORDS.test(name))).toEqual([]);
  });

  test(`has at most ${MAX_LINES} lines`, () => {
    const lines = source.split("\n").length - 1;
    expect(lines <= MAX_LINES || file in LONG_FILES, `${lines} lines`).toBe(true);
  });

  test("has named exports only, and is no barrel", () => {
    expect(source).not.toMatch(/^export default|^export \* from/m);
    expect(basename(file)).not.toBe("index.ts");
  });
});

describe("types", () => {
  const types = FILES.filter((file) => !isTest(file)).flatMap((file) =>
    declared(file)
      .names.filter(({ kind }) => kind === "type")
      .map(({ name }) => ({ name, file })),
  );

  test("no two files declare types of the same name", () => {
    const files = Map.groupBy(types, ({ name }) => name);
    const repeated = [...files].filter(([, places]) => places.length > 1);
    expect(repeated.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(", ")}`)).toEqual(
      [],
    );
  });

  test("a type's name is a noun", () => {
    const participles = types.filter(({ name }) => PARTICIPLE.test(name));
    expect(participles.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
  });
});

describe("the glossary", () => {
  /** Singular and plural, whichever the glossary lists. */
  const formsOf = (word: string): string[] => [
    word,
    `${word}s`,
    `${word}es`,
    word.replace(/y$/, "ies"),
    word.replace(/s$/, ""),
  ];

  test("has one row for each word", () => {
    const words = GLOSSARY.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(150);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test("has the last word of every exported type", () => {
    const known = new Set(
      GLOSSARY.flatMap(({ word }) => formsOf(word.toLowerCase().split(" ").at(-1) ?? "")),
    );
    const exported = FILES.filter(isProduction).flatMap((file) =>
      declared(file).names.filter(({ kind, isExported }) => kind === "type" && isExported),
    );
    const lastWord = (name: string): string => wordsOf(name).at(-1) ?? "";
    expect(exported.map(({ name }) => name).filter((name) => !known.has(lastWord(name)))).toEqual([]);
  });
});

test.for<[string, string[]]>([
  ["told", ["isTold"]],
  ["shelf", ["Shelf", "runtime-shelf", "SHELF_SIZE"]],
  ["limits", ["MOST_ADDRESSES"]],
  ["several words", ["pageThreads", "KEPT_LINES"]],
])("an avoided word is found in any case and place: %s", ([, names]) => {
  for (const name of names) expect(objectionsTo(name)).not.toEqual([]);
  expect(objectionsTo("bookshelfWidth")).toEqual([]);
});
