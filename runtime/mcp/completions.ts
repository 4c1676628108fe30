import type { EntityName } from "../../model/entities.ts";
import { foldText } from "../../model/fold.ts";
import { listIn, looseOf, type Publication } from "./publication.ts";
import { REVIEW_TEMPLATE } from "./resources.ts";

/** As many as the protocol allows in one answer. */
const MAX_VALUES = 100;
/** No name is longer. */
const MAX_TYPED = 200;
/** Ids are offered among the newest reviews only. */
const NEWEST = 1000;

/** The result of completion/complete: names that begin with what was typed, then names that contain it. */
export function complete(params: Readonly<Record<string, unknown>>, publication: Publication): string {
  const { name, value } = looseOf(params["argument"]);
  const ref = looseOf(params["ref"]);
  const typed = foldText(typeof value === "string" ? value.slice(0, MAX_TYPED + 1) : "");
  const argument = ref["type"] === "ref/resource" && ref["uri"] === REVIEW_TEMPLATE ? "review_id" : name;
  const all = valuesOf(argument, publication);
  const begin = all.filter((one) => foldText(one).startsWith(typed));
  const contain = all.filter((one) => !foldText(one).startsWith(typed) && foldText(one).includes(typed));
  const found = [...begin, ...contain];
  const completion = {
    values: found.slice(0, MAX_VALUES),
    total: found.length,
    hasMore: found.length > MAX_VALUES,
  };
  return JSON.stringify({ completion });
}

function valuesOf(argument: unknown, { entities, insights, table }: Publication): readonly string[] {
  switch (argument) {
    case "technician":
      return namesOf(entities.technicians);
    case "service":
      return namesOf(entities.services);
    case "service_area":
      return namesOf(entities.service_areas);
    case "aspect":
      return listIn(insights["aspects"]).map((one) => String(one["label"] ?? one["id"]));
    case "review_id":
      return Array.from({ length: Math.min(NEWEST, table.rows) }, (_, row) => table.idOf(row));
    default:
      return [];
  }
}

const namesOf = (entities: readonly EntityName[]): string[] => entities.map(({ name }) => name);
