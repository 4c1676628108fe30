import { type Half, missingYelpFile, YELP_FILE } from "./accuracy/labeled-reviews.ts";
import { MAMS_FOLDER, missingMamsFolder } from "./accuracy/mams-sentences.ts";
import {
  falselyBlamedPersons,
  falselyBlamedShare,
  type LabeledReview,
  mamsReviews,
  METHODS,
  ownReviews,
  patientReviews,
  personCounts,
  sampleReviews,
  shareErrors,
  sideCounts,
  transportReviews,
  yelpReviews,
} from "./accuracy/whole-reviews.ts";
import { countsOn, type LabeledClaim, type SideCounts } from "./accuracy/labeled-claims.ts";
import type { Scorer } from "./accuracy/labeled.ts";
import { judgedPersons, PERSON_SETS } from "./accuracy/persons.ts";
import { stanceCounts } from "./accuracy/stances.ts";
import { printTable } from "./table.ts";

/** Claims about whole reviews against the labels of a person. Of the held-out half only these totals are printed. */
export function printWholeReviews(vader: Scorer, hasTexts: boolean, printed: readonly Half[]): void {
  const sets = [
    ["sample", sampleReviews(vader)],
    ["our own", ownReviews(vader)],
    ["written", ownReviews(vader, "written")],
    ["written, aside", ownReviews(vader, "aside")],
    ["written, hard", ownReviews(vader, "hard")],
    ["written, plain", ownReviews(vader, "plain")],
    ["written, typed", ownReviews(vader, "typed")],
    ["written, everyday", ownReviews(vader, "everyday")],
    ["written, ordinary", ownReviews(vader, "ordinary")],
    ...Map.groupBy(ownReviews(vader, "trades"), ({ pack }) => pack),
    ...(hasTexts
      ? ([
          ["patient transport", transportReviews(vader)],
          ["patients", patientReviews(vader)],
          ["more comments", patientReviews(vader, "comments")],
        ] as const)
      : []),
    ...(YELP_FILE === undefined ? [] : realSets(yelpReviews(vader, YELP_FILE))),
    ...(MAMS_FOLDER === undefined ? [] : [["sentences", mamsReviews(vader, MAMS_FOLDER)] as const]),
  ] as const;
  for (const missing of [missingYelpFile(), missingMamsFolder()])
    if (missing !== undefined) process.stderr.write(`${missing}\n`);
  const halves = sets.flatMap(([name, reviews]) =>
    printed
      .map((half) => ({ title: `${name}, ${half}`, reviews: halfOf(reviews, half) }))
      .filter(({ reviews: ofHalf }) => ofHalf.length > 0),
  );
  printTable(
    "insights: aspects of whole reviews, percent (right of claimed or labeled)",
    [
      "texts",
      "method",
      "complaints right",
      "complaints found",
      "praise right",
      "praise found",
      "4-5 stars with a false complaint",
      "persons falsely criticised",
    ],
    halves.flatMap(({ title, reviews }) => METHODS.map((method) => [title, ...claimRow(reviews, method)])),
  );
  printTable(
    "insights: labels of aspects with a neutral vote, percent (of these votes)",
    ["texts", "judged", "mentioned", "absent"],
    halves.map(({ title, reviews }) => [title, ...neutralRow(reviews)]),
  );
  printTable(
    "insights: published praise of persons, percent (right of claimed or labeled)",
    ["texts", "right", "found"],
    halves.flatMap(({ title, reviews }) => {
      const praise = personCounts(reviews, "praise");
      return praise.labeled === 0 ? [] : [[title, precisionOf(praise), recallOf(praise)]];
    }),
  );
  printTable(
    "insights: persons in single reviews, percent (right of claimed or labeled)",
    ["texts", "persons", "falsely criticised", "criticism found", "praise right", "praise found"],
    PERSON_SETS.map(([title, file]) => personRow(title, judgedPersons(file))),
  );
  printTable(
    "insights: sentiment of whole texts against their stance, percent (right of claimed or labeled)",
    ["texts", "method", "positive right", "positive found", "negative right", "negative found", "opposite"],
    halves.flatMap(({ title, reviews }) =>
      reviews.some(({ stance }) => stance !== undefined)
        ? Object.entries(stanceCounts(reviews, vader)).map(([method, counts]) => [
            title,
            method,
            precisionOf(counts.positive),
            recallOf(counts.positive),
            precisionOf(counts.negative),
            recallOf(counts.negative),
            String(counts.opposite),
          ])
        : [],
    ),
  );
  const ids = [...new Set(halves.flatMap(({ reviews }) => [...shareErrors(reviews, "ours").keys()]))];
  printTable(
    "insights: share of praise minus the labeled share, points, for aspects with 10 judgements",
    ["texts", "method", ...ids, "mean, absolute"],
    halves.flatMap(({ title, reviews }) =>
      METHODS.map((method) => [title, ...shareRow(reviews, method, ids)]),
    ),
  );
}

/** Of restaurants, and of the other trades, of which there are few. */
const realSets = (reviews: readonly LabeledReview[]): [string, LabeledReview[]][] => [
  ...Map.groupBy(reviews, ({ pack }) =>
    pack === "restaurants" ? "real, restaurants" : "real, other trades",
  ),
];

const halfOf = (reviews: readonly LabeledReview[], half: Half): LabeledReview[] =>
  reviews.filter((one) => one.half === half);

function claimRow(reviews: readonly LabeledReview[], method: (typeof METHODS)[number]): string[] {
  const complaints = sideCounts(reviews, method, "complaint");
  const praise = sideCounts(reviews, method, "praise");
  return [
    method,
    precisionOf(complaints),
    recallOf(complaints),
    precisionOf(praise),
    recallOf(praise),
    rounded(falselyBlamedShare(reviews, method)),
    method === "ours" ? String(falselyBlamedPersons(reviews)) : "-",
  ];
}

function neutralRow(reviews: readonly LabeledReview[]): string[] {
  const labels = reviews.flatMap(({ aspects = {}, verdicts }) =>
    [...verdicts.ours].flatMap(([id, vote]) => (vote === "0" ? [aspects[id]] : [])),
  );
  const [mentioned, absent] = (["0", undefined] as const).map(
    (label) => labels.filter((one) => one === label).length,
  ) as [number, number];
  const shares = [labels.length - mentioned - absent, mentioned, absent];
  return shares.map((count) => share(count, labels.length));
}

function personRow(title: string, persons: readonly LabeledClaim[]): string[] {
  const criticism = countsOn("complaint", persons);
  const praise = countsOn("praise", persons);
  const falsely = criticism.claimed - criticism.right;
  return [
    title,
    String(persons.length),
    String(falsely),
    recallOf(criticism),
    precisionOf(praise),
    recallOf(praise),
  ];
}

const precisionOf = ({ right, claimed }: SideCounts): string => share(right, claimed);
const recallOf = ({ right, labeled }: SideCounts): string => share(right, labeled);

/** "-" where nothing could be measured. */
const rounded = (value: number): string => (Number.isNaN(value) ? "-" : value.toFixed(1));

/** "50.0 (1/2)": a percentage with its numbers, or "-" of nothing. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} (${part}/${whole})`;

function shareRow(
  reviews: readonly LabeledReview[],
  method: (typeof METHODS)[number],
  ids: readonly string[],
): string[] {
  const errors = shareErrors(reviews, method);
  const sizes = [...errors.values()].map(Math.abs);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return [method, ...ids.map((id) => rounded(errors.get(id) ?? NaN)), rounded(mean)];
}
