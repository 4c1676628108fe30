import { expect, test } from "vitest";
import { type Conditions, evaluate } from "./conditional.ts";

const ETAG = '"abc"';
const CHANGED = "Sat, 21 Mar 2026 00:00:00 GMT";
const BEFORE = "Fri, 20 Mar 2026 23:59:59 GMT";
const AFTER = "Sat, 21 Mar 2026 00:00:01 GMT";
const now = Date.parse(AFTER);

/** RFC 9110 section 13, row by row. */
const TABLE: readonly [conditions: Conditions, outcome: string][] = [
  [{}, "proceed"],
  [{ ifMatch: ETAG }, "proceed"],
  [{ ifMatch: '"other"' }, "precondition-failed"],
  [{ ifMatch: `"other", ${ETAG}` }, "proceed"],
  [{ ifMatch: `W/${ETAG}` }, "precondition-failed"],
  [{ ifMatch: " * " }, "proceed"],
  [{ ifMatch: ETAG, ifUnmodifiedSince: BEFORE }, "proceed"],
  [{ ifUnmodifiedSince: BEFORE }, "precondition-failed"],
  [{ ifUnmodifiedSince: CHANGED }, "proceed"],
  [{ ifUnmodifiedSince: AFTER }, "proceed"],
  [{ ifUnmodifiedSince: "yesterday" }, "proceed"],
  [{ ifNoneMatch: ETAG }, "not-modified"],
  [{ ifNoneMatch: `W/${ETAG}` }, "not-modified"],
  [{ ifNoneMatch: '"other"' }, "proceed"],
  [{ ifNoneMatch: "*" }, "not-modified"],
  [{ ifNoneMatch: '"a", *' }, "proceed"],
  [{ ifNoneMatch: `"a",${ETAG}` }, "not-modified"],
  [{ ifNoneMatch: `"a"\t, ,${ETAG},` }, "not-modified"],
  [{ ifNoneMatch: `"a" ${ETAG}` }, "proceed"],
  [{ ifNoneMatch: `${ETAG} "a"` }, "proceed"],
  [{ ifNoneMatch: `"a", unquoted, ${ETAG}` }, "proceed"],
  [{ ifNoneMatch: `w/${ETAG}` }, "proceed"],
  [{ ifNoneMatch: `"a,b", ${ETAG}` }, "not-modified"],
  [{ ifNoneMatch: "" }, "proceed"],
  [{ ifNoneMatch: '"other"', ifModifiedSince: AFTER }, "proceed"],
  [{ ifModifiedSince: CHANGED }, "not-modified"],
  [{ ifModifiedSince: AFTER }, "not-modified"],
  [{ ifModifiedSince: BEFORE }, "proceed"],
  [{ ifModifiedSince: "yesterday" }, "proceed"],
  [{ ifUnmodifiedSince: AFTER, ifModifiedSince: AFTER }, "not-modified"],
];

test.for(TABLE)("%j: %s", ([conditions, outcome]) => {
  expect(evaluate(conditions, { etag: ETAG, lastModifiedAt: Date.parse(CHANGED) }, now)).toBe(outcome);
});

test("a weak tag of ours never matches strongly, and weakly in either form", () => {
  const validators = { etag: `W/${ETAG}`, lastModifiedAt: 0 };
  expect(evaluate({ ifMatch: `W/${ETAG}` }, validators, now)).toBe("precondition-failed");
  expect(evaluate({ ifNoneMatch: ETAG }, validators, now)).toBe("not-modified");
});

test("only the first 100 tags of a list are read, so that no field is costly", () => {
  const validators = { etag: ETAG, lastModifiedAt: 0 };
  const others = Array.from({ length: 99 }, (_, index) => `"${index}"`);
  expect(evaluate({ ifNoneMatch: [...others, ETAG].join() }, validators, now)).toBe("not-modified");
  expect(evaluate({ ifNoneMatch: [...others, '"x"', ETAG].join() }, validators, now)).toBe("proceed");
});
