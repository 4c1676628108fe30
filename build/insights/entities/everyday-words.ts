/**
 * Word lists of our own, from general knowledge of English. Names and places that are everyday words as well: they
 * count as a mention only with a capital and a cue around them, even if the owner did not mark them.
 */
const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

export const EVERYDAY_NAMES = list(
  "angel april art ash august autumn baker bill brook buck cash chance chase chip christian clay cliff colt cook dale dawn dean destiny don drew earl eve faith fisher flint ford forest frank gene glen grace grant guy harmony harry heath hope hunter iris ivy jack jay jewel jimmy joy june king lance laurel lily mark mason max may melody mercy miles norm olive page pat patience pearl penny pierce piper price ray reed rich rob robin rock rose ruby rusty sandy scout serenity skip sky sonny star stew stone storm sue summer sunny tad tanner taylor trip tucker van victor violet wade walker ward west wick will winter wolf woody young",
);

export const EVERYDAY_PLACES = list(
  "bath bell buffalo commerce corona eagle enterprise eureka freedom golden hope hurricane independence liberty media mobile nice normal orange paradise plain post reading rifle sandwich superior surprise union why",
);

/** Before a name: somebody is meant. */
export const BEFORE_PERSON = list(
  "and ask asked assistant appreciate both by called dispatched for from gentleman guy had had has have him installer man mechanic met mr name named namely our plumber recommend request requested rep sent team tech technician technicians thank thanks to told versus via with you electrician",
);

/** After a name: somebody acted. Past forms only, since "Will call" and "Grace period" are something else. */
export const AFTER_PERSON = list(
  "and answered arrived arrives asked brought called came checked cleaned completed cut diagnosed did didnt does explained figured finished fixed found gave got had handled has helped inspected installed kept knew knows left listened looked made managed offered patched performed pointed provided put ran really reached recommended removed repaired replaced responded returned said saved sent set showed snaked solved spent started stayed stopped suggested texted told took tried unclogged walked was wasnt went who worked works",
);

/** Before a place. */
export const BEFORE_PLACE = list(
  "across around at central downtown east from in inside near north of outside serve serves serving south throughout to west within",
);

/** Whoever follows these is not of the business. */
export const RELATIVES = list(
  "aunt boss boyfriend brother cousin customer dad daughter father fiance fiancee friend girlfriend grandfather grandmother grandson husband kid landlord mom mother neighbor neighbour nephew niece parents partner roommate sister son spouse stepson tenant uncle wife",
);

export const TITLES = list("mister miss mr mrs ms");
