import { aggregateRatingSchema, meanOf } from "../../../model/business.ts";
import type { EntityAliases } from "../../../model/entities.ts";
import { err, ok } from "../../../model/result.ts";
import { DATE, listOf } from "../../../model/schema-pieces.ts";
import { matchingRows } from "../../search/search.ts";
import { suggestIfUnknown } from "./name-hints.ts";
import type { ReleaseDocuments } from "./release-documents.ts";
import { argumentsOf, defineTool, limitOf, nameOf, resultOf, typesOf } from "./tool.ts";

const INTERVALS = ["month", "quarter", "year"] as const;
type TrendInterval = (typeof INTERVALS)[number];

const { review_count, rating_value } = typesOf(aggregateRatingSchema.properties);

const POINT = {
  type: "object",
  required: ["period", "review_count", "rating_value"],
  properties: {
    period: { type: "string", description: "2026-03, 2026-Q1 or 2026" },
    review_count,
    rating_value,
  },
} as const;

export const getRatingTrend = defineTool({
  name: "get_rating_trend",
  title: "Get the rating trend",
  description:
    "Number of reviews and mean stars by month, quarter or year, oldest first, of all reviews or of those that mention a technician or service. The periods nearest to the end are kept.",
  inputSchema: argumentsOf({
    interval: { type: "string", enum: INTERVALS, default: "quarter", description: "month, quarter or year" },
    since: { ...DATE, description: "from this date on, YYYY-MM-DD" },
    until: { ...DATE, description: "up to this date, YYYY-MM-DD" },
    technician: nameOf("id, name or alias of a technician"),
    service: nameOf("id, name or alias of a service"),
    limit: limitOf(120, 24, "periods"),
  }),
  outputSchema: {
    ...resultOf({
      interval: { type: "string" },
      overall: { type: "object", properties: { review_count, rating_value } },
      points: listOf(POINT),
      omitted: { type: "integer", description: "earlier periods left out" },
    }),
    required: ["interval", "overall", "points"],
  },
  handler: async ({ interval = "quarter", limit = 24, technician, service, ...dates }, { table }) => {
    const problem =
      checkName("technician", technician, table.technicians) ?? checkName("service", service, table.services);
    if (problem !== undefined) return err(`get_rating_trend: ${problem}`);
    const rows = await matchingRows(table, {
      ...dates,
      ...(technician !== undefined && { mentions_technician: technician }),
      ...(service !== undefined && { mentions_service: service }),
    });
    const points = pointsOf(table, rows, interval);
    const omitted = Math.max(0, points.length - limit);
    return ok({
      interval,
      overall: averageOf(points),
      points: points.slice(omitted).map(({ period, ...totals }) => ({ period, ...averageOf([totals]) })),
      ...(omitted > 0 && { omitted }),
    });
  },
});

function checkName(
  argument: string,
  name: string | undefined,
  known: readonly EntityAliases[],
): string | undefined {
  const suggestion = suggestIfUnknown(name, known);
  return suggestion === undefined ? undefined : `${argument} is not a known name${suggestion}`;
}

const PERIODS_PER_YEAR: Readonly<Record<TrendInterval, number>> = { month: 12, quarter: 4, year: 1 };

interface Totals {
  readonly review_count: number;
  /** The ratings that count in the mean, and their stars. */
  readonly rated: number;
  readonly stars: number;
}

/** Every period from the first review to the last, oldest first; those without reviews have a count of 0. */
function pointsOf(table: ReleaseDocuments["table"], rows: Iterable<number>, interval: TrendInterval) {
  const perYear = PERIODS_PER_YEAR[interval];
  const { dates, ratings, rated } = table.columns;
  const totals = new Map<number, Totals>();
  for (const row of rows) {
    const period = periodOf(dates[row] ?? 0, perYear);
    const { review_count: count, rated: ratedCount, stars } = totals.get(period) ?? NONE;
    const isRated = rated[row] ?? 0;
    totals.set(period, {
      review_count: count + 1,
      rated: ratedCount + isRated,
      stars: stars + isRated * (ratings[row] ?? 0),
    });
  }
  // Rows are newest first.
  const periods = [...totals.keys()];
  const [last = 0, first = 1] = [periods[0], periods.at(-1)];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    period: labelOf(first + index, interval),
    ...(totals.get(first + index) ?? NONE),
  }));
}

const NONE: Totals = { review_count: 0, rated: 0, stars: 0 };

/** The number of a date's period, counted from year 0. Dates are numbers such as 20260314. */
function periodOf(date: number, perYear: number): number {
  const year = Math.floor(date / 10_000);
  const month = Math.floor(date / 100) % 100;
  return year * perYear + Math.floor(((month - 1) * perYear) / 12);
}

/** 2026-03, 2026-Q1 or 2026. */
function labelOf(period: number, interval: TrendInterval): string {
  const perYear = PERIODS_PER_YEAR[interval];
  const year = String(Math.floor(period / perYear)).padStart(4, "0");
  if (interval === "year") return year;
  const part = (period % perYear) + 1;
  return interval === "month" ? `${year}-${String(part).padStart(2, "0")}` : `${year}-Q${part}`;
}

function averageOf(totals: readonly Totals[]) {
  const count = totals.reduce((sum, one) => sum + one.review_count, 0);
  const rated = totals.reduce((sum, one) => sum + one.rated, 0);
  const stars = totals.reduce((sum, one) => sum + one.stars, 0);
  return { review_count: count, rating_value: meanOf(stars, rated) };
}
