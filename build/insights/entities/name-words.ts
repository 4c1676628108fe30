import type { Entities } from "../../../model/entities.ts";
import { wordsOf } from "../text/words.ts";

/** The words of all names. They are neither praise nor complaint, and never part of a theme. */
export function nameWords({
  technicians,
  service_areas,
}: Pick<Entities, "technicians" | "service_areas">): Set<string> {
  const names = [...technicians, ...service_areas].flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  return new Set(names.flatMap((name) => wordsOf(name).map(({ folded }) => folded)));
}
