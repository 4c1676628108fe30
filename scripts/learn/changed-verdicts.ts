import { oneLine } from "../../build/render/pages/wording.ts";
import type { ReviewInsight } from "../../model/review-insight.ts";

type Verdicts = Readonly<Record<string, ReviewInsight>>;

/** Characters of a text that tell the owner which it is. */
const MAX_BEGINNING = 60;

/** The number of changed verdicts, and one line for each, with the beginning of its text. */
export function changedVerdicts(
  before: Verdicts,
  after: Verdicts,
  texts: ReadonlyMap<string, string | null>,
): string[] {
  const changes = Object.entries(after).flatMap(([id, insight]) => {
    const [old, current] = [polaritiesOf(before[id]), polaritiesOf(insight)];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((subject) => {
      const [from = "none", to = "none"] = [old.get(subject), current.get(subject)];
      const beginning = oneLine(texts.get(id) ?? "", MAX_BEGINNING);
      return from === to ? [] : [`  ${id} ${subject}: ${from} -> ${to} (“${beginning}”)`];
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
