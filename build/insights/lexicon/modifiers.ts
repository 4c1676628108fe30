/** Words that turn or scale the opinion after them. Our own list, from general knowledge of English. */
const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

export const NEGATORS = list(`
  not no never none nobody nor neither without cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt
  couldnt shouldnt hasnt havent hadnt aint hardly barely scarcely zero lacks lacked lacking lack nothing noone
  supposedly allegedly rarely seldom`);

/** With a comparative these deny that anything is more so: "could not be nicer", "never had better". */
export const UNMATCHED = new Set([
  ..."couldnt cant cannot wont never nobody noone none".split(" "),
  ..."could can will ever".split(" ").map((verb) => `${verb} not`),
]);

/** After these a "not" says nothing against what follows. */
export const AFTER_NOT = list("only just merely simply");

/** What is wished for or asked for is not there: "could be cleaner", "should have been faster". */
export const WISHES = list(
  "could should wish wished hoped hoping expected supposed needs need needed would improve",
);

export const BOOSTERS: Readonly<Record<string, number>> = {
  very: 1.3,
  really: 1.2,
  so: 1.2,
  extremely: 1.5,
  super: 1.3,
  absolutely: 1.4,
  incredibly: 1.5,
  totally: 1.3,
  completely: 1.3,
  truly: 1.3,
  highly: 1.3,
  exceptionally: 1.5,
  especially: 1.2,
  most: 1.2,
  such: 1.2,
  utterly: 1.4,
  ridiculously: 1.3,
  always: 1.2,
  beyond: 1.2,
  somewhat: 0.6,
  slightly: 0.5,
  bit: 0.6,
  little: 0.6,
  fairly: 0.8,
  rather: 0.8,
  mostly: 0.8,
  sometimes: 0.6,
  occasionally: 0.5,
  minor: 0.5,
};

/** What was solved is no complaint: "found the problem", "fixed my broken heater". */
export const SOLVERS = list(`
  fixed fix fixes fixing solved solve solves resolved resolve resolves repaired repair repairing found diagnosed diagnose
  identified addressed corrected cleared unclogged prevented eliminated avoided sorted cured spotted
  dreading dreaded afraid feared fearing braced`);
