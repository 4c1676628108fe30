import {
  BETWEEN_OTHERNESS,
  COUNTS,
  ORDINALS,
  OTHERNESS,
  OWN_WITH_ORDINAL,
  TRADES,
} from "../lexicon/targets.ts";
import type { Word } from "../text/words.ts";

/** The index after "another plumbing company" and its kin. The word at `at` must be of `OTHERNESS` or `COUNTS`. */
export function otherFirmEnd(words: readonly Word[], at: number): number | undefined {
  const { folded } = words[at] as Word;
  const isCount = COUNTS.has(folded);
  let next = at + 1;
  let isOther = !isCount && !ORDINALS.has(folded);
  while (
    next < at + 3 &&
    (OTHERNESS.has(words[next]?.folded ?? "") || BETWEEN_OTHERNESS.has(words[next]?.folded ?? ""))
  ) {
    isOther ||= OTHERNESS.has(words[next]?.folded ?? "") && !ORDINALS.has(words[next]?.folded ?? "");
    next += 1;
  }
  const trade = words[next]?.folded ?? "";
  if (!TRADES.has(trade)) return isOther && folded === "others" ? at + 1 : undefined;
  // "The two guys", "two estimates" may be ours.
  if (
    isCount &&
    !isOther &&
    (!trade.endsWith("s") || /^(?:guys|crews|teams|technicians|services)$/.test(trade))
  )
    return undefined;
  if (!isOther && OWN_WITH_ORDINAL.has(trade)) return undefined;
  return next + 1;
}
