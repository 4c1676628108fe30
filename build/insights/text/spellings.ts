import { fold } from "./words.ts";

/** By place in the phrase, the folded words that may stand there. */
type PhrasePattern = readonly (readonly string[])[];

const PLAIN_WORD = /^[a-z0-9]+$/;

/** Patterns of all ways to write a phrase. It starts with a word: placeholders before that are dropped, like options of marks only. */
export function patternsOf(phrase: string): PhrasePattern[] {
  let all: (readonly string[])[][] = [[]];
  for (const part of phrase.trim().split(/\s+/)) {
    if (PLAIN_WORD.test(part)) {
      const place = [part];
      for (const pattern of all) pattern.push(place);
    } else {
      const parts = partsOf(part);
      all = all.flatMap((before) => parts.map((after) => [...before, ...after]));
    }
  }
  const expanded = phrase.includes("not") ? all.flatMap((one) => [one, ...contracted(one)]) : all;
  return PLACEHOLDER.test(phrase) ? expanded.flatMap(beginningWithWord) : expanded;
}

/** "his/her" is one place for two words, an option of several words a pattern by itself. */
function partsOf(part: string): PhrasePattern[] {
  const options = part
    .split("/")
    .map(wordsIn)
    .filter(({ length }) => length > 0);
  if (options.length === 0) return [[]];
  const single = options.filter(({ length }) => length === 1).flat();
  const others = options.filter(({ length }) => length !== 1).map((words) => words.map((word) => [word]));
  return single.length === 0 ? others : [[single], ...others];
}

function wordsIn(option: string): string[] {
  if (isPlaceholder(option)) return [option];
  return option
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter((word) => word !== "")
    .map(fold);
}

const PLACEHOLDER = /[*#]/;
const isPlaceholder = (word: string): boolean => word === "*" || word === "#";

function beginningWithWord([first, ...others]: PhrasePattern): PhrasePattern[] {
  if (first === undefined) return [];
  const words = first.filter((word) => !isPlaceholder(word));
  return words.length === 0 ? beginningWithWord(others) : [[words, ...others]];
}

/** With "didn't" instead of "did not". Only the first "not" of a spelling is contracted. */
function contracted(pattern: PhrasePattern): PhrasePattern[] {
  const all: PhrasePattern[] = [];
  const before: (readonly string[])[] = [];
  for (const [at, options] of pattern.entries()) {
    const verbs = options.includes("not") ? before.at(-1)?.filter((verb) => CONTRACTIBLE.test(verb)) : [];
    if (verbs !== undefined && verbs.length > 0)
      all.push([...before.slice(0, -1), verbs.map(contraction), ...pattern.slice(at + 1)]);
    before.push(options.filter((word) => word !== "not"));
  }
  return all.filter((one) => one.every(({ length }) => length > 0));
}

const contraction = (verb: string): string => IRREGULAR_CONTRACTIONS[verb] ?? `${verb}nt`;

const IRREGULAR_CONTRACTIONS: Readonly<Record<string, string>> = {
  will: "wont",
  can: "cant",
  shall: "shant",
};
const CONTRACTIBLE =
  /^(?:are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would|will|can)$/;

/** "Didn't" and its kin. */
export const CONTRACTIONS: readonly string[] = [
  ..."are did do does had has have is must need should was were would could"
    .split(" ")
    .map((verb) => `${verb}nt`),
  ...Object.values(IRREGULAR_CONTRACTIONS),
];
