import { scaleBand, scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import { ratedCount } from "../../../model/business.ts";
import type { AspectInsight, MonthInsight } from "../../../model/insights.ts";
import { Markup, toHtml } from "./markup.ts";
import { spelledMonth } from "./wording.ts";

interface ChartSize {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

const MARGIN = { top: 12, right: 10, bottom: 26, left: 26 };
/** The trend line averages this many months: single months have too few reviews. */
export const SMOOTHED_MONTHS = 6;

/** Keeps stroke widths constant when a chart is stretched. */
const FIXED_STROKE = 'vector-effect="non-scaling-stroke"';

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** Draws a share as a bar. The table shows the number as text. */
export function bar(count: number, of: number): Markup {
  const width = scaleLinear([0, Math.max(of, 1)], [0, 100])(count);
  return new Markup(
    `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="rail" width="100" height="10"/><rect class="fill" width="${round(width)}" height="10"/></svg>`,
  );
}

/** Draws five stars, lit up to the mean. The page shows the number as text. */
export function meanStars(mean: number): Markup {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2;
    const radius = index % 2 ? 4.2 : 10;
    return `${round(10 + radius * Math.cos(angle))} ${round(10.5 + radius * Math.sin(angle))}`;
  });
  const stars = Array.from({ length: 5 }, (_, star) => `<use href="#star" x="${star * 22}"/>`).join("");
  return new Markup(
    `<svg class="mean" viewBox="0 0 108 20" aria-hidden="true" focusable="false"><defs><path id="star" d="M${corners.join("L")}z"/></defs><g class="rail">${stars}</g><svg class="lit" width="${round(Math.floor(mean) * 22 + (mean % 1) * 20)}" height="20">${stars}</svg></svg>`,
  );
}

/** Draws a percentage with its 95 % interval on a scale from 0 to 100. The table shows the numbers as text. */
export function interval({ positive_pct, positive_ci95 }: AspectInsight): Markup {
  if (positive_pct === null || positive_ci95 === null) return new Markup("");
  const x = scaleLinear([0, 100], [4, 196]);
  const [low, high] = positive_ci95;
  const ticks = [0, 50, 100]
    .map((tick) => `<path class="rail" ${FIXED_STROKE} d="M${round(x(tick))} 3V17"/>`)
    .join("");
  return new Markup(
    `<svg class="interval" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true" focusable="false">${ticks}<path class="rail" ${FIXED_STROKE} d="M4 10H196"/><path class="span" ${FIXED_STROKE} d="M${round(x(low))} 10H${round(x(high))}"/><path class="dot" ${FIXED_STROKE} d="M${round(x(positive_pct))} 10h0"/></svg>`,
  );
}

/** Draws the mean rating of each month as a dot, and the moving mean as a line. */
export function trend(months: readonly MonthInsight[], { id, width, height }: ChartSize): Markup {
  const left = MARGIN.left;
  const x = scaleBand(
    months.map(({ month }) => month),
    [left, width - MARGIN.right],
  );
  const y = scaleLinear([1, 5], [height - MARGIN.bottom, MARGIN.top]);
  const middle = (month: string): number => (x(month) ?? 0) + x.bandwidth() / 2;
  const means = movingMeans(months);
  const drawn = line<MonthMean>(
    ({ month }) => middle(month),
    ({ mean }) => y(mean),
  ).digits(1);
  const shade = area<MonthMean>(
    ({ month }) => middle(month),
    () => y(1),
    ({ mean }) => y(mean),
  ).digits(1);
  const grid = [1, 2, 3, 4, 5]
    .map(
      (tick) =>
        `<path class="rail" d="M${left} ${round(y(tick))}H${width - MARGIN.right}"/><text x="${left - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${tick}</text>`,
    )
    .join("");
  const years = months
    .filter(({ month }) => month.endsWith("-01"))
    .map(
      ({ month }) =>
        `<path class="tick" d="M${round(x(month) ?? 0)} ${height - MARGIN.bottom}v5"/><text x="${round(x(month) ?? 0)}" y="${height - 6}" text-anchor="middle">${month.slice(0, 4)}</text>`,
    )
    .join("");
  const dots = months
    .filter(({ rating_value }) => rating_value !== null)
    .map(
      ({ month, rating_value }) =>
        `<circle cx="${round(middle(month))}" cy="${round(y(rating_value ?? 1))}" r="2.2"/>`,
    )
    .join("");
  return new Markup(
    `<svg class="trend ${toHtml(id)}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">Mean rating by month</title><desc id="${id}-desc">${toHtml(describeTrend(months, means))}</desc><g class="grid">${grid}${years}</g><path class="shade" d="${shade(means) ?? ""}"/><g class="dots">${dots}</g><path class="line" d="${drawn(means) ?? ""}"/></svg>`,
  );
}

interface MonthMean {
  readonly month: string;
  readonly mean: number;
}

/** Averages all ratings without a reward of the last months up to each month. */
function movingMeans(months: readonly MonthInsight[]): MonthMean[] {
  return months.flatMap(({ month }, index) => {
    const window = months.slice(Math.max(0, index + 1 - SMOOTHED_MONTHS), index + 1);
    const count = window.reduce((sum, one) => sum + ratedCount(one), 0);
    const sum = window.reduce((all, one) => all + (one.rating_value ?? 0) * ratedCount(one), 0);
    return count === 0 ? [] : [{ month, mean: sum / count }];
  });
}

function describeTrend(months: readonly MonthInsight[], means: readonly MonthMean[]): string {
  const [first, last] = [months[0], months.at(-1)];
  const end = means.at(-1);
  if (!first || !last || !end) return "No reviews yet.";
  const low = Math.min(...means.map(({ mean }) => mean)).toFixed(1);
  const high = Math.max(...means.map(({ mean }) => mean)).toFixed(1);
  return `From ${spelledMonth(first.month)} to ${spelledMonth(last.month)} the mean of the last ${SMOOTHED_MONTHS} months moved between ${low} and ${high} of 5 stars; it ends at ${end.mean.toFixed(1)}.`;
}
