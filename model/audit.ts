/** `content/audit.json`: the publisher's answers about random verdicts, written by `npm run audit`. It quotes no review. */
import { DATE, exactObject, listOf, SCHEMA_LINK, type SchemaType, ULID } from "./schema-pieces.ts";

export const AUDIT_FILE = "audit.json";

const answerSchema = exactObject({
  review: ULID,
  subject: {
    type: "string",
    pattern: "^(aspect|technician):[a-z0-9]+(-[a-z0-9]+)*$",
    maxLength: 80,
    description: 'whom or what the question was about, such as "aspect:price"',
  },
  text_sha256: {
    type: "string",
    pattern: "^[0-9a-f]{64}$",
    description: "digest of the review's text: an answer about another text does not count",
  },
  answer: {
    enum: ["positive", "negative", "mixed", "neutral", "unclear"],
    description: "what the text says of it, read without knowing the verdict; neutral: no judgement",
  },
  date: { ...DATE, description: "the day of the answer" },
});

export const contentAuditSchema = exactObject(
  {
    $schema: SCHEMA_LINK,
    seed: {
      type: "integer",
      minimum: 0,
      maximum: 4_294_967_295,
      description: "decides the random order in which verdicts are audited",
    },
    answers: listOf(answerSchema),
  },
  ["$schema"],
);

export type WrittenAudit = SchemaType<typeof contentAuditSchema>;
export type AuditAnswer = WrittenAudit["answers"][number];

/** Identifies the verdict that an answer is about. */
export const verdictKey = ({ review, subject }: Pick<AuditAnswer, "review" | "subject">): string =>
  `${review} ${subject}`;
