import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{model,build,runtime,scripts,test,bench}/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Kill tests and timing tests saturate the disk and the cores; more workers make them flaky.
    maxWorkers: 2,
  },
});
