import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../model/fault.ts";
import { type LabeledSet, labelsOf, setsByPack } from "./labeled-reviews.ts";

/**
 * A checkout of https://github.com/siat-nlp/MAMS-for-ABSA, if there is one: sentences that customers of restaurants
 * wrote (Jiang et al. 2019, Apache-2.0). Only our labels of them are part of the project, by id.
 */
export const MAMS_FOLDER = process.env["MAMS_FOLDER"];

/** The reason to skip, if there is none. */
export const missingMamsFolder = (): string | undefined =>
  MAMS_FOLDER === undefined
    ? "SKIPPED: sentences of real customers; MAMS_FOLDER names a checkout of them, docs/labeling.md"
    : undefined;

/** The SHA-256, in hex, of the files whose sentences are labeled, by the beginning of their ids: task and part. */
const DIGESTS = {
  "acsa-train": "24c6a1a9f769ec5a9a1fc9a63077001339cec65317e3e72cf053d8055ec5f1ac",
  "atsa-train": "26ba39142b28169ebc80408294f4e27493bd1e127c6aa2e85ab4bc750bf8017a",
  "acsa-val": "d4536b0ced8e77f53f88ff1835fcf561e0de02e41a509982f76eb9b8a375b2ed",
  "atsa-val": "5b7d225e2f9482a3814f15aed04ff8323105171a47d22d9899d871c4e0ba86ca",
  "acsa-test": "cc0dc3c5b711653daa9ac886c6517d3ebf8752954b73715692d7765fec4a57f5",
  "atsa-test": "f1a5f53b785335e9c57a1f82b1415026f821040b9e9662a2e467d47a54f20aa9",
};

/** The stars of a sentence that has none: they speak for no side. */
const UNDECIDED = 3;

/** Each sentence as a review of its own. Throws a Fault if a file is not the one that was labeled. */
export function mamsSets(folder: string): LabeledSet[] {
  const texts = new Map<string, string>(
    Object.entries(DIGESTS).flatMap(([prefix, digest]) => {
      const [task = "", part] = prefix.split("-");
      const file = join(folder, "data", `MAMS-${task.toUpperCase()}`, "raw", `${part}.xml`);
      return sentencesOf(file, digest).map((text, index) => [`${prefix}-${index}`, text] as const);
    }),
  );
  const labels = labelsOf("mams").map((ofSentence) => ({ ...ofSentence, pack: "restaurants" as const }));
  return setsByPack(labels, ({ id }) => {
    const text = texts.get(id);
    return text === undefined ? undefined : { rating: UNDECIDED, text };
  });
}

/** In order. Throws a Fault if the SHA-256 of the file is another one. */
export function sentencesOf(file: string, digest: string): string[] {
  const xml = readFileSync(file, "utf8");
  if (createHash("sha256").update(xml).digest("hex") !== digest)
    throw new Fault(`${file}: is not the file that was labeled; check out commit cddcdb0`);
  return [...xml.matchAll(/<text>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
}
