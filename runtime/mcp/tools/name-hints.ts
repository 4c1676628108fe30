import type { EntityAliases, EntityName } from "../../../model/entities.ts";
import { foldText } from "../../../model/fold.ts";
import { nearest } from "../../../model/nearest.ts";
import { idsNamed } from "../../../model/search-filter.ts";

const MAX_NAMES = 40;
const MAX_SUGGESTIONS = 5;

interface RankedName extends EntityName {
  readonly aliases?: readonly string[];
}

/** Suggests names in place of an unknown one; undefined if the name is known or absent. */
export function suggestIfUnknown(
  name: string | undefined,
  known: readonly EntityAliases[],
): string | undefined {
  return name === undefined || idsNamed(name, known).length > 0 ? undefined : suggest(name, known);
}

/** The names that are most likely meant, then the known names. Follows the first words of an error message. */
export function suggest(name: string, known: readonly RankedName[]): string {
  const meant = likelyMeant(name, known).map((one) => one.name);
  const names = known.slice(0, MAX_NAMES).map((one) => one.name);
  const rest = known.length > MAX_NAMES ? ` and ${known.length - MAX_NAMES} more` : "";
  const question = meant.length === 0 ? "." : `; did you mean ${meant.join(" or ")}?`;
  return `${question} Known: ${names.join(", ") || "none"}${rest}.`;
}

/** Names that contain the text, such as a first name that several share; else the nearest name. */
function likelyMeant(name: string, known: readonly RankedName[]): readonly RankedName[] {
  const text = foldText(name.trim());
  const containing = known.filter((one) => foldText(one.name).includes(text)).slice(0, MAX_SUGGESTIONS);
  if (containing.length > 0) return containing;
  const near = nearest(name, known.flatMap(spellingsOf));
  return known.filter((one) => near !== undefined && spellingsOf(one).includes(near)).slice(0, 1);
}

const spellingsOf = ({ id, name, aliases = [] }: RankedName): string[] => [name, id, ...aliases];
