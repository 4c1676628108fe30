import { expect, test } from "vitest";
import { shareLists, unshared } from "./review-rows.ts";

test("equal lists are kept once, and each review has its own again", () => {
  const ofReviews = [["a"], [], ["a", "b"], ["a"], []];
  const shared = shareLists(ofReviews);
  expect(shared).toEqual({ lists: [["a"], [], ["a", "b"]], places: [0, 1, 2, 0, 1] });
  expect(unshared(shared)).toEqual(ofReviews);
});
