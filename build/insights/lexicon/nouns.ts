import { wordSet } from "./word-set.ts";

// Our own lists, from general knowledge of English.

/** Determiners: a noun phrase follows. */
export const BEFORE_NOUN = wordSet(
  "a an the my our their his her your this that these those no any some another",
);

/** Words that end a noun phrase or are too general for one: pronouns, verbs, adverbs, praise, time, people. */
export const NOT_IN_NOUN = wordSet(`
  a about above actually after again all almost already also always am an and another any anyone anything are around as asked at
  away back bad be because been before being best better big bit both but by called came can cant change come coming could couple couldnt
  day days did didnt different do does doesnt done dont down each either else end entire even every everyone everything ever
  evening excellent exact explained extra family fact few first five fixed for four from found full gave get getting give go goes
  going gone good got great guy guys had half has hasnt have havent he her here hers him his hour hours how however huge i if im in
  into is isnt it its itself ive job just keep kept kind knew know knows last later least left less let like little long look lot
  lots made make man many may maybe me mess minute minutes moment money month months more morning most much my name need needed needs never new next
  nice night no nobody none nor not nothing now of off often old on once one ones only or other others our out over own
  part people person place pleasure problem put quick quickly quite rather real really reason rest right said same saw say second see seem seemed sent set she
  should showed since small so some someone something soon still stuff such sure take taken than that thats the their them then
  there these they thing things think this those though three through time times to today together told tomorrow too took total tried try two
  under until up us use used using very want wanted was wasnt way we week weeks well went were werent what when where which while who
  whole whose why will with within without wont word work worked works would wouldnt wrong year years yes yesterday yet you young your house home
  company business service experience problem issue issues team crew visit nothing number rate recommend recommended afternoon fair fast easy hard high low short`);

/** Nouns that alone are no subject of a review: people, days, parts of a phrase. */
export const NOT_TOPICS = wordSet(`
  amount answer anniversary area aunt auto baby barber barbershop bottom boy broke brother call car card case cat center century chance change charge choice city client complaint corner couple course cover customer dad date daughter deal detail dentist difference doctor door
  dog effort employee error example expectation experience eye face fact fan father favor favorite feeling fellow folk food friday friend front garage gentleman girl grandmother
  group hair half hand head help history hygienist husband idea impression inch individual inside kid kind lady level life line list look luck man main manner matter mechanic middle mistake mom monday mother must
  neighbor neighbour noon note office opinion option outside owner parent pair party past pause plumber point position promise quality question race recommendation restaurant result review room salon saturday say season sentence server
  shame shop show side sign sister situation son sort spot spring staff standard star state step store story street stylist summer sunday surprise talk technician tech third thought
  thursday top town trouble truck tuesday turn twice type use user vehicle waiter waitress wall weather wednesday weekend wife winter woman wonder word world yard`);
