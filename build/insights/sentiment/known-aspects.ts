import type { Aspect } from "../../../model/content.ts";

/** The index of an aspect of the business among those that weights know, -1 if it is none of them or means something else. */
export const knownIndex = (known: readonly string[], { id, prior = false }: Aspect): number =>
  prior ? known.indexOf(id) : -1;
