import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { cleanText } from "../../model/text.ts";

export const ROOT = join(import.meta.dirname, "..", "..");

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that nobody else uses; it goes when the test file ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "reviews-test-"));
  folders.push(folder);
  return folder;
}

export const BUSINESS = {
  schema_version: 1,
  name: "Harbour Lane Plumbing",
  type: "Plumber",
  description: "Plumbers of a test.",
  url: "https://harbour-lane.example",
  telephone: "+1-555-0100",
  address: {
    street_address: "1 Lane",
    locality: "Harbour",
    region: "ME",
    postal_code: "04000",
    country: "US",
  },
  opening_hours: ["Mo-Fr 08:00-17:00"],
  same_as: [],
  language: "en",
  publishing: {
    base_url: "https://reviews.harbour-lane.example",
    title: "Reviews of Harbour Lane",
    since_window_days: 5,
    since_budget_mb: 1,
  },
};

export const ENTITIES = {
  technicians: [{ id: "ana-silva", name: "Ana Silva" }],
  services: [{ id: "drain-cleaning", name: "Drain cleaning", aliases: ["drain"] }],
  service_areas: [{ id: "north-end", name: "North End" }],
};

/** A policy in which google, and every other source that the texts name, is matched to invoices. */
export function policyFor(texts: Iterable<string>): object {
  const literals = [...texts].flatMap((text) => [...text.matchAll(/"source":\s*("(?:[^"\\]|\\.)+")/g)]);
  const named = literals.map(([, literal = ""]) => cleanText(JSON.parse(literal) as string));
  const sources = new Set(["google", ...named]);
  const how = "Each review was matched to an invoice of the same customer.";
  return {
    publisher: { name: BUSINESS.name, is_the_business: true },
    sources: Object.fromEntries([...sources].map((name) => [name, { verification: "invoice", how }])),
    report: { email: "reviews@harbour-lane.example" },
    response_days: 14,
    reviewed_at: "2026-03-01",
  };
}

/** The number as a ULID. */
export function idOf(number: number): string {
  return String(number).padStart(26, "0");
}

let made = 0;

/** A review with one visible difference. */
export function review(difference: object = {}): Record<string, unknown> {
  made += 1;
  return {
    id: idOf(made),
    author: "Kim",
    rating: 5,
    date: "2026-03-01",
    text: "Good work.",
    source: "google",
    verified: true,
    ...difference,
  };
}

export interface ContentFiles {
  readonly business?: object;
  readonly entities?: object;
  readonly aspects?: object;
  readonly faq?: object;
  readonly policy?: object;
  readonly reviews?: Readonly<Record<string, unknown>>;
  readonly summary?: string;
}

/** Writes a content folder; review files that are strings are written as they are. */
export function writeContent(folder: string, files: ContentFiles = {}): string {
  mkdirSync(join(folder, "reviews"), { recursive: true });
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  write("business.json", files.business ?? BUSINESS);
  write("entities.json", files.entities ?? ENTITIES);
  write("aspects.json", files.aspects ?? { aspects: [] });
  write(
    "faq.json",
    files.faq ?? { faq: [{ id: "hours", question: "When are you open?", answer: "On weekdays." }] },
  );
  const texts = Object.values(files.reviews ?? {}).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  write("policy.json", files.policy ?? policyFor(texts));
  if (files.summary !== undefined) write("summary.md", files.summary);
  for (const [name, value] of Object.entries(files.reviews ?? {})) write(join("reviews", name), value);
  return folder;
}
