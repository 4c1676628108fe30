import type { CalendarDate } from "../../../model/calendar-date.ts";
import type { Polarity } from "../../../model/review-insight.ts";

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Formats a date as "14 March 2026", independent of the locale. */
export function spelledDate(date: CalendarDate | string): string {
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** Formats a month as "March 2026". */
export function spelledMonth(month: string): string {
  const [year, number] = month.split("-");
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

export const stars = (rating: number): string => "★".repeat(rating) + "☆".repeat(5 - rating);

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Groups thousands: "12,345". */
export const grouped = (count: number): string =>
  count < 1000
    ? String(count)
    : `${grouped(Math.floor(count / 1000))},${String(count % 1000).padStart(3, "0")}`;

/** Shortens a text at the end of a word near the limit. */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const space = cut.search(/\s\S*$/);
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, "")} …`;
}

/** Shortens a text to one line, for attributes. */
export const oneLine = (text: string, limit: number): string =>
  excerpt(text.replaceAll(/\s+/g, " ").trim(), limit);

/** An aspect is judged so. */
export const POLARITY_WORDS: Readonly<Record<Exclude<Polarity, "neutral">, string>> = {
  positive: "praised",
  negative: "criticised",
  mixed: "praised and criticised",
};
