import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { artifactsOf, buildOrFail, readManifestOf } from "../support/build.ts";
import { emptyFolder, review, writeContent } from "../support/content.ts";
import { HOSTILE } from "../support/hostile.ts";
import { publishedSample } from "../support/sample.ts";
import { type Running, startSidecar } from "../support/sidecar.ts";

const CHROMIUM = "/usr/bin/chromium";
const isThere = existsSync(CHROMIUM);
if (!isThere) process.stderr.write(`SKIPPED: ${CHROMIUM} is missing, so no page was opened in a browser\n`);

const PAGES = [
  "/",
  "/reviews/",
  "/reviews/page/2/",
  "/summary/",
  "/methodology/",
  "/technicians/",
  "/services/",
  "/areas/",
  "/topics/",
  "/404.html",
  "/developers/",
  "/developers/reference/",
  "/developers/data-model/",
  "/developers/websub/",
  "/developers/mcp/",
  "/developers/feeds/",
  "/developers/changelog/",
];

describe.skipIf(!isThere)("in Chromium", { timeout: 120_000 }, () => {
  let browser: Browser;
  let running: Running;
  let paths: string[] = [];

  beforeAll(async () => {
    const dist = publishedSample();
    running = await startSidecar(dist);
    const all = artifactsOf(readManifestOf(dist)).map(([path]) => path);
    const firstOf = (start: string): string => all.find((path) => path.startsWith(start)) ?? "/";
    paths = [
      ...PAGES,
      ...["/reviews/0", "/technicians/b", "/services/a", "/areas/a", "/topics/l"].map(firstOf),
    ];
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  async function opened(path: string, options: Parameters<Browser["newPage"]>[0] = {}): Promise<Page> {
    const page = await browser.newPage(options);
    await page.goto(running.origin + path);
    return page;
  }

  async function serve(reviews: readonly object[]): Promise<Running> {
    const folder = emptyFolder();
    buildOrFail(
      writeContent(join(folder, "content"), { reviews: { "all.json": reviews } }),
      join(folder, "dist"),
    );
    return await startSidecar(join(folder, "dist"));
  }

  test("axe finds no violation on any kind of page, and none of color in the dark scheme", async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const page = await browser.newPage({ colorScheme: "light" });
    const violations = (options: object): Promise<unknown> =>
      page.evaluate(
        `axe.run(${JSON.stringify(options)}).then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes[0].html))`,
      );
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(running.origin + path);
      await page.evaluate(axe);
      expect(await violations({}), path).toEqual([]);
      // A scheme changes colors only.
      await page.emulateMedia({ colorScheme: "dark" });
      expect(
        await violations({ runOnly: ["color-contrast", "link-in-text-block"] }),
        `${path}, dark`,
      ).toEqual([]);
    }
    await page.close();
  });

  test("no page is wider than 320 px, and the dark scheme is dark", async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 }, colorScheme: "dark" });
    for (const path of paths) {
      await page.goto(running.origin + path);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBeLessThanOrEqual(320);
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor"), path).toBe(
        "rgb(17, 22, 28)",
      );
    }
    await page.close();
  });

  test("search by keyboard only finds reviews, continues and shows the number of results", async () => {
    const page = await opened("/");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate("document.activeElement.id === 'query'")) break;
    }
    await page.keyboard.type("water");
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-found] .card");
    expect(await page.textContent("[data-found] h2")).toMatch(/^\d+ reviews with “water”$/);
    expect(await page.locator("[data-found] .card").count()).toBe(10);
    await page.focus(".more-found");
    await page.keyboard.press("Enter");
    await page.locator("[data-found] .card").nth(10).waitFor();
    await page.close();
  });

  test("a search result says how its review was verified in the words of its page", async () => {
    const site = await serve([review({ verification: { method: "platform" }, text: "Warm water again" })]);
    const page = await browser.newPage();
    await page.goto(`${site.origin}/?query=water`);
    const card = page.locator("[data-found] .card");
    expect(await card.locator(".how").textContent()).toBe("checked by Google, as Google says");
    await card.locator("h3 a").click();
    expect(await page.textContent(".review .meta")).toContain("checked by Google, as Google says");
    await page.close();
    await site.stop();
  });

  test("search shows a message when the sidecar does not answer", async () => {
    const page = await opened("/");
    await page.route("**/api/reviews/search?*", (route) => route.abort());
    await page.fill("#query", "water");
    await page.click("[data-search] button");
    await page.locator("[data-found] a[href$='/reviews/']").waitFor();
    expect(await page.textContent("[data-found]")).toContain("not available right now");
    await page.close();
  });

  test("without JavaScript the form and the links lead to all reviews", async () => {
    const page = await opened("/", { javaScriptEnabled: false });
    await page.fill("#query", "water");
    await page.click("[data-search] button");
    expect(new URL(page.url()).pathname).toBe("/reviews/");
    await page.click("a[rel=next]");
    expect(new URL(page.url()).pathname).toMatch(/^\/reviews\/page\/\d+\/$/);
    await page.click(".card h3 a");
    expect(new URL(page.url()).pathname).toMatch(/^\/reviews\/[0-9A-Z]{26}\/$/);
    await page.close();
  });

  test("hostile texts neither run nor load anything, on pages and in search results", async () => {
    const hostile = await serve(
      HOSTILE.map((text) =>
        review({ text: `${text} <img src=x onerror="window.stolen=1">`, author: "<i>A</i>" }),
      ),
    );
    const page = await browser.newPage();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(hostile.origin)) foreign.push(request.url());
    });
    page.on("dialog", () => foreign.push("dialog"));
    for (const path of ["/", "/reviews/", "/reviews/page/2/", "/reviews/?query=MARK"]) {
      await page.goto(hostile.origin + path, { waitUntil: "networkidle" });
      expect(
        await page.evaluate(
          "[window.stolen, document.querySelectorAll('main img, main i, main script').length]",
        ),
        path,
      ).toEqual([undefined, 0]);
    }
    expect(foreign).toEqual([]);
    await page.close();
    await hostile.stop();
  });
});
