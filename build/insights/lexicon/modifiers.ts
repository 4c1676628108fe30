import { wordSet } from "./word-set.ts";

// Our own lists, from general knowledge of English.

/** Negates the opinion after it. */
export const NEGATORS = wordSet(`
  not no never none nobody nor neither without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt
  couldnt shouldnt hasnt havent hadnt aint hardly barely scarcely zero lacks lacked lacking lack nothing noone
  supposedly allegedly rarely seldom`);

/** Before a comparative these mean that nothing surpasses it: "could not be nicer", "never had better". */
export const SUPERLATIVE_NEGATORS = new Set([
  ..."couldnt cant cannot wont never nobody noone none".split(" "),
  ..."could can will ever".split(" ").map((verb) => `${verb} not`),
]);

/** A "not" before one of these negates nothing: "not only polite". */
export const NOT_NEGATED = wordSet("only just merely simply");

/** Praise after these is missing, not given: "could be cleaner", "should have been faster". */
export const WISHES = wordSet(
  "could should wish wished hoped hoping expected supposed needs need needed would improve",
);

/** Two words with only these between them belong together: "the service was very slow". */
export const FUNCTION_WORDS = wordSet(`
  a all also always am an and are as at be been being by did do does even extremely for from had has have he her here
  his i in is it its just my of on our pretty quite really she so super than that the their then there these they this
  those to too very was we were when which who with you`);

/** Factors that words such as "very" and "a bit" apply to the opinion after them. */
export const INTENSIFIERS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1.5, "extremely incredibly exceptionally"],
      [1.4, "absolutely utterly"],
      [1.3, "very super totally completely truly highly ridiculously"],
      [1.2, "really so especially most such always beyond"],
      [0.8, "fairly rather mostly"],
      [0.6, "somewhat bit little sometimes"],
      [0.5, "slightly occasionally minor"],
    ] as const
  ).flatMap(([factor, words]) => words.split(" ").map((word) => [word, factor] as const)),
);

/** A solved problem is no complaint: "found the problem", "fixed my broken heater". */
export const SOLVERS = wordSet(`
  fixed fix fixes fixing solved solve solves resolved resolve resolves repaired repair repairing found diagnosed diagnose
  identified addressed corrected cleared unclogged prevented eliminated avoided sorted cured spotted
  dreading dreaded afraid feared fearing braced`);
