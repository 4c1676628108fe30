/** `npm run policy`: writes a skeleton of policy.json, and says which reviews are not published. Described in docs/content.md. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { POLICY_FILE } from "../build/load/policy.ts";
import { runCommand } from "../build/run-command.ts";
import type { WrittenReview } from "../model/review.ts";
import { readReviews } from "./import/erase.ts";
import { CommandError } from "./import/reasons.ts";
import { policySkeleton } from "./policy/skeleton.ts";

const USAGE = `usage: npm run policy -- [options]

Lists the reviews in the content that are not published, and why. Without a policy.json, writes one with the sources of
the reviews, and leaves empty what only the business can say: the build names each gap.

  --content DIR  the content (content)
  --help         print this

exit: 0 done; 1 the content cannot be read; 2 usage; 3 fault (--debug prints the stack)
`;

await runCommand(main, USAGE);

function main(args: readonly string[]): number {
  const { values } = parseArgs({
    args: [...args],
    options: { content: { type: "string", default: "content" } },
  });
  const file = join(values.content, POLICY_FILE);
  try {
    const reviews = readReviews(join(values.content, "reviews"));
    const isNew = !existsSync(file);
    if (isNew) writeFileSync(file, `${JSON.stringify(policySkeleton(reviews), null, 2)}\n`);
    const { sources } = JSON.parse(readFileSync(file, "utf8")) as { sources?: Record<string, unknown> };
    const written = isNew ? [`${file} was written: fill in what is empty; npm run build names each gap`] : [];
    process.stdout.write(`${[...written, ...unpublished(reviews, sources ?? {})].join("\n")}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.problems.join("\n")}\n`);
    return 1;
  }
}

/** One line per reason: the number of its reviews, and the id of the first. */
function unpublished(
  reviews: readonly WrittenReview[],
  sources: Readonly<Record<string, unknown>>,
): string[] {
  const found = Map.groupBy(reviews, (review) => reasonOf(review, sources));
  const lines = [...found].flatMap(([reason, list]) =>
    reason === undefined ? [] : [`${list.length} not published: ${reason} (first ${list[0]?.id})`],
  );
  const published = found.get(undefined)?.length ?? 0;
  return [...lines, `${published} of ${reviews.length} reviews are published`];
}

function reasonOf(
  { verified, withheld, verification, source }: WrittenReview,
  sources: Readonly<Record<string, unknown>>,
): string | undefined {
  const { verification: method } = (sources[source] ?? {}) as { verification?: string };
  const reason = withheld?.reason ?? (verified ? undefined : "unverified");
  // An import before the source had a method left them so.
  if (reason === "unverified" && method)
    return `unverified; ${POLICY_FILE} says by now how ${source} is verified, so import its export again`;
  if (reason !== undefined) return reason;
  if (verification !== undefined || method) return undefined;
  return `nothing says how ${source} is verified (sources.${source}.verification)`;
}
