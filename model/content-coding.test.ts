import { expect, test } from "vitest";
import { chooseCoding } from "./content-coding.ts";

const ALL = ["br", "gzip", "identity"] as const;

/** RFC 9110 section 12.5.3. */
test.for([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["x-gzipped", "identity"],
  ["y-x-gzip", "identity"],
  ["br, gzip", "br"],
  ["gzip, br", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["gzip;q=0.5, br;q=0.500", "br"],
  ["gzip;Q=0.9,br ; q=0.8", "gzip"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["*;q=0, identity", "identity"],
  ["*;q=0, gzip;q=0.001", "gzip"],
  ["identity;q=0", undefined],
  ["identity;q=0, gzip", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["br;q=0, gzip;q=0", "identity"],
  ["gzip;q=0.00005", "identity"],
  ["gzip;q=1.000", "gzip"],
  ["gzip;q=1.001", "identity"],
  ["gzip;q=1.0000", "identity"],
  ["gzip;q=0.1234", "identity"],
  ["gzip;q=2", "identity"],
  ["gzip;q=2, gzip", "gzip"],
  ["gzip;q", "identity"],
  ["gzip;q=", "identity"],
  ["gzip;level=1", "identity"],
  ["gzip;q=1;level=1", "identity"],
  ["g zip, br", "br"],
  [",,gzip,", "gzip"],
  ["gzip;q=0, gzip;q=1", "identity"],
  ["deflate", "identity"],
] as const)("Accept-Encoding %j: %s", ([field, coding]) => {
  expect(chooseCoding(field, ALL)).toBe(coding);
});

test("only available codings are chosen", () => {
  expect(chooseCoding("br, gzip", ["gzip", "identity"])).toBe("gzip");
  expect(chooseCoding("br", ["identity"])).toBe("identity");
  expect(chooseCoding("br, identity;q=0", ["identity"])).toBeUndefined();
});

test("only the first 100 members are read, so that no field is costly", () => {
  const codings = Array.from({ length: 99 }, (_, index) => `coding-${index}`);
  expect(chooseCoding([...codings, "gzip"].join(","), ALL)).toBe("gzip");
  expect(chooseCoding([...codings, "x", "gzip"].join(","), ALL)).toBe("identity");
});

test("the cost of a field grows with its length, not with the square of it", () => {
  const tokens = Array.from({ length: 200_000 }, (_, index) => `t${index}`).join(",");
  const startedAt = performance.now();
  chooseCoding(tokens, ALL);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
