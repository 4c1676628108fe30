import { wordSet } from "./word-set.ts";

// Our own lists, from general knowledge of English.

/** Subjects that continue the subject of the sentence before. */
export const PRONOUNS = wordSet("they he she it their his her this that who which");
/** After a pronoun these show the present: "They are the best" is said of the reviewed business. */
export const PRESENT = wordSet("are is have has will always do does re never can");
/** Words that may stand before the subject of a sentence. */
export const OPENERS = wordSet("and so then also well yes plus later finally");

/** "Another company", "two different plumbers", "the last guy": firms that are not the reviewed one. */
export const OTHERNESS = wordSet(
  "another other others different previous prior last former first old competing rival second third national big local some",
);
/** Before the plural of a trade these count firms: "three plumbers". */
export const COUNTS = wordSet(
  "two three four five six seven several many most few all couple multiple various 2 3 4 5 6",
);
/** May stand before the name of a firm that is the subject of its clause. */
export const BEFORE_SUBJECT = wordSet(
  "the my our a an and but so we i had called tried used had first then one of these those",
);
/** Between a word of otherness and the trade. */
export const BETWEEN_OTHERNESS = wordSet(
  "local big national large plumbing heating hvac roofing electrical cleaning painting landscaping pest moving",
);
export const TRADES = wordSet(
  "company companies plumber plumbers contractor contractors electrician electricians outfit outfits technician technicians firm firms business businesses provider providers vendor vendors shop shops dealer dealership garage garages mechanic mechanics handyman handymen installer installers painter painters roofer roofers mover movers landscaper landscapers cleaner cleaners exterminator exterminators guy guys service services dentist dentists salon salons stylist stylists restaurant restaurants crew crews team teams",
);
/** With "first" or "last" these are the reviewed business's own. */
export const OWN_WITH_ORDINAL = wordSet(
  "technician technicians crew team quote quotes estimate bid service services place",
);
export const ORDINALS = wordSet("first last second third some local big old");

/** Other firms by a single phrase. */
export const OTHER_FIRM = `
  home depot | lowes | competitor | competitors | nobody else | no one else | anyone else | everyone else | big box | somebody else | someone else
  previous owner | previous owners | the manufacturer | manufacturers | home warranty company | insurance company | the builder | original builder | the seller | the city | gas company | power company | water company
  most plumbers | most contractors | most companies | in this business | in this industry | in the industry | contractors these days | the competition
  the/a/my tow truck driver | the tow driver | the tow guy | tow company | towing company | uber driver | lyft driver | parts store | warranty company
`;

/** The customer went to another firm, to the end of the sentence. */
export const DEPARTURES = `
  since gone to | since gone with | since switched to | since moved on to | since changed to | went elsewhere | gone elsewhere | going elsewhere
`;

/** The reviewer's own doings and life, to the end of the clause. */
export const OWN_LIFE = `
  my fault | my own fault | our fault | our own fault | my bad | my mistake | our mistake | my own mistake | i forgot | we forgot | i lost | i broke | we broke | i dropped | i was late | we were late | i was running late | i ran late
  i do not care | i could not care less | not care less | on my end | on our end | i/we tried | my late | her late | his late | our late | i was skeptical | i was hesitant | i was nervous
  i/we was/were rude | i/we was/were very/so/too/pretty/really rude | i/we was/were not nice/kind/polite | i/we was/were not very/exactly/too nice/kind/polite | i was short/snippy/snappy with | i/we yelled/snapped/screamed/swore/cursed at | i lost my temper/cool/patience
`;

/** People who are not the business's, and what they do and are like where it is not the business that is rude. */
export const OTHER_CUSTOMERS = `
  another/other/a customer/client/patient/guest/diner/customers/clients/patients/guests/diners
  my/our/the neighbors/neighbours/kids/children
  woman/lady/man/guy/couple/customer/person/people next to me/us
`;
export const RUDENESS = `
  screamed/yelled/shouted/swore/cursed/snapped/hollered
  was/were/got rude/horrible/nasty/mean/awful/hostile/abusive/obnoxious
  was/were/got very/so/too/pretty/really/quite/super rude/horrible/nasty/mean/awful/hostile/abusive/obnoxious
`;

/** The time before the visit, to the end of the clause. */
export const BEFORE_VISIT = `
  it/which/that had been | had been dealing/having/leaking/broken/without/wired/installed/quoted/neglected/putting/trying | years ago | when we/i bought | when we/i moved | for years | for months | woke up to | came home to | the old one | our old | my old | the original | before they/he/she/the | prior to
  after years | over the years
`;
/** Before a reason these introduce the fault: "called because the drain was clogged". */
export const CALLED = wordSet("called contacted hired needed reached came come visit appointment out");
export const REASONS = wordSet("because since after when about");
/** Before a verb of finding, people of the business: "he found mold". */
export const FINDERS = wordSet("he she they technician tech plumber inspector inspection electrician guy");
export const FINDINGS = wordSet(
  "found discovered noticed spotted saw identified diagnosed determined detected",
);

/** Introduce a hypothesis, to the end of the clause. */
export const HYPOTHESES = `
  would have cost | would have charged | would have taken | would have been much | could have charged | could have cost | could have easily | could easily have | could have been worse | could have been a | could have been much | might have | may have been
  instead of | rather than | without having to | in case | to avoid | avoided | saved me/us from | saves me/us from | to prevent | kept me/us from | keep me/us from | in fear | just in case
  i/we was/were worried | i/we was/were afraid | i/we was/were scared | i/we was/were expecting | i/we was/were dreading | i/we expected it | i/we expected them | i/we expected a/the/to | i/we feared | i/we assumed | i/we thought it would | i/we thought they would | i/we was/were prepared for | i/we was/were braced | braced for | fear of | fearing | dreading
  not like the | unlike | as opposed to | whether | no matter
`;
/** "If" and its kin, to the end of the clause, and to the end of the sentence where it goes on with a "would". */
export const CONDITIONS = wordSet("if unless");
export const CONDITIONALS = wordSet("would could might wouldnt couldnt should id theyd wed hed shed");

/** Announce, to the end of the sentence, the one thing that the reviewer has to complain of in a text of praise. */
export const GRIEVANCES = `
  only complaint | only gripe | only downside | only drawback | only negative | only issue | only problem | only con | only fault | only criticism | one complaint | one gripe | one downside | one drawback | one negative | one criticism | sole complaint
  my gripe | my complaint | minus one | minus a star | minus # star | one star off | a star off | lost a star | lose a star | loses a star | knocked off a star | took off a star | taking off a star | docked a star | docked one
  star because | stars because | would have been five | would have been 5 | would have given five | would have given 5 | would be five | would be 5 | not five stars because | not 5 stars because | if i had to complain | if i have to complain
  would give 5/five but | would give 5/five stars but | would give them/it/him/her 5/five but
`;
/** Refer to the sentence before them. */
export const BACKWARD_GRIEVANCES = `
  hence four | hence the four | hence 4 | hence the 4 | hence three | hence 3 | that is my only | thats my only | is my only complaint | is my only gripe | is my only issue | are my only complaints | is the only complaint | was the only complaint | was my only complaint | was my only gripe | was the only downside | was the only issue
`;
