import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, ROOT } from "../test/support/content.ts";
import { addReview } from "./difference.ts";
import { timeBuild } from "./timed-build.ts";

test("a build is timed by its main thread, whichever threads it starts", { timeout: 60_000 }, () => {
  const folder = emptyFolder();
  const content = join(folder, "content");
  cpSync(join(ROOT, "content"), content, { recursive: true });
  for (let number = 0; number < 2; number += 1) {
    addReview(content, number);
    const { cpuMs, rssMb } = timeBuild(content, join(folder, "dist"), "--threads", "1");
    expect(cpuMs).toBeGreaterThan(0);
    expect(rssMb).toBeGreaterThan(0);
  }
});
