import { parseHttpDate } from "./http-date.ts";

/**
 * The wait that a Retry-After asks for, in milliseconds (RFC 9110 section 10.2.3): delay-seconds, or an
 * HTTP-date compared with `now`, zero if it has passed. Undefined if the value is neither; without `now`,
 * dates are ignored. Unbounded: a caller states how long it is ready to wait.
 */
export function parseRetryAfter(raw: string, now: number | undefined): number | undefined {
  if (/^\d+$/.test(raw)) return Number(raw) * 1000;
  if (now === undefined) return undefined;
  const at = parseHttpDate(raw, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}
