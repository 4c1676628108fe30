import { expect, test } from "vitest";
import { Stopwatch } from "./stopwatch.ts";

function terminal(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stopwatch = new Stopwatch({ isTTY, write: (text) => void written.push(text) }, () => clock.now);
  return { written, clock, stopwatch };
}

test("only a long build shows a progress line, which is cleared at the end", () => {
  const { written, clock, stopwatch } = terminal(true);
  stopwatch.progress("load");
  clock.now = 399;
  stopwatch.progress("mentions", 0, 20);
  expect(written).toEqual([]);
  clock.now = 1000;
  stopwatch.progress("mentions", 5, 20);
  expect(written).toEqual(["\r\u001B[Kmentions 25% ..."]);
  clock.now = 1500;
  expect(stopwatch.finish()).toBe(1500);
  expect(written.at(-1)).toBe("\r\u001B[K");
  expect(stopwatch.stages).toEqual([
    { stage: "load", ms: 399 },
    { stage: "mentions", ms: 1101 },
  ]);
});

test("a pipe gets no progress line", () => {
  const { written, clock, stopwatch } = terminal(false);
  stopwatch.progress("load");
  clock.now = 9000;
  stopwatch.progress("pages", 1, 2);
  stopwatch.finish();
  expect(written).toEqual([]);
});
