import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WrittenAudit } from "../../model/audit.ts";
import type { InsightsDocument } from "../../model/insights.ts";
import { AUDIT_PATH, serveAuditPage } from "../../scripts/audit/page.ts";
import type { AuditDocuments } from "../../scripts/audit/questions.ts";
import { buildOrFail, readArtifact, runBuild } from "../support/build.ts";
import { emptyFolder, idOf, review, ROOT, writeContent } from "../support/content.ts";

const ASPECTS = {
  aspects: [
    { id: "price", label: "Price", words: ["price"] },
    { id: "speed", label: "Speed", words: ["quick", "slow"] },
  ],
};

const PRAISE = "The price was fair.";
const COMPLAINT = "The price was <terrible>, and nobody was sorry.";

/** Twelve texts that praise, twelve that complain. */
const REVIEWS = Array.from({ length: 24 }, (_, index) =>
  review({
    id: idOf(index + 1),
    text: `${index % 2 === 0 ? PRAISE : COMPLAINT} It was visit number ${index}.`,
    rating: index % 2 === 0 ? 5 : 1,
  }),
);

let content: string;
let out: string;
beforeAll(() => {
  const folder = emptyFolder();
  content = writeContent(join(folder, "content"), { aspects: ASPECTS, reviews: { "all.json": REVIEWS } });
  out = join(folder, "dist");
  buildOrFail(content, out);
});

const file = (): string => join(content, "audit.json");
beforeEach(() => {
  writeAnswers({ seed: 7, answers: [] });
});

const writeAnswers = (audit: unknown): void => writeFileSync(file(), JSON.stringify(audit));
const readAnswers = (): WrittenAudit => JSON.parse(readFileSync(file(), "utf8")) as WrittenAudit;

const run = (script: string, input: string, ...args: readonly string[]) =>
  spawnSync(
    process.execPath,
    [join(ROOT, "scripts", `${script}.ts`), "--content", content, "--out", out, ...args],
    { encoding: "utf8", input },
  );
const audit = (input: string, ...args: readonly string[]) => run("audit", input, ...args);

const questionsIn = (stdout: string): string[] => stdout.match(/What does it say about .*\?/g) ?? [];

describe("npm run audit", () => {
  test("asks, shows the verdict after the answer, and keeps every answer", () => {
    const { status, stdout, stderr } = audit("p\nC\n b \n");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\n1 of 48, \d of 5 stars, 2026-03-01, [0-9]{26}\n\nThe price was /);
    expect(stdout).toContain(
      "p praise, c complaint, b both, n neither, u unclear, q quit\n> Price: the tool reads a complaint",
    );
    expect(stdout).toMatch(/: the tool reads praise: "The price was fair"/);
    expect(readAnswers().answers.map(({ answer }) => answer)).toEqual(["positive", "negative", "mixed"]);
    expect(stdout).toMatch(/\npraise: \d of \d right\n/);
  });

  test("goes on where it was left, with the same questions in the same order", () => {
    const whole = questionsIn(audit("p\n".repeat(48)).stdout);
    expect(whole).toHaveLength(48);
    writeAnswers({ seed: 7, answers: [] });
    const firstQuestions = questionsIn(audit("p\np\nq\n").stdout);
    const rest = questionsIn(audit("p\n".repeat(48)).stdout);
    expect([...firstQuestions.slice(0, 2), ...rest]).toEqual(whole);
    expect(audit("").stdout).not.toContain("What does it say");
  });

  test("asks again after an answer that is none of the choices", () => {
    const { stdout } = audit("yes\n\nn\n");
    expect(stdout.match(/^> .*q quit$|^p praise.*$/gm)?.length).toBeGreaterThan(1);
    expect(readAnswers().answers).toHaveLength(1);
  });

  test("keeps no text and no name of a customer", () => {
    audit("p\np\np\n");
    const written = readFileSync(file(), "utf8");
    expect(written).not.toContain("price was");
    expect(written).not.toContain("Kim");
  });

  test("asks about one aspect alone, and names the aspects that there are", () => {
    expect(new Set(questionsIn(audit("n\n".repeat(9), "--aspect", "speed").stdout))).toEqual(
      new Set(["What does it say about Speed?"]),
    );
    expect(audit("", "--aspect", "prize")).toMatchObject({
      status: 1,
      stderr: "--aspect prize: is not an aspect; name one of price, speed\n",
    });
  });

  test("reaches the number of answers that was asked for", () => {
    expect(questionsIn(audit("p\n".repeat(9), "--count", "9").stdout)).toHaveLength(9);
    expect(questionsIn(audit("p\n".repeat(9), "--count", "12").stdout)).toHaveLength(3);
  });

  test.for([
    [["--count", "0"], 2, "--count must be"],
    [["--count", "x"], 2, "--count must be"],
    [["--seed", "-1"], 2, "--seed"],
    [["--seed", "8"], 1, "was started with seed 7"],
    [["--out", "nowhere"], 1, "nowhere: holds no release"],
  ] as const)("%j ends with %i: %s", ([args, status, message]) => {
    const refused = audit("", ...args);
    expect(refused.status).toBe(status);
    expect(refused.stderr).toContain(message);
  });
});

