import { wordSet } from "../lexicon/word-set.ts";

// Our own lists, from general knowledge of English.

/** Names that are also everyday words. They are mentions only with a capital and a cue next to them. */
export const EVERYDAY_NAMES = wordSet(
  "angel april art ash august autumn baker bill brook buck cash chance chase chip christian clay cliff colt cook dale dawn dean destiny don drew earl eve faith fisher flint ford forest frank gene glen grace grant guy harmony harry heath hope hunter iris ivy jack jay jewel jimmy joy june king lance laurel lily mark mason max may melody mercy miles norm olive page pat patience pearl penny pierce piper price ray reed rich rob robin rock rose ruby rusty sandy scout serenity skip sky sonny star stew stone storm sue summer sunny tad tanner taylor trip tucker van victor violet wade walker ward west wick will winter wolf woody young",
);

export const EVERYDAY_PLACES = wordSet(
  "bath bell buffalo commerce corona eagle enterprise eureka freedom golden hope hurricane independence liberty media mobile nice normal orange paradise plain post reading rifle sandwich superior surprise union why",
);

/** A name may follow these: "our hygienist Joy". */
const JOBS =
  "barber dentist electrician hygienist installer mechanic plumber server stylist tech technician technicians waiter waitress";

/** A capitalized word after these is a person, and maybe one that `entities.json` lacks. */
export const BEFORE_NAME = wordSet(`${JOBS} named`);

/** A capitalized word after these is a person. */
export const BEFORE_PERSON = wordSet(
  `${JOBS} advisor and appreciate ask asked assistant bartender both by called colorist dispatched driver esthetician for from gentleman guy had has have him hostess man met mr name named namely nurse our owner receptionist recommend rep request requested saw seeing sent team thank thanks therapist to told versus via with you`,
);

/** A capitalized word before these is a person. No infinitives and nouns: "Will call" and "Grace period" name nobody. */
export const AFTER_PERSON = wordSet(
  "and answered apologised apologized argued arranged arrived arrives asked assured broke brought butchered called came carried caught charged checked cleaned climbed completed confirmed confronted couldnt crawled cut dealt delivered denied diagnosed did didnt does dropped drove earned emailed entertained explained figured finished fixed followed forgot found gave got grabbed greeted had handled has held helped helps hooked hugged hung ignored insisted inspected installed introduced is kept kicked knew knocked knows laughed left lied listened loaded located looked lost made managed mentioned met moved nailed noticed offered ordered overcharged packed painted patched performed picked played pointed pressured printed promised provided pulled pushed put quoted ran reached really recommended refused remembered remembers reminded removed repaired replaced rescheduled responded returned rocks rolled rules rushed said saved scared scheduled scratched screamed sent served set shaved shook showed slammed slipped smiled smoked snaked snapped solved spent spoke squeezed started stayed stood stopped styled suggested swapped swept swore talked taught texted threw tightened told took towed tracked treated tried trimmed unclogged understands understood waited walked warned was washed wasnt went who wore worked works wrapped wrote yelled",
);

/** A capitalized word after these is a place. */
export const BEFORE_PLACE = wordSet(
  "across around at central downtown east from in inside near north of outside serve serves serving south throughout to west within",
);

/** A name after these is not a technician's: "my husband Mark". */
export const RELATIVES = wordSet(
  "aunt bestie boss boyfriend brother buddy colleague cousin coworker customer dad daughter father fiance fiancee friend girlfriend grandfather grandma grandmother grandpa grandson hubby husband kid landlord mate mom mother neighbor neighbour nephew niece pal parents partner roommate sister son spouse stepdaughter stepson tenant uncle wife",
);

/** A name after these is an animal's: "our dog Toby". */
export const PETS = wordSet(
  "akita beagle bernedoodle bichon bird bulldog bunny cat chihuahua cockapoo collie corgi dachshund dalmatian doberman dog doggie doggy doodle goldendoodle greyhound havanese horse hound husky kitten kitty lab labradoodle labrador malamute maltese maltipoo mastiff mutt parrot pet pitbull pomeranian pony pooch poodle pug pup puppy rabbit retriever rottweiler schnauzer shepherd spaniel terrier weimaraner westie yorkie",
);
