import { expect, test } from "vitest";
import { MAX_PER_GROWN_HOST, mayGrow } from "./host-growth.ts";

const BOUNDS = { maxPerHost: 20, maxPerGrownHost: MAX_PER_GROWN_HOST };
const keysOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://host.example.com/${index}`);

test.for([
  ["twenty, all delivered", 20, 0, true],
  ["nineteen without a delivery", 40, 19, true],
  ["twenty without a delivery", 40, 20, false],
  ["one less than the greatest bound", MAX_PER_GROWN_HOST - 1, 0, true],
  ["the greatest bound", MAX_PER_GROWN_HOST, 0, false],
] as const)("a host with %s", ([, count, undelivered, expected]) => {
  const host = { callbackKeys: keysOf(count), undelivered };
  expect(mayGrow(host, "https://host.example.com/new", BOUNDS)).toBe(expected);
});

test.for([
  "https://host.example.com/a/b?n=1",
  "https://host.example.com/A/b",
  "https://host.example.com//a/b/",
  "https://host.example.com/a;n=1/b;n=2",
  "https://host.example.com/%61/b",
  "https://host.example.com:8443/a/./b",
])("%s is not a callback of its own beside three of /a/b", (key) => {
  const same = ["feed", "atom", "data"].map((topic) => `https://host.example.com/a/b?${topic}`);
  expect(mayGrow({ callbackKeys: same.slice(1), undelivered: 0 }, key, BOUNDS)).toBe(true);
  expect(mayGrow({ callbackKeys: same, undelivered: 0 }, key, BOUNDS)).toBe(false);
  expect(mayGrow({ callbackKeys: same, undelivered: 0 }, "https://host.example.com/a/c", BOUNDS)).toBe(true);
});

test("a path that cannot be decoded is compared as it is", () => {
  const key = "https://host.example.com/%ff";
  expect(mayGrow({ callbackKeys: [key, key, key], undelivered: 0 }, key, BOUNDS)).toBe(false);
});
