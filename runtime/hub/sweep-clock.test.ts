import { expect, test } from "vitest";
import { SWEEP_INTERVAL_MS, SweepClock } from "./sweep-clock.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Sweeps from 0 to `untilMs`, and returns the times at which leases may not end. */
function held(untilMs: number, offsetAt: (elapsedMs: number) => number, seenAt = 0): number[] {
  const clock = new SweepClock();
  clock.start(seenAt);
  const times: number[] = [];
  for (let elapsed = SWEEP_INTERVAL_MS; elapsed <= untilMs; elapsed += SWEEP_INTERVAL_MS) {
    if (!clock.tick(elapsed + offsetAt(elapsed)).isTrusted) times.push(elapsed);
  }
  return times;
}

test("a clock that agrees with the timer, drifts, or goes back ends leases", () => {
  expect(held(3 * DAY, () => 0)).toEqual([]);
  expect(held(3 * DAY, (elapsed) => elapsed / 2)).toEqual([]);
  expect(held(3 * DAY, (elapsed) => (elapsed < DAY ? 0 : -90 * DAY))).toEqual([]);
  expect(held(3 * DAY, (elapsed) => (elapsed < DAY ? 0 : HOUR))).toEqual([]);
});

test.for([2 * HOUR, DAY, 90 * DAY])("a jump of %i ms ahead holds leases until it ends", (jump) => {
  const times = held(3 * DAY, (elapsed) => (elapsed >= DAY && elapsed < DAY + 5 * HOUR ? jump : 0));
  expect([times[0], times.at(-1)]).toEqual([DAY, DAY + 5 * HOUR - SWEEP_INTERVAL_MS]);
});

test("a small step while it is ahead changes nothing", () => {
  const jump = (elapsed: number): number => 90 * DAY - (elapsed > 2 * HOUR ? 5000 : 0);
  expect(held(DAY, jump)).toHaveLength(DAY / SWEEP_INTERVAL_MS);
});

test("a clock that stays ahead for a day is right", () => {
  expect(held(3 * DAY, () => 90 * DAY)).toHaveLength(DAY / SWEEP_INTERVAL_MS);
});

test("a start long after the last recorded time holds leases for a day", () => {
  expect(held(3 * DAY, () => 0, -HOUR / 2)).toEqual([]);
  expect(held(3 * DAY, () => 0, -2 * HOUR).at(-1)).toBe(DAY);
});

test("without a recorded time leases stay, and a clock that is set back is reported once", () => {
  const clock = new SweepClock();
  expect(clock.tick(1000)).toEqual({ wentBack: false, isTrusted: false });
  expect(clock.tick(500)).toEqual({ wentBack: true, isTrusted: false });
  expect(clock.tick(501)).toEqual({ wentBack: false, isTrusted: false });
});
