import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../../test/support/content.ts";
import { MAMS_FOLDER, mamsSets, missingMamsFolder, sentencesOf } from "./mams-sentences.ts";

const missing = missingMamsFolder();
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

test.skipIf(missing !== undefined)("each label is of another sentence of MAMS", () => {
  const [set] = mamsSets(MAMS_FOLDER as string);
  const texts = set?.reviews.map(({ text }) => text) ?? [];
  expect(new Set(texts).size).toBe(set?.labels.length);
  expect(texts).not.toContain("");
});
