import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { refuseArguments, runCommand } from "../build/run-command.ts";
import { fileOf } from "../model/manifest.ts";
import { reviewPath } from "../model/review.ts";

const USAGE = `usage: npm run pictures

Builds the sample content and takes the README's pictures of it with Chromium (CHROMIUM, /usr/bin/chromium by default).
`;

const ROOT = join(import.meta.dirname, "..");
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const ORIGIN = "http://reviews.localhost";
const PICTURES = [
  { file: "front-page.png", path: "/", height: 1620 },
  { file: "review-page.png", path: reviewPath("01KYYK41G0FT8YNYXTWYSVT8AP"), height: 940 },
];

await runCommand(main, USAGE);

async function main(args: readonly string[]): Promise<number> {
  refuseArguments(args);
  if (!existsSync(CHROMIUM)) {
    process.stderr.write(`${CHROMIUM} is missing: install Chromium, or set CHROMIUM to its path\n`);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), "reviews-pictures-"));
  try {
    const dist = join(folder, "dist");
    const options = ["--content", join(ROOT, "content"), "--out", dist, "--base-url", ORIGIN, "--no-cache"];
    const built = spawnSync(process.execPath, [join(ROOT, "build", "main.ts"), ...options], {
      stdio: "inherit",
    });
    if (built.status !== 0) return 1;
    await takePictures(dist);
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Answers the browser's requests from the published files, so no server is needed. */
async function takePictures(dist: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    for (const { file, path, height } of PICTURES) {
      const page = await browser.newPage({ viewport: { width: 1200, height } });
      await page.route("**", (route) =>
        route.fulfill({ path: join(dist, fileOf(new URL(route.request().url()).pathname)) }),
      );
      await page.goto(ORIGIN + path);
      await page.screenshot({ path: join(ROOT, "docs", file) });
    }
  } finally {
    await browser.close();
  }
}
