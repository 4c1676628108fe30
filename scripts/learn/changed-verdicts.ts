import type { ReviewInsight } from "../../model/review-insight.ts";

type Verdicts = Readonly<Record<string, ReviewInsight>>;

/** The number of changed verdicts, and one line for each. */
export function changedVerdicts(before: Verdicts, after: Verdicts): string[] {
  const changes = Object.entries(after).flatMap(([id, insight]) => {
    const [old, current] = [polaritiesOf(before[id]), polaritiesOf(insight)];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((subject) => {
      const [from = "none", to = "none"] = [old.get(subject), current.get(subject)];
      return from === to ? [] : [`  ${id} ${subject}: ${from} -> ${to}`];
    });
  });
  return [`${changes.length} verdicts change`, ...changes];
}

/** By aspect, and "text" for the whole. */
function polaritiesOf(insight: ReviewInsight | undefined): Map<string, string> {
  if (insight === undefined || "skipped" in insight) return new Map();
  return new Map([
    ["text", insight.sentiment],
    ...insight.aspects.map(({ id, polarity }) => [id, polarity] as const),
  ]);
}
