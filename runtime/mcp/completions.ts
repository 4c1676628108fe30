import type { EntityName } from "../../model/entities.ts";
import { foldText } from "../../model/fold.ts";
import { REVIEW_TEMPLATE } from "./resources.ts";
import type { ReleaseDocuments } from "./tools/release-documents.ts";

/** The protocol's limit for one answer. */
const MAX_VALUES = 100;
/** No name is longer. */
const MAX_PREFIX_LENGTH = 200;
/** Review ids are completed from this many of the newest reviews. */
const MAX_IDS = 1000;

interface Argument {
  readonly name: string;
  /** The text so far. */
  readonly value: string;
  /** The resource template whose argument it is, if not a prompt's. */
  readonly resource: unknown;
}

/** Completes an argument: names that begin with its text come first, then names that contain it. */
export function complete({ name, value, resource }: Argument, documents: ReleaseDocuments): object {
  const text = foldText(value.slice(0, MAX_PREFIX_LENGTH + 1));
  const all = valuesOf(resource === REVIEW_TEMPLATE ? "review_id" : name, documents);
  const matches = all.filter((one) => foldText(one).includes(text));
  const isPrefixOf = (one: string): boolean => foldText(one).startsWith(text);
  const found = [...matches.filter(isPrefixOf), ...matches.filter((one) => !isPrefixOf(one))];
  return {
    values: found.slice(0, MAX_VALUES),
    total: found.length,
    hasMore: found.length > MAX_VALUES,
  };
}

function valuesOf(argument: string, { entities, insights, table }: ReleaseDocuments): readonly string[] {
  switch (argument) {
    case "technician":
      return namesOf(entities.technicians);
    case "service":
      return namesOf(entities.services);
    case "service_area":
      return namesOf(entities.service_areas);
    case "aspect":
      return insights?.aspects.map(({ label }) => label) ?? [];
    case "review_id":
      return Array.from({ length: Math.min(MAX_IDS, table.rows) }, (_, row) => table.idOf(row));
    default:
      return [];
  }
}

const namesOf = (entities: readonly EntityName[]): string[] => entities.map(({ name }) => name);
