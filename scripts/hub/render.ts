import type { AttemptView, SubscriptionView } from "./view.ts";

/** One line per subscription. */
export function renderList(views: readonly SubscriptionView[]): string {
  if (views.length === 0) return "no subscriptions\n";
  const rows = views.map(({ id, state, topic, last_status, consecutive_failures, callback, explanation }) => [
    id === null ? "-" : String(id),
    state,
    topic,
    last_status ?? "-",
    String(consecutive_failures),
    callback,
    explanation,
  ]);
  const table = [["id", "state", "topic", "last", "failures", "callback", "explanation"], ...rows];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return table.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** All that is known of one subscription. */
export function renderShown(view: SubscriptionView & { readonly attempts: readonly AttemptView[] }): string {
  const fields: readonly (readonly [string, string | number | boolean | null])[] = [
    ["state", view.state],
    ["explanation", view.explanation],
    ["lease ends", view.lease_ends_at],
    ["paused", view.paused_at],
    ["ended", view.ended_at],
    ["up to date", view.up_to_date],
    ["failures", view.consecutive_failures],
    ["next attempt", view.next_attempt_at],
  ];
  const attempts = view.attempts.map(({ at, kind, status, cause, duration_ms }) => {
    return `    ${at ?? ""}  ${kind.padEnd(12)}  ${status ?? cause ?? ""}  ${duration_ms} ms\n`;
  });
  const known = fields.filter(([, value]) => value !== null);
  return [
    `${view.id === null ? "" : `${view.id}  `}${view.callback}  ${view.topic}\n`,
    ...known.map(([name, value]) => `  ${name.padEnd(12)}  ${String(value)}\n`),
    attempts.length === 0 ? "  no attempts recorded\n" : "  attempts, newest first\n",
    ...attempts,
  ].join("");
}
