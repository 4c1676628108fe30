import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mentionedIds } from "../../build/insights/entities/mentions.ts";
import { compileTextAnalyzer } from "../../build/insights/sentiment/text-analyzer.ts";
import type { Entity, EntityKind } from "../../model/entities.ts";
import { f1Of } from "./bootstrap.ts";
import { DATA, type AccuracyRow } from "./labeled.ts";

/** The ids of the entities that a sentence names. */
export interface NameLabels {
  readonly text: string;
  readonly technicians: readonly string[];
  readonly services: readonly string[];
  readonly areas: readonly string[];
}

const KINDS = [
  ["technicians", "technicians"],
  ["services", "services"],
  ["areas", "service_areas"],
] as const satisfies readonly (readonly ["technicians" | "services" | "areas", EntityKind])[];

export function nameRows(gold: readonly NameLabels[]): AccuracyRow[] {
  const file = join(DATA, "home-services", "gazetteer.json");
  const { technicians, services, areas } = JSON.parse(readFileSync(file, "utf8")) as Record<
    (typeof KINDS)[number][0],
    Entity[]
  >;
  const analyzeText = compileTextAnalyzer([], { technicians, services, service_areas: areas });
  return KINDS.map(([label, kind]) => {
    let right = 0;
    let missed = 0;
    let invented = 0;
    for (const one of gold) {
      const got = new Set(mentionedIds(analyzeText(one.text).names)[kind]);
      const want = new Set(one[label]);
      right += got.intersection(want).size;
      missed += want.difference(got).size;
      invented += got.difference(want).size;
    }
    return {
      set: "home services, all",
      measure: `${label} F1`,
      n: gold.reduce((sum, one) => sum + one[label].length, 0),
      ours: f1Of({ right, missed, invented }),
    };
  });
}
