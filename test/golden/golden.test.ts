import { describe, expect, test } from "vitest";
import { emptyFolder } from "../support/content.ts";
import { acceptGolden, buildGolden, differencesOf, goldenCases } from "../support/golden.ts";

/** Concurrent, because a build mostly waits for the disk. */
describe.concurrent("each golden publication has the expected artifacts", () => {
  test.for(goldenCases())("%s", async (name) => {
    const files = await buildGolden(name, emptyFolder());
    if (process.env["ACCEPT_GOLDEN"]) acceptGolden(name, files);
    const differences = differencesOf(name, files);
    if (differences !== "") expect.fail(differences);
  });
});
