import { wordSet } from "../lexicon/word-set.ts";

// Our own lists, from general knowledge of English.

/** Names that are also everyday words. They are mentions only with a capital and a cue next to them. */
export const EVERYDAY_NAMES = wordSet(
  "angel april art ash august autumn baker bill brook buck cash chance chase chip christian clay cliff colt cook dale dawn dean destiny don drew earl eve faith fisher flint ford forest frank gene glen grace grant guy harmony harry heath hope hunter iris ivy jack jay jewel jimmy joy june king lance laurel lily mark mason max may melody mercy miles norm olive page pat patience pearl penny pierce piper price ray reed rich rob robin rock rose ruby rusty sandy scout serenity skip sky sonny star stew stone storm sue summer sunny tad tanner taylor trip tucker van victor violet wade walker ward west wick will winter wolf woody young",
);

/** Names that are everyday words in small letters only: "crystal clear", "a junior technician". */
export const WORD_NAMES = wordSet(
  "ace amber barb baron basil bliss bob brandy bud buddy candy carol carter charity cherry chuck constance coral crystal curt daisy dick dolly dot drake duke dusty ernest fern flora gay gill ginger hazel heather herb holly honey jade jean jenny jerry john junior karen ken kitty lane major matt mercedes merry misty nick noble opal parker patty peg pepper pete poppy porter randy rod roger rosemary royal sage scarlet shelly sherry sterling stormy tex tiffany val willow windy wren",
);

export const EVERYDAY_PLACES = wordSet(
  "bath bell buffalo commerce corona eagle enterprise eureka freedom golden hope hurricane independence liberty media mobile nice normal orange paradise plain post reading rifle sandwich superior surprise union why",
);

/** A name may follow or explain these: "our hygienist Joy", "Joy the hygienist". */
const JOB_WORDS =
  "barber bartender chef cleaner colorist dentist dispatcher electrician esthetician groomer host hostess housekeeper hygienist installer manager mechanic nurse owner painter plumber receptionist server stylist tech technician technicians waiter waitress";

export const JOBS = wordSet(JOB_WORDS);

/** A capitalized word after these is a person, and maybe one that `entities.json` lacks. */
export const BEFORE_NAME = wordSet(`${JOB_WORDS} named`);

/** With "my old" before them these work elsewhere: "my old instructor Sean". */
export const HELPERS = wordSet(
  `${JOB_WORDS} coach contractor doctor guy instructor lady teacher therapist trainer tutor vet`,
);

/** A capitalized word after these is a person. */
export const BEFORE_PERSON = wordSet(
  `${JOB_WORDS} advisor and appreciate ask asked assistant both by called dispatched driver for from gentleman guy had has have him man met mr name named namely our recommend rep request requested saw seeing sent team thank thanks therapist to told versus via with you`,
);

/** A capitalized word before these is a person. No infinitives and nouns: "Will call" and "Grace period" name nobody. */
export const AFTER_PERSON = wordSet(
  "and answered answers apologised apologized argued arranged arrived arrives asked assembled assured baited baked bandaged barked bent blamed bleached booked boxed brewed broke brought buffed burned butchered called calls calmed came can canceled cancelled cares carried caught charged checked cleaned cleans climbed clipped colored coloured combed comes completed confirmed confronted cooked could couldnt crawled cut dealt delivered denied deodorized diagnosed did didnt disinfected does doesnt drew dropped drove dusted earned emailed emptied entertained escorted examined exfoliated explained explains figured filed finished fixed fixes flossed folded followed forgot found fumigated gave gets gives goes got grabbed greeted groomed had handled has hasnt held helped helps hooked hosted hugged hung ignored insisted inspected installed installs introduced ironed is isnt jumped keeps kept kicked knew knocked knows laughed left leveled lied listened listens loaded located looked lost made makes managed mentioned met mixed mopped moved mowed mumbled nailed noticed numbed offered ordered organised organized overcharged packed painted patched performed picked planted plated played pointed poked polished poured pressured printed promised provided pruned pulled pushed put quoted raked ran reached really recommended recommends refilled refused reheated remembered remembers reminded removed repaired replaced replied rescheduled responded returned rinsed rocks rolled rules rushed said sanded sanitised sanitized saved scared scheduled scolded scratched screamed scrubbed sealed seated seemed sent served set sewed shampooed shaved shook should showed shows slammed slipped smiled smoked snaked snapped solved sorted spent spoke sprayed squeezed started stayed steamed stood stopped straightened stripped styled styles suggested swapped swears swept swore takes talked taught tells texted threaded threw tidied tightened told took towed tracked trained trapped treated treats tried trimmed trims unclogged understands understood vacuumed waited walked warned was washed wasnt waxed weeded welcomed went were whitened who wiped wore worked works would wouldnt wrapped wrote yelled",
);

/** A capitalized word after these is a place. */
export const BEFORE_PLACE = wordSet(
  "across around at central downtown east from in inside near north of outside serve serves serving south throughout to west within",
);

/** A name after these is not a technician's: "my husband Mark". */
export const RELATIVES = wordSet(
  "aunt bestie boss boyfriend brother buddy colleague cousin coworker customer dad daughter father fiance fiancee friend girlfriend grandfather grandma grandmother grandpa grandson hubby husband kid landlord mate mom mother neighbor neighbour nephew niece pal parents partner roommate sister son spouse stepdaughter stepson tenant uncle wife",
);

/** Officials with a name after or before them: "examiner Sean", "Sean the adjuster". No realtors: an agency's are its own. */
export const OFFICIALS = wordSet("adjuster examiner invigilator marshal");

/**
 * Others whose names are not a technician's. `RELATIVES` lacks them because it also decides what tells of the customer's
 * life (`target-cues.ts`), which the prior learned from.
 */
export const OUTSIDERS = wordSet(
  "auntie bf bride bro classmate ex gf gran grandad granddad landlady mam mum mummy nan nana pupil reviewer reviewers sis stepbrother stepdad stepfather stepmom stepmother stepmum stepsister teammate yelper yelpers",
);

/** A name after these is an animal's: "our dog Toby". */
export const PETS = wordSet(
  "akita beagle bernedoodle bichon bird bulldog bunny calico cat chihuahua cockapoo cockatiel collie corgi dachshund dalmatian doberman dog doggie doggy doodle goldendoodle greyhound guinea hamster havanese horse hound husky kitten kitty lab labradoodle labrador malamute maltese maltipoo mastiff mutt parrot pet pitbull pomeranian pony pooch poodle pug pup puppy rabbit retriever rottweiler schnauzer shepherd shihtzu spaniel tabby terrier tortoise turtle weimaraner westie yorkie",
);
