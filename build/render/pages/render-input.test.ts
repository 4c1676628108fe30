import { expect, test } from "vitest";
import type { EntityInsight, TopicInsight } from "../../../model/insights.ts";
import { searchExamples } from "./render-input.ts";

const entity = (name: string, mention_count: number): EntityInsight => ({
  id: name.toLowerCase(),
  name,
  mention_count,
  rating_value: null,
  incentivised_count: 0,
  distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
  first_mention: null,
  last_mention: null,
  example_review_ids: [],
});
const topic = (label: string): TopicInsight => ({
  id: label,
  label,
  mention_count: 4,
  rating_value: null,
  incentivised_count: 0,
  rating_effect: { log_odds: 0, z: 0 },
  sentence: "",
  example_review_ids: [],
});

test("examples of searches are the service, the topic and the person that are named most, each in its own words", () => {
  const entities = {
    technicians: [entity("Ana Silva", 1), entity("Dr. Anna Chen", 2)],
    services: [entity("Crown", 1), entity("Filling", 3)],
    service_areas: [],
    problems: [],
  };
  expect(searchExamples({ entities, topics: [topic("filling"), topic("front desk")] })).toEqual([
    "Filling",
    "front desk",
    "Anna",
  ]);
  const none = { technicians: [entity("Ana Silva", 0)], services: [], service_areas: [], problems: [] };
  expect(searchExamples({ entities: none, topics: [] })).toEqual([]);
});
