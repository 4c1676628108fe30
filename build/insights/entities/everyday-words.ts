import { wordSet } from "../lexicon/word-set.ts";

// Our own lists, from general knowledge of English.

/** Names that are also everyday words. They are mentions only with a capital and a cue next to them. */
export const EVERYDAY_NAMES = wordSet(
  "angel april art ash august autumn baker bill brook buck cash chance chase chip christian clay cliff colt cook dale dawn dean destiny don drew earl eve faith fisher flint ford forest frank gene glen grace grant guy harmony harry heath hope hunter iris ivy jack jay jewel jimmy joy june king lance laurel lily mark mason max may melody mercy miles norm olive page pat patience pearl penny pierce piper price ray reed rich rob robin rock rose ruby rusty sandy scout serenity skip sky sonny star stew stone storm sue summer sunny tad tanner taylor trip tucker van victor violet wade walker ward west wick will winter wolf woody young",
);

export const EVERYDAY_PLACES = wordSet(
  "bath bell buffalo commerce corona eagle enterprise eureka freedom golden hope hurricane independence liberty media mobile nice normal orange paradise plain post reading rifle sandwich superior surprise union why",
);

/** A capitalized word after these is a person. */
export const BEFORE_PERSON = wordSet(
  "and ask asked assistant appreciate both by called dispatched for from gentleman guy had had has have him installer man mechanic met mr name named namely our plumber recommend request requested rep sent team tech technician technicians thank thanks to told versus via with you electrician",
);

/** A capitalized word before these is a person. Past forms only: "Will call" and "Grace period" name nobody. */
export const AFTER_PERSON = wordSet(
  "and answered arrived arrives asked brought called came checked cleaned completed cut diagnosed did didnt does explained figured finished fixed found gave got had handled has helped inspected installed kept knew knows left listened looked made managed offered patched performed pointed provided put ran really reached recommended removed repaired replaced responded returned said saved sent set showed snaked solved spent started stayed stopped suggested texted told took tried unclogged walked was wasnt went who worked works",
);

/** A capitalized word after these is a place. */
export const BEFORE_PLACE = wordSet(
  "across around at central downtown east from in inside near north of outside serve serves serving south throughout to west within",
);

/** A name after these is not a technician's: "my husband Mark". */
export const RELATIVES = wordSet(
  "aunt boss boyfriend brother cousin customer dad daughter father fiance fiancee friend girlfriend grandfather grandmother grandson husband kid landlord mom mother neighbor neighbour nephew niece parents partner roommate sister son spouse stepson tenant uncle wife",
);

export const TITLES = wordSet("mister miss mr mrs ms");
