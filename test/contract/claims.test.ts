import { spawnSync } from "node:child_process";
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLAIMS, type ClaimName } from "../../build/render/claims.ts";
import type { ReviewsDocument } from "../../model/documents.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import type { PolicyDocument, WithheldDocument } from "../../model/policy.ts";
import type { WrittenReview } from "../../model/review.ts";
import { folderSource } from "../../runtime/artifacts/folder.ts";
import { ReleaseStore } from "../../runtime/artifacts/release-store.ts";
import { CurrentRelease } from "../../runtime/current-release.ts";
import { toolNamed } from "../../runtime/mcp/tools/tools.ts";
import { buildHere, readArtifact, readJsonOf, runBuild } from "../support/build.ts";
import { send, startSidecar } from "../support/sidecar.ts";
import { BUSINESS, emptyFolder, policyFor, review, ROOT, writeContent } from "../support/content.ts";

const TEXT = /\.(?:html|json|xml|txt)$/;

/** Everything that a publication says in words, without schemas: those say what a field is for. */
function wordsOf(dist: string): string {
  const files = globSync("**", { cwd: dist, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => TEXT.test(file) && !/\/(?:schemas|developers)\//.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .map((text) => (text.includes('"openapi"') ? text.slice(0, text.indexOf('"components"')) : text));
  return texts.join("\n").replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

const POLICY = policyFor([]);

interface Contents {
  readonly reviews?: readonly object[];
  readonly policy?: object;
  readonly totals?: object;
}

async function publish(name: string, { reviews = [], policy = POLICY, totals }: Contents): Promise<string> {
  const folder = emptyFolder();
  const content = writeContent(join(folder, name), { policy, reviews: { "a.json": reviews } });
  if (totals) writeFileSync(join(content, "source-totals.json"), JSON.stringify({ sources: totals }));
  await buildHere(content, join(folder, "dist"));
  return join(folder, "dist");
}

const verifiedBy = (method: string): object => ({
  ...POLICY,
  sources: { google: { verification: method, how: "As said." } },
});
const incentive = { kind: "gift", note: "a mug" };

/** Together they break the condition of every claim. */
const CONTENTS: Readonly<Record<string, Contents>> = {
  "nothing but what is documented": { reviews: [review(), review({ rating: 4 })] },
  "no reviews": {},
  "another publisher, and what a platform checks": {
    reviews: [review()],
    policy: { ...verifiedBy("platform"), publisher: { name: "Town Reviews", is_the_business: false } },
  },
  "what the business attests, some withheld, some rewarded": {
    reviews: [review(), review({ incentive }), review({ rating: 1, verified: false })],
    policy: verifiedBy("attested"),
  },
  "a source that states more": {
    reviews: [review()],
    totals: { google: { count: 3, at: "2026-03-01" } },
  },
};

/** The words that only this claim uses. */
const MARKS: Readonly<Record<ClaimName, RegExp>> = {
  publishedByBusiness: /about itself/,
  publishedByOther: /which is not the business/,
  notIndependent: /independent review site/,
  allDocumented: /\bverified (?:customer )?reviews?\b/i,
  methods: /How they were verified: \d/,
  nothingWithheld: /(?:was|were) left out/,
  withheld: /known and not shown/,
  sourceTotals: /says \d+, here/,
  noIncentives: /No author is known/,
  incentivised: /were given or promised something for it/,
  meanOfAll: /mean of all ratings/,
  meanOfOthers: /for which nobody was given/,
};

describe("no publication makes a claim whose condition fails", () => {
  const broken = new Set<string>();

  test.for(Object.entries(CONTENTS))("%s", async ([name, contents]) => {
    const dist = await publish(name, contents);
    const policy = readJsonOf<PolicyDocument>(dist, "/policy.json");
    const words = wordsOf(dist);
    for (const file of globSync("**/*.html", { cwd: dist }))
      expect(readFileSync(join(dist, file), "utf8"), file).toContain(`Published by ${policy.publisher.name}`);
    for (const claim of Object.keys(CLAIMS) as ClaimName[]) {
      const { holds, sentence } = CLAIMS[claim];
      if (holds(policy)) expect(policy.statements, claim).toContain(sentence(policy));
      else {
        broken.add(claim);
        expect(words, claim).not.toMatch(MARKS[claim]);
      }
    }
  });

  test("and each condition fails in one of them", () => {
    expect(Object.keys(CLAIMS).filter((claim) => !broken.has(claim))).toEqual([]);
  });
});

const CLAIMING =
  /\b(?:every|all|none|no) (?:verified |customer |known )*reviews? (?:here|is|are|was|were)\b|(?:was|were) left out\b|\bindependent review|\bgenuine\b|\b(?:verified|trusted) (?:customer )?reviews?\b/i;

describe("sentences outside the list", () => {
  const sources = [
    ...globSync("build/render/templates/*.{eta,js}", { cwd: ROOT }),
    ...globSync("{build/render,runtime/mcp}/**/*.ts", { cwd: ROOT, exclude: ["**/*.test.ts"] }),
  ].filter((file) => file !== "build/render/claims.ts");

  test.for(sources.toSorted())("%s claims nothing of all reviews", (file) => {
    expect(CLAIMING.exec(readFileSync(join(ROOT, file), "utf8"))?.[0]).toBe(undefined);
  });
});

/** The sample, with every review of one to three stars unverified. */
let gated: string;

beforeAll(async () => {
  const folder = emptyFolder();
  const content = join(folder, "content");
  cpSync(join(ROOT, "content"), content, { recursive: true });
  for (const file of readdirSync(join(content, "reviews"))) {
    const path = join(content, "reviews", file);
    const reviews = JSON.parse(readFileSync(path, "utf8")) as WrittenReview[];
    const marked = reviews.map((one) => (one.rating <= 3 ? { ...one, verified: false } : one));
    writeFileSync(path, JSON.stringify(marked));
  }
  gated = join(folder, "dist");
  await buildHere(content, gated);
});

describe("the sample with every review of one to three stars unverified", () => {
  test("is counted by stars and by reason", () => {
    const { withheld, aggregate_rating } = readJsonOf<ReviewsDocument>(gated, "/reviews.json");
    expect(aggregate_rating.distribution).toMatchObject({ "1": 0, "2": 0, "3": 0, "5": 204 });
    expect(withheld).toMatchObject({
      count: 57,
      by_rating: { "1": 24, "2": 15, "3": 15, "4": 0, "5": 3 },
      by_reason: { unverified: 52, source_removed: 1 },
    });
    expect(readJsonOf<PolicyDocument>(gated, "/policy.json").withheld).toEqual(withheld);
  });

  test.for(["/", "/policy/", "/methodology/"])("%s says so plainly", (path) => {
    expect(readArtifact(gated, path).toString("utf8")).toContain(
      "57 reviews are known and not shown: 52 not matched to a customer",
    );
  });

  test("get_business says so", async () => {
    const store = new ReleaseStore(folderSource(gated));
    await store.reload();
    if (store.release === undefined) throw new Error("no release");
    const result = toolNamed("get_business")?.call({}, new CurrentRelease(store.release, undefined));
    expect(result).toMatchObject({ ok: true, value: { policy: { withheld: { count: 57 } } } });
  });

  test("has no page for a withheld review: its address is gone, one that never was is unknown", async () => {
    const withheld = "01M7STV3G0339035T2B7Z81DTY";
    const unknown = "01M7STV3G0339035T2B7Z81DTZ";
    const { digests } = readJsonOf<WithheldDocument>(gated, "/api/reviews/withheld.json");
    expect(digests).toHaveLength(57);
    expect(wordsOf(gated)).not.toContain(withheld);
    const running = await startSidecar(gated);
    const ask = async (path: string, accept = "*/*") => {
      const { status, headers, body } = await send(running.port, path, { accept });
      return [status, headers["content-type"], body.includes("<h1>Page not found")];
    };
    try {
      expect(await ask(`/reviews/${withheld}/`)).toEqual([410, "application/json; charset=utf-8", false]);
      expect(await ask(`/reviews/${withheld}`, "text/html")).toEqual([410, "text/html; charset=utf-8", true]);
      expect(await ask(`/reviews/${unknown}/`, "text/html")).toEqual([404, "text/html; charset=utf-8", true]);
    } finally {
      await running.stop();
    }
  });

  test("claims completeness nowhere", () => {
    expect(wordsOf(gated)).not.toMatch(MARKS.nothingWithheld);
    expect(wordsOf(gated)).not.toMatch(MARKS.allDocumented);
    const { summary } = readJsonOf<InsightsDocument>(gated, "/insights.json");
    expect(summary.text).not.toMatch(/every review|all reviews/i);
  });
});

test("ratings and reviews can be left out of the structured data", async () => {
  const folder = emptyFolder();
  const business = { ...BUSINESS, publishing: { ...BUSINESS.publishing, review_markup: false } };
  const content = writeContent(join(folder, "content"), { business, reviews: { "a.json": [review()] } });
  await buildHere(content, join(folder, "dist"));
  expect(wordsOf(join(folder, "dist"))).not.toMatch(/"@type":"(?:Review|AggregateRating|Rating)"/);
});

function runPolicy(content: string): string[] {
  const args = [join(ROOT, "scripts", "policy.ts"), "--content", content];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return stdout.replaceAll(`${content}/`, "").trimEnd().split("\n");
}

test("npm run policy says what to do with reviews that waited for a method", () => {
  const waiting = review({ verified: false, withheld: { reason: "unverified" } });
  const content = writeContent(emptyFolder(), { reviews: { "a.json": [waiting, review()] } });
  expect(runPolicy(content)).toEqual([
    `1 not published: unverified; policy.json says by now how google is verified, so import its export again (first ${String(waiting["id"])})`,
    "1 of 2 reviews are published",
  ]);
});

test("npm run policy writes a skeleton that claims nothing, and says what waits for it", () => {
  const waiting = [
    review({ source: "yelp" }),
    review({ verified: false }),
    review({ withheld: { reason: "spam" } }),
  ];
  const content = writeContent(emptyFolder(), { reviews: { "a.json": waiting } });
  rmSync(join(content, "policy.json"));
  const found = [
    `1 not published: nothing says how yelp is verified (sources.yelp.verification) (first ${String(waiting[0]?.["id"])})`,
    `1 not published: unverified (first ${String(waiting[1]?.["id"])})`,
    `1 not published: spam (first ${String(waiting[2]?.["id"])})`,
    "0 of 3 reviews are published",
  ];
  const written = "policy.json was written: fill in what is empty; npm run build names each gap";
  expect(runPolicy(content)).toEqual([written, ...found]);
  expect(runPolicy(content)).toEqual(found);
  const { stderr } = runBuild(["--content", content, "--out", join(emptyFolder(), "none")]);
  for (const gap of [
    "publisher.name",
    "sources.google.verification",
    "sources.yelp.how",
    "report.email",
    "reviewed_at",
  ])
    expect(stderr).toContain(`policy.json: ${gap}: must `);
});

describe("docs/policy.md", () => {
  const page = readFileSync(join(ROOT, "docs", "policy.md"), "utf8");
  const rows = [
    ...page.matchAll(/^\| ((?:EU|FTC|UK|ISO|Google|GDPR|DSA)[^|]*?) *\|[^|]*\| ([^|]+) \| ([^|]+) \|$/gm),
  ];
  const spans = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

  test("has a row for each rule", () => {
    expect(rows.length).toBe(14);
  });

  test.for(rows.map(([, rule = "", fields = "", pages = ""]) => [rule, fields, pages] as const))(
    "%s is answered by its fields and its page",
    ([, fields, pages]) => {
      for (const reference of spans(fields)) {
        const [file = "", pointer = ""] = reference.split("#");
        const path = file.startsWith("/") ? join(gated, file) : join(ROOT, file);
        expect(valueAt(JSON.parse(readFileSync(path, "utf8")), pointer), reference).not.toBe(undefined);
      }
      for (const reference of spans(pages)) {
        const [path = "", anchor = ""] = reference.split("#");
        expect(readArtifact(gated, path).toString("utf8"), reference).toContain(` id="${anchor}"`);
      }
      expect(spans(fields).length * spans(pages).length).toBeGreaterThan(0);
    },
  );
});

/** RFC 6901, for names without escapes. */
const valueAt = (document: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
