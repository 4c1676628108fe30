import {
  type Entities,
  type EntitiesDocument,
  type Entity,
  type EntityAliases,
  ownFirstName,
} from "../../model/entities.ts";

/** The names under which entities can be searched for. */
export function entitiesDocument({ technicians, services, service_areas }: Entities): EntitiesDocument {
  return {
    technicians: technicians.map((one) => named(one, ownFirstName(one, technicians))),
    services: services.map((one) => named(one)),
    service_areas: service_areas.map((one) => named(one)),
  };
}

function named({ id, name, aliases = [] }: Entity, firstName?: string): EntityAliases {
  const all = firstName === undefined ? aliases : [firstName, ...aliases];
  return { id, name, aliases: [...new Set(all)].filter((alias) => alias !== name) };
}
