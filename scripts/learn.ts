/** `npm run learn`: writes content/learned.json and says which verdicts change. Described in docs/insights.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { analyze } from "../build/insights/analyze.ts";
import { learn } from "../build/insights/learn.ts";
import { load } from "../build/load/load.ts";
import { runCommand } from "../build/run-command.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import type { Content } from "../model/content.ts";
import type { InsightsDocument } from "../model/insights.ts";
import type { LearnedWeights } from "../model/learned.ts";
import type { Review } from "../model/review.ts";
import { changedVerdicts } from "./learn/changed-verdicts.ts";

const USAGE = `usage: npm run learn -- [options]

Learns from the ratings which words go with praise and which with complaints, finds the topics of the texts, and writes
both into learned.json in the content. Lists the verdicts that change. A build uses the file and never changes it.

  --dry-run      list the changes, and write nothing
  --content DIR  the content (content)
  --help         print this

exit: 0 done; 1 the content cannot be read; 2 usage; 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      content: { type: "string", default: "content" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const loaded = await load(values.content, calendarDateOf(Date.now()));
  if (!loaded.ok) {
    process.stderr.write(`${loaded.error.join("\n")}\n`);
    return 1;
  }
  const content = loaded.value;
  const reviews = publishable(content);
  const learned = learn(content, content.reviews);
  const file = join(values.content, "learned.json");
  const isWritten = !values["dry-run"];
  if (isWritten) writeFileSync(file, `${JSON.stringify(learned, null, 2)}\n`);
  const lines = [
    summaryOf(learned),
    topicLine(learned),
    ...changedVerdicts(
      verdictsOf(content, reviews),
      verdictsOf({ ...content, learned }, reviews),
      new Map(reviews.map(({ id, text }) => [id, text])),
    ),
    isWritten ? `${file} was written` : `${file} was not written (--dry-run)`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function publishable({ reviews }: Content): Review[] {
  const mentions = { technicians: [], services: [], service_areas: [] };
  return reviews.map((review) => ({ ...review, url: "", mentions }));
}

function verdictsOf(content: Content, reviews: readonly Review[]): InsightsDocument["per_review"] {
  return analyze(content, reviews).document.per_review;
}

function topicLine({ topics }: LearnedWeights): string {
  return topics.length === 0
    ? "no topics: no noun is in four texts"
    : `${topics.length} ${topics.length === 1 ? "topic" : "topics"}: ${topics.join(", ")}`;
}

function summaryOf({ high, low, weights }: LearnedWeights): string {
  const count = Object.keys(weights).length;
  const from = `${high} reviews with four or five stars and ${low} with one or two`;
  return count === 0 ? `no weights: ${from}; 30 of each are needed` : `${count} weights from ${from}`;
}
