import { expect, test } from "vitest";
import { compileJudge } from "../../../test/support/insights.ts";
import type { PackName } from "../../../model/content.ts";
import { readPack } from "../../load/aspects.ts";

/** Polarities by aspect; neutral ones are left out. */
function votesIn(pack: PackName, rating: number, text: string): Record<string, string> {
  const { aspects } = readPack(pack);
  const { votes } = compileJudge(aspects)(text, rating);
  return Object.fromEntries(
    votes.flatMap(({ aspect, polarity }) =>
      polarity === "neutral" ? [] : [[aspects[aspect]?.id ?? "", polarity]],
    ),
  );
}

test.for([
  "The sandwich comes in nice thick slices.",
  "The sweet potato fries are delicious.",
  "It has some kind of sweet sauce on it.",
  "It's a nice big place.",
  "It was such a treat.",
  "Loved the sweet potato waffle fries. The cake was a really nice treat.",
  "The peppers were super sweet and the crust was nice and thick.",
  "The tomatoes were perfect and sweet. The ham had a nice little spice to it.",
])("nobody's manners are praised in a restaurant: %s", (text) => {
  expect(votesIn("restaurants", 5, text)).not.toHaveProperty("professionalism");
});

test.for([
  ["restaurants", 1, "But service sucks.", { professionalism: "negative" }],
  ["restaurants", 1, "The food was fine, but the service is terrible.", { professionalism: "negative" }],
  ["restaurants", 2, "Terrible food.", { food: "negative" }],
  ["restaurants", 2, "The food was fine. Service sucked.", { professionalism: "negative" }],
  ["restaurants", 2, "Slow and crappy service.", { wait: "negative" }],
  ["restaurants", 5, "Great food and service.", { food: "positive", professionalism: "positive" }],
  ["restaurants", 5, "Our waitress was so sweet.", { professionalism: "positive" }],
  ["home-services", 1, "The work was terrible.", { quality: "negative" }],
  ["home-services", 2, "Very disappointed in the quality of the work.", { quality: "negative" }],
  ["home-services", 1, "Technician was horrible.", { professionalism: "negative" }],
  ["salons", 1, "My haircut was awful.", { result: "negative" }],
  ["auto-repair", 2, "The repair was subpar.", { quality: "negative" }],
  ["auto-repair", 1, "The staff was horrible.", { professionalism: "negative" }],
  ["dentists", 5, "The hygienist was wonderful.", { professionalism: "positive" }],
] as const)("the plainest words judge (%s, %d stars): %s", ([pack, rating, text, votes]) => {
  expect(votesIn(pack, rating, text)).toMatchObject(votes);
});

test.for([
  ["restaurants", 2, "The service was so-so.", { professionalism: "negative" }],
  ["restaurants", 3, "The burrito was tiny.", { portions: "negative" }],
  ["restaurants", 3, "The price makes me cringe.", { price: "negative" }],
  ["restaurants", 1, "This place is shitty.", { overall: "negative" }],
  ["restaurants", 2, "Overpriced and overrated.", { overall: "negative", price: "negative" }],
  ["salons", 2, "She kept pushing products on me.", { products: "negative" }],
  ["dentists", 1, "I was in pain the whole time.", { pain: "negative" }],
] as const)(
  "so do those that real customers use and authors avoid (%s, %d stars): %s",
  ([pack, rating, text, votes]) => {
    expect(votesIn(pack, rating, text)).toEqual(votes);
  },
);

test.for([
  ["salons", 2, "The appointment was horrible.", "waiting"],
  ["auto-repair", 1, "The wash was terrible.", "price"],
  ["dentists", 1, "The shots were awful.", "price"],
  ["dentists", 1, "The x rays were terrible.", "price"],
  ["dentists", 2, "The appointment was awful.", "waiting"],
  ["dentists", 5, "The visit was great.", "waiting"],
  ["dentists", 1, "The extraction was terrible.", "pain"],
  ["restaurants", 1, "The entrees were awful.", "wait"],
  ["restaurants", 5, "The drink was perfect.", "wait"],
  ["home-services", 1, "The kitchen was terrible.", "cleanliness"],
  ["home-services", 5, "The bathroom was amazing.", "cleanliness"],
  ["home-services", 1, "The whole project was a disaster.", "speed"],
  ["home-services", 1, "The dispatcher was awful.", "communication"],
] as const)(
  "general words about a thing with several sides judge no wrong one (%s, %d stars): %s",
  ([pack, rating, text, aspect]) => {
    expect(votesIn(pack, rating, text)).not.toHaveProperty(aspect);
  },
);

test.for([
  ["auto-repair", 1, "The mechanic was awful.", { professionalism: "negative" }],
  ["dentists", 1, "The extraction was terrible.", { treatment: "negative" }],
  ["dentists", 1, "The visit was terrible.", { overall: "negative" }],
  ["restaurants", 1, "The entrees were awful.", { food: "negative" }],
  ["restaurants", 5, "The drink was perfect.", { food: "positive" }],
  ["home-services", 1, "The move was terrible.", { overall: "negative" }],
] as const)("they judge the side that they are about (%s, %d stars): %s", ([pack, rating, text, votes]) => {
  expect(votesIn(pack, rating, text)).toEqual(votes);
});

test("'great service' praises the people of a restaurant, too, and a home service as a whole only", () => {
  expect(votesIn("restaurants", 5, "Great service.")).toEqual({
    professionalism: "positive",
    // Debatable: most real reviews with five stars praise the whole, and the trees do not know how short this one is.
    overall: "positive",
  });
  expect(votesIn("home-services", 5, "Great service.")).toEqual({ overall: "positive" });
});

test("what is ok is not praised", () => {
  expect(votesIn("restaurants", 4, "The service is ok.")).toEqual({});
});

test("'I will be back' is no complaint", () => {
  expect(votesIn("restaurants", 3, "I will be back to try the pizza.")).not.toHaveProperty(
    "overall",
    "negative",
  );
});
