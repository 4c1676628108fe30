import type { Entities, Entity } from "../../../model/entities.ts";
import { wordsOf } from "../text/words.ts";

/** All names and aliases. */
export const namesOf = (entities: readonly Pick<Entity, "name" | "aliases">[]): string[] =>
  entities.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

export const wordsOfNames = (names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => wordsOf(name).map(({ folded }) => folded)));

/** The words of all names. They are neither praise nor complaint, and never part of a theme. */
export const nameWords = ({
  technicians,
  service_areas,
}: Pick<Entities, "technicians" | "service_areas">): Set<string> =>
  wordsOfNames(namesOf([...technicians, ...service_areas]));
