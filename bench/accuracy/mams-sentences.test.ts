import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { labeled, missingTexts } from "./labeled.ts";
import { MAMS_FOLDER, mamsSet, missingMamsFolder, sentencesOf } from "./mams-sentences.ts";

const missing = missingMamsFolder() ?? missingTexts();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

const XML = "<sentences>\n<sentence>\n<text>Too salty.</text>\n</sentence>\n<text>Great staff.</text>\n";

test("only the file that was labeled is read", () => {
  const file = join(emptyFolder(), "train.xml");
  writeFileSync(file, XML);
  const digest = createHash("sha256").update(XML).digest("hex");
  expect(sentencesOf(file, digest)).toEqual(["Too salty.", "Great staff."]);
  writeFileSync(file, XML.replace("salty", "sweet"));
  expect(() => sentencesOf(file, digest)).toThrow(`${file}: is not the file that was labeled`);
});

test.skipIf(missing !== undefined)(
  "labels rest on sentences of MAMS, none of which is in a test part",
  () => {
    const { labels, reviews } = mamsSet(MAMS_FOLDER as string);
    const lengths = new Map(reviews.map(({ id, text }) => [id, text?.length ?? 0]));
    expect(
      labels.filter(({ id, spans = [] }) =>
        spans.some(({ start, end }) => start >= end || end > (lengths.get(id) ?? 0)),
      ).length,
    ).toBe(0);
    expect([...lengths.values()]).not.toContain(0);
    const tested = new Set(
      ["terms", "categories"].flatMap((part) =>
        labeled<{ readonly text: string }>("mams", `mams-test-${part}.jsonl`).map(({ text }) => text),
      ),
    );
    expect(reviews.filter(({ text }) => tested.has(text ?? "")).length).toBe(0);
  },
);
