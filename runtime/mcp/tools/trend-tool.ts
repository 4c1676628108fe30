import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { EntityAliases } from "../../../model/entities.ts";
import { err, ok } from "../../../model/result.ts";
import { DATE } from "../../../model/schema-pieces.ts";
import { idsNamed, type SearchFilter } from "../../../model/search-filter.ts";
import { matchingRows } from "../../search/search.ts";
import type { Publication } from "../publication.ts";
import { suggest } from "./review-tools.ts";
import { argumentsOf, defineTool, LIMIT, NAME, resultOf } from "./tool.ts";

const INTERVALS = ["month", "quarter", "year"] as const;
type Interval = (typeof INTERVALS)[number];

interface Asked {
  readonly interval?: Interval;
  readonly since?: CalendarDate;
  readonly until?: CalendarDate;
  readonly technician?: string;
  readonly service?: string;
  readonly limit?: number;
}

interface Point {
  readonly period: string;
  review_count: number;
  stars: number;
}

const POINT = {
  type: "object",
  required: ["period", "review_count", "rating_value"],
  properties: {
    period: { type: "string", description: "2026-03, 2026-Q1 or 2026" },
    review_count: { type: "integer" },
    rating_value: { type: ["number", "null"] },
  },
};

export const getRatingTrend = defineTool<Asked>({
  name: "get_rating_trend",
  title: "Get the rating trend",
  description:
    "Number of reviews and mean stars by month, quarter or year, oldest first, of all reviews or of those that mention a technician or service. The periods nearest to the end are kept.",
  inputSchema: argumentsOf({
    interval: { type: "string", enum: INTERVALS, default: "quarter", description: "month, quarter or year" },
    since: { ...DATE, description: "from this date on, YYYY-MM-DD" },
    until: { ...DATE, description: "up to this date, YYYY-MM-DD" },
    technician: NAME("id, name or alias of a technician"),
    service: NAME("id, name or alias of a service"),
    limit: LIMIT(120, 24, "periods"),
  }),
  outputSchema: resultOf(
    {
      interval: { type: "string" },
      overall: {
        type: "object",
        properties: { review_count: { type: "integer" }, rating_value: { type: ["number", "null"] } },
      },
      points: { type: "array", items: POINT },
      omitted: { type: "integer", description: "earlier periods left out" },
    },
    ["interval", "overall", "points"],
  ),
  run: (asked, { table }) => {
    const problem =
      unknown("technician", asked.technician, table.technicians) ??
      unknown("service", asked.service, table.services);
    if (problem !== undefined) return err(`get_rating_trend: ${problem}`);
    const { interval = "quarter", limit = 24 } = asked;
    const points = fillGaps(pointsOf(table, filterOf(asked), interval), interval);
    const shown = points.slice(-limit);
    const omitted = points.length - shown.length;
    return ok({
      interval,
      overall: summed(points),
      points: shown.map(({ period, ...counts }) => ({ period, ...meanOf(counts) })),
      ...(omitted > 0 ? { omitted } : {}),
    });
  },
});

function unknown(
  argument: string,
  name: string | undefined,
  known: readonly EntityAliases[],
): string | undefined {
  if (name === undefined || idsNamed(name, known).length > 0) return undefined;
  return `${argument} is not a known name${suggest(name, known)}.`;
}

function filterOf({ since, until, technician, service }: Asked): SearchFilter {
  return {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(technician === undefined ? {} : { mentions_technician: technician }),
    ...(service === undefined ? {} : { mentions_service: service }),
  };
}

/** Periods that have reviews, oldest first. */
function pointsOf(table: Publication["table"], filter: SearchFilter, interval: Interval): Point[] {
  const points: Point[] = [];
  for (const row of matchingRows(table, filter)) {
    const period = periodOf(table.dates[row] ?? 0, interval);
    let point = points.at(-1);
    if (point?.period !== period) {
      point = { period, review_count: 0, stars: 0 };
      points.push(point);
    }
    point.review_count += 1;
    point.stars += table.ratings[row] ?? 0;
  }
  return points.toReversed();
}

/** 20260314 as 2026-03, 2026-Q1 or 2026. */
function periodOf(date: number, interval: Interval): string {
  const year = String(Math.floor(date / 10_000)).padStart(4, "0");
  const month = Math.floor(date / 100) % 100;
  if (interval === "year") return year;
  return interval === "month"
    ? `${year}-${String(month).padStart(2, "0")}`
    : `${year}-Q${Math.ceil(month / 3)}`;
}

/** A period without reviews is a fact too: it is told with a count of 0. */
function fillGaps(points: readonly Point[], interval: Interval): Point[] {
  const filled: Point[] = [];
  for (const point of points) {
    for (let last = filled.at(-1); last !== undefined; last = filled.at(-1)) {
      const period = after(last.period, interval);
      if (period >= point.period) break;
      filled.push({ period, review_count: 0, stars: 0 });
    }
    filled.push(point);
  }
  return filled;
}

function after(period: string, interval: Interval): string {
  const year = Number(period.slice(0, 4));
  if (interval === "year") return String(year + 1).padStart(4, "0");
  const perYear = interval === "month" ? 12 : 4;
  const part = Number(period.slice(interval === "month" ? 5 : 6));
  const next = part === perYear ? { year: year + 1, part: 1 } : { year, part: part + 1 };
  const years = String(next.year).padStart(4, "0");
  return interval === "month" ? `${years}-${String(next.part).padStart(2, "0")}` : `${years}-Q${next.part}`;
}

const meanOf = ({ review_count, stars }: { review_count: number; stars: number }) => ({
  review_count,
  rating_value: review_count === 0 ? null : Math.round((stars * 100) / review_count) / 100,
});

const summed = (points: readonly Point[]) =>
  meanOf({
    review_count: points.reduce((sum, point) => sum + point.review_count, 0),
    stars: points.reduce((sum, point) => sum + point.stars, 0),
  });
