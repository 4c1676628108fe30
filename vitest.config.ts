import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{model,build,runtime,scripts,test,bench}/**/*.test.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Kill tests and benches of one file own the disk and the cores while they run.
    maxWorkers: 2,
    reporters: process.env["CI"] ? ["default"] : ["default"],
  },
});
