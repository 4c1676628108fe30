import { parse, type ParserError } from "parse5";
import { SaxesParser } from "saxes";
import { type Check, check, showValue } from "../../model/check.ts";
import { PUBLISHED_SCHEMAS } from "../../model/documents.ts";
import { ENTITIES_PATH } from "../../model/entities.ts";
import { SINCE_INDEX_PATH, SINCE_PATH } from "../../model/since.ts";
import { MAX_STRING_BYTES } from "../../model/text.ts";

const checkReviews = check(PUBLISHED_SCHEMAS.reviews);
const checkInsights = check(PUBLISHED_SCHEMAS.insights);
const checkFeed = check(PUBLISHED_SCHEMAS.feed);
const checkSince = check(PUBLISHED_SCHEMAS.since);
const checkSinceIndex = check(PUBLISHED_SCHEMAS["since-index"]);
const checkEntities = check(PUBLISHED_SCHEMAS.entities);

/** Says why a published document is not valid: JSON against its published schema, XML and HTML by their syntax. */
export function documentProblem(path: string, mediaType: string, body: Buffer): string | undefined {
  // V8 cannot hold a longer string. The parts of such a document were checked when they were loaded.
  if (body.length > MAX_STRING_BYTES) return undefined;
  const type = mediaType.split(";", 1)[0] ?? "";
  if (type.endsWith("json")) return jsonProblem(path, body.toString("utf8"));
  if (type.endsWith("xml")) return xmlProblem(body.toString("utf8"));
  if (type === "text/html") return htmlProblem(body.toString("utf8"));
  return undefined;
}

function jsonProblem(path: string, text: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const checked = checkOf(path)?.(value);
  if (checked === undefined || checked.ok) return undefined;
  const [issue] = checked.error;
  return `breaks its published schema: ${issue?.path} ${issue?.message} (got ${showValue(issue?.value)})`;
}

function checkOf(path: string): Check<unknown> | undefined {
  const byPath: Record<string, Check<unknown>> = {
    "/reviews.json": checkReviews,
    "/insights.json": checkInsights,
    "/api/feed.json": checkFeed,
    [SINCE_INDEX_PATH]: checkSinceIndex,
    [ENTITIES_PATH]: checkEntities,
  };
  return byPath[path] ?? (path.startsWith(SINCE_PATH) ? checkSince : undefined);
}

function xmlProblem(text: string): string | undefined {
  let problem: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => (problem ??= `is not well-formed XML: ${error.message}`));
  parser.write(text).close();
  return problem;
}

function htmlProblem(text: string): string | undefined {
  let first: ParserError | undefined;
  parse(text, { onParseError: (error) => (first ??= error), sourceCodeLocationInfo: false });
  return first && `is not valid HTML: line ${first.startLine}: ${first.code}`;
}