describe("audit.json", () => {
  const answer = {
    review: idOf(1),
    subject: "aspect:price",
    text_sha256: "0".repeat(64),
    answer: "positive",
    date: "2026-03-01",
  };

  test.for([
    [{ seed: 1, answers: [{ ...answer, answer: "good" }] }, "audit.json: answers[0].answer: must be one of"],
    [{ seed: 1, answers: [{ ...answer, subject: "price" }] }, "audit.json: answers[0].subject: "],
    [{ seed: -1, answers: [] }, "audit.json: seed: must be at least 0 (got -1)"],
    [
      { seed: 1, answers: [answer, answer] },
      "audit.json: answers[1]: answers the same question as answers[0]; remove one",
    ],
  ] as const)("%j is refused by build and audit: %s", ([written, message]) => {
    writeAnswers(written);
    const built = runBuild(["--content", content, "--out", out]);
    expect(built.status).toBe(1);
    expect(built.stderr).toContain(message);
    expect(audit("")).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
  });

  test("is measured, published and shown by the next build, until the texts change", () => {
    audit("p\n".repeat(48));
    buildOrFail(content, out);
    const { accuracy } = readInsights().method;
    expect(accuracy).toMatchObject({
      praise: { n: 12, right: 12, right_pct: 100 },
      complaints: { right: 0 },
    });
    expect(readArtifact(out, "/methodology/").toString()).toContain(
      '<th scope="row">Praise</th><td class="number">12</td>',
    );
    const all = join(content, "reviews", "all.json");
    const before = readFileSync(all, "utf8");
    writeFileSync(all, before.replaceAll("It was visit", "This was visit"));
    buildOrFail(content, out);
    expect(readInsights().method.accuracy).toBeNull();
    expect(readArtifact(out, "/methodology/").toString()).toContain("Not measured here");
    writeFileSync(all, before);
    buildOrFail(content, out);
  });

  test("with answers about one aspect alone gives its share, and no figures of all aspects", () => {
    const folder = emptyFolder();
    const texts = [
      "The price was fair. They were quick.",
      "The price was terrible. They were slow.",
      "They came on Tuesday.",
    ];
    const reviews = Array.from({ length: 120 }, (_, index) =>
      review({
        id: idOf(index + 1),
        text: `${texts[index % 3]} It was visit number ${index}.`,
        rating: index % 3 === 1 ? 1 : 5,
      }),
    );
    const own = writeContent(join(folder, "content"), { aspects: ASPECTS, reviews: { "a.json": reviews } });
    const dist = join(folder, "dist");
    const auditPrice = (input: string, count: number): string =>
      spawnSync(
        process.execPath,
        [
          join(ROOT, "scripts", "audit.ts"),
          `--content=${own}`,
          `--out=${dist}`,
          "--aspect=price",
          "--seed=1",
          `--count=${count}`,
        ],
        { encoding: "utf8", input },
      ).stdout;
    const accuracyAfterBuild = () => {
      buildOrFail(own, dist);
      return (JSON.parse(readArtifact(dist, "/insights.json").toString()) as InsightsDocument).method
        .accuracy;
    };
    buildOrFail(own, dist);
    expect(auditPrice("p\n".repeat(119), 119)).toMatch(
      /\n\nno figures yet\nno corrected share of aspect:price: its interval, .*, is wider than 30 points\n$/,
    );
    expect(accuracyAfterBuild()).toBeNull();
    const written = join(own, "audit.json");
    const { seed, answers } = JSON.parse(readFileSync(written, "utf8")) as WrittenAudit;
    const truths = ["positive", "negative", "neutral"];
    const right = answers.map((one) => ({ ...one, answer: truths[(Number(one.review) - 1) % 3] }));
    writeFileSync(written, JSON.stringify({ seed, answers: right }));
    expect(auditPrice("p\n", 120)).toMatch(
      /\n\nshare of praise, aspect:price: 50 % as counted, [45]\d(?:\.\d)? % corrected \(.*\)\nthe next build publishes these figures\n$/,
    );
    const nothing = { n: 0, right: 0, right_pct: null, right_ci95: null };
    expect(accuracyAfterBuild()).toMatchObject({
      praise: nothing,
      complaints: nothing,
      silence: nothing,
      shares: [{ basis: "aspect:price", positive_pct: 50 }],
    });
    const page = readArtifact(dist, "/methodology/").toString();
    expect(page).toContain('<tr><th scope="row">Price</th><td class="number">50</td>');
    expect(page).not.toContain("A verdict is right");
  });

  test("loses the answers about an erased review", () => {
    const folder = emptyFolder();
    const gone = "01KJWBG7G00000000000000001";
    const own = writeContent(join(folder, "content"), {
      reviews: { "a.json": [review({ id: gone, text: PRAISE }), review({ text: COMPLAINT })] },
    });
    const answers = [answer, { ...answer, review: gone }];
    writeFileSync(join(own, "audit.json"), JSON.stringify({ seed: 1, answers }));
    const dist = join(folder, "dist");
    const erased = spawnSync(
      process.execPath,
      [join(ROOT, "scripts", "erase.ts"), gone, "--content", own, "--out", dist],
      { encoding: "utf8" },
    );
    expect(erased).toMatchObject({ status: 0, stderr: "" });
    expect(JSON.parse(readFileSync(join(own, "audit.json"), "utf8"))).toEqual({ seed: 1, answers: [answer] });
    expect(existsSync(join(own, `.audit.json.${process.pid}.tmp`))).toBe(false);
  });
});

