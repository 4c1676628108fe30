import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{model,build,runtime,scripts,test,bench}/**/*.test.ts"],
    globalSetup: ["test/support/install-tools.ts", "test/support/shared-folder.ts"],
    // Five builds take 25 s on two loaded cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll ends as soon as it can; a second is little on a loaded machine.
    expect: { poll: { timeout: 20_000 } },
    // Kill tests and timing tests saturate the disk and the cores; more workers make them flaky.
    maxWorkers: 2,
    // The processes that tests start take 0.2 s less CPU each: Node keeps the compiled modules.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compile") },
  },
});
