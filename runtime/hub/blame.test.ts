import { describe, expect, test } from "vitest";
import { Blame } from "./blame.ts";
import type { CallbackResult } from "./callback/callback-client.ts";
import type { CallbackErrorReason } from "./callback/error-reason.ts";

const responded: CallbackResult = {
  ok: true,
  status: 500,
  body: Buffer.alloc(0),
  isTruncated: false,
  retryAfter: undefined,
};
const failed = (reason: CallbackErrorReason): CallbackResult => ({ ok: false, reason });

function world(hasControl: boolean) {
  const seen = { now: 1_000_000, questions: 0 };
  const blame = new Blame(() => seen.now);
  const attempt = (host: string, result: CallbackResult): Promise<boolean> =>
    blame.isTheirs(host, result, () => {
      seen.questions += 1;
      return Promise.resolve(hasControl);
    });
  return { seen, blame, attempt };
}

const MAY_BE_OURS = ["lookup-failed", "no-route", "connect-timeout", "certificate-time"] as const;
const THEIRS = ["timeout", "unresolved", "refused-address", "tls", "connection", "protocol"] as const;

test.for(THEIRS)("%s is theirs, and the control destination gets no request", async (reason) => {
  const { attempt, seen } = world(false);
  expect(await attempt("a", failed(reason))).toBe(true);
  expect(seen.questions).toBe(0);
});

describe.for(MAY_BE_OURS)("%s", (reason) => {
  test("is ours while nothing else is reached, however few hosts there are", async () => {
    const { attempt, blame, seen } = world(false);
    for (let count = 0; count < 5; count += 1) expect(await attempt("a", failed(reason))).toBe(false);
    expect([blame.isOutage, seen.questions]).toEqual([true, 5]);
    await attempt("b", responded);
    expect(blame.isOutage).toBe(false);
  });

  test("is theirs if the control destination responds", async () => {
    const { attempt, blame } = world(true);
    expect(await attempt("a", failed(reason))).toBe(true);
    expect(blame.isOutage).toBe(false);
  });

  test("is theirs right after the response of another host, and not of the same one", async () => {
    const { attempt, seen } = world(false);
    await attempt("a", responded);
    expect(await attempt("a", failed(reason))).toBe(false);
    expect(await attempt("b", failed(reason))).toBe(true);
    seen.now += 2001;
    expect(await attempt("b", failed(reason))).toBe(false);
    await attempt("b", responded);
    seen.now -= 86_400_000;
    expect(await attempt("a", failed(reason))).toBe(false);
  });
});

test("failures at the same time ask once", async () => {
  const { attempt, seen } = world(false);
  const reasons = Array.from({ length: 50 }, (_, index) => attempt(`h${index}`, failed("no-route")));
  expect(new Set(await Promise.all(reasons))).toEqual(new Set([false]));
  expect(seen.questions).toBe(1);
});