const readInsights = (): InsightsDocument =>
  JSON.parse(readArtifact(out, "/insights.json").toString()) as InsightsDocument;

/** The page of `npm run dev`, over the release that was built first. */
async function withPage<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { reviews } = JSON.parse(readArtifact(out, "/reviews.json").toString()) as Pick<
    AuditDocuments,
    "reviews"
  >;
  const documents = { insights: readInsights(), reviews };
  const ports = { content, documents: () => documents, clock: () => 0, newSeed: () => 7 };
  const server = createServer((request, response) => void serveAuditPage(request, response, ports));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

const formIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;

const send = (url: string, form: Record<string, string>, origin: string): Promise<Response> =>
  fetch(url + AUDIT_PATH, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: "manual",
  });

describe("the page in npm run dev", () => {
  test("asks as the command does, keeps the answer, and then shows the verdict", async () => {
    await withPage(async (url) => {
      const page = await (await fetch(url + AUDIT_PATH)).text();
      expect(page).toContain("48 to go");
      expect(page).not.toContain("<terrible>");
      const form = formIn(page);
      const answered = await send(url, { ...form, answer: "negative" }, url);
      expect([answered.status, answered.headers.get("location")]).toEqual([303, AUDIT_PATH]);
      expect(readAnswers().answers).toMatchObject([{ ...form, answer: "negative", date: "1970-01-01" }]);
      const next = await (await fetch(url + AUDIT_PATH)).text();
      expect(next).toContain("You answered: Complaint. ");
      expect(next).toContain("the tool reads");
      expect(formIn(next)).not.toEqual(form);
    });
  });

  test("keeps no answer from another site, under another name, or that is none", async () => {
    await withPage(async (url) => {
      const form = formIn(await (await fetch(url + AUDIT_PATH)).text());
      expect((await send(url, { ...form, answer: "negative" }, "https://other.example")).status).toBe(403);
      expect((await send(url, { ...form, answer: "splendid" }, url)).status).toBe(303);
      expect((await send(url, { ...form, subject: "aspect:x", answer: "negative" }, url)).status).toBe(303);
      expect(readAnswers().answers).toEqual([]);
    });
  });

  test("shows the figures at the end", async () => {
    audit("p\n".repeat(48));
    await withPage(async (url) => {
      const page = await (await fetch(url + AUDIT_PATH)).text();
      expect(page).toContain("All ");
      expect(page).toContain("<li>praise: 12 of 12 right, 100 % (75.8 to 100)</li>");
    });
  });
});
