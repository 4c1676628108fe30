/** `npm run audit`: asks about random verdicts, and keeps the answers in the content. Described in docs/insights.md. */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { accuracyOf, missingShare } from "../build/insights/report/accuracy.ts";
import { runCommand } from "../build/run-command.ts";
import { AUDIT_FILE, type WrittenAudit } from "../model/audit.ts";
import { calendarDateOf } from "../model/calendar-date.ts";
import { fileOf } from "../model/manifest.ts";
import { readAudit, writeAudit } from "./audit/audit-file.ts";
import {
  type AuditDocuments,
  type AuditQuestion,
  auditQuestions,
  figureLines,
  verdictLine,
  withAnswer,
} from "./audit/questions.ts";

const USAGE = `usage: npm run audit -- [options]

Shows random reviews of the published release, and asks what each says about an aspect or a person. The tool's own
verdict is shown after the answer. Each answer is saved at once, in audit.json in the content: quit at any time, and
continue later. The next build publishes how often the verdicts are right.

  --count N      answers to collect, 1 to 10000 (50)
  --aspect ID    ask about this aspect only: the answers give its corrected share, and no other figure
  --seed N       seed of the random order, 0 to 4294967295; only before the first answer (default: random)
  --content DIR  the content (content)
  --out DIR      the published folder (dist)
  --help         print this

exit: 0 done, or quit; 1 nothing to ask about, or the content is invalid; 2 usage; 3 fault (--debug prints the stack)
`;

const KEYS = { p: "positive", c: "negative", b: "mixed", n: "neutral", u: "unclear" } as const;
const CHOICES = "p praise, c complaint, b both, n neither, u unclear, q quit";

const MAX_COUNT = 10_000;
const MAX_SEED = 2 ** 32 - 1;

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: "string", default: "50" },
      aspect: { type: "string" },
      seed: { type: "string" },
      content: { type: "string", default: "content" },
      out: { type: "string", default: "dist" },
    },
  });
  const [count, seed] = [numberFrom(values.count, 1, MAX_COUNT), numberFrom(values.seed ?? "0", 0, MAX_SEED)];
  if (count === undefined || seed === undefined) {
    const problem =
      count === undefined ? `--count must be 1 to ${MAX_COUNT}` : `--seed must be 0 to ${MAX_SEED}`;
    process.stderr.write(`${problem}\n\n${USAGE}`);
    return 2;
  }
  const documents = readDocuments(values.out);
  if (documents === undefined) return refuse(`${values.out}: holds no release; run npm run build first`);
  const { content, aspect } = values;
  if (aspect !== undefined && !documents.insights.aspects.some(({ id }) => id === aspect))
    return refuse(
      `--aspect ${aspect}: is not an aspect; name one of ${documents.insights.aspects.map(({ id }) => id).join(", ")}`,
    );
  const kept = await readAudit(content);
  if (!kept.ok) return refuse(...kept.error);
  if (values.seed !== undefined && kept.value !== undefined && kept.value.seed !== seed)
    return refuse(
      `${join(content, AUDIT_FILE)}: was started with seed ${kept.value.seed}; omit --seed to continue, or remove the file to start again`,
    );
  const audit = kept.value ?? { seed: values.seed === undefined ? randomInt(2 ** 32) : seed, answers: [] };
  const questions = auditQuestions({ documents, audit, count, aspect });
  if (questions.length === 0 && audit.answers.length === 0)
    return refuse(`${values.out}: has no texts whose verdicts could be audited`);
  const audited = await askAll(questions, audit, { content, documents });
  const { insights, reviews } = documents;
  const accuracy = accuracyOf(audited, reviews, insights);
  process.stdout.write(`${figureLines(accuracy).join("\n")}\n`);
  if (accuracy !== null && questions.length > 0)
    process.stdout.write("the next build publishes these figures\n");
  const missing = aspect === undefined ? undefined : missingShare(audited, reviews, insights, aspect);
  if (missing !== undefined) process.stdout.write(`no corrected share of aspect:${aspect}: ${missing}\n`);
  return 0;
}

function numberFrom(written: string, min: number, max: number): number | undefined {
  const value = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function refuse(...lines: readonly string[]): number {
  process.stderr.write(`${lines.join("\n")}\n`);
  return 1;
}

function readDocuments(out: string): AuditDocuments | undefined {
  const parsed = (path: string): unknown => JSON.parse(readFileSync(join(out, fileOf(path)), "utf8"));
  try {
    const { reviews } = parsed("/reviews.json") as Pick<AuditDocuments, "reviews">;
    return { insights: parsed("/insights.json") as AuditDocuments["insights"], reviews };
  } catch {
    return undefined;
  }
}

/** Asks until every question has an answer, or the owner quits. Each answer is written immediately. */
async function askAll(
  questions: readonly AuditQuestion[],
  audit: WrittenAudit,
  { content, documents }: { readonly content: string; readonly documents: AuditDocuments },
): Promise<WrittenAudit> {
  const terminal = createInterface({ input: process.stdin });
  const lines = terminal[Symbol.asyncIterator]();
  let audited = audit;
  for (const [index, question] of questions.entries()) {
    process.stdout.write(`\n${screenOf(question, index + 1, questions.length)}`);
    const answer = await readAnswer(lines);
    if (answer === undefined) break;
    audited = withAnswer(audited, question, answer, calendarDateOf(Date.now()));
    writeAudit(content, audited);
    process.stdout.write(`${verdictLine(question.verdict, documents)}\n`);
  }
  terminal.close();
  process.stdout.write("\n");
  return audited;
}

function screenOf({ review, label }: AuditQuestion, number: number, of: number): string {
  const head = `${number} of ${of}, ${review.rating} of 5 stars, ${review.date}, ${review.id}`;
  return `${head}\n\n${review.text}\n\nWhat does it say about ${label}? ${CHOICES}\n> `;
}

/** Undefined at "q" and at the end of the input. */
async function readAnswer(
  lines: AsyncIterator<string>,
): Promise<(typeof KEYS)[keyof typeof KEYS] | undefined> {
  for (;;) {
    const { done, value } = (await lines.next()) as IteratorResult<string, undefined>;
    const key = done ? "q" : value.trim().toLowerCase();
    if (key === "q") return undefined;
    if (Object.hasOwn(KEYS, key)) return KEYS[key as keyof typeof KEYS];
    process.stdout.write(`${CHOICES}\n> `);
  }
}
