import { readCsv } from "./csv.ts";
import type { ColumnChoice, ExportReader, Field } from "./fields.ts";
import { googleRows, localServicesRows } from "./google.ts";
import { jsonLdRows } from "./json-ld.ts";
import { readJsonl } from "./jsonl.ts";
import { documentReader, publishedRows } from "./whole-document.ts";

/** One kind of export: its reader, and the meaning of its columns unless the command line says otherwise. */
export interface ExportFormat {
  /** As the usage prints it. */
  readonly about: string;
  readonly read: ExportReader;
  readonly source?: string;
  readonly map?: Readonly<Partial<Record<Field, string>>>;
  readonly only?: ColumnChoice["only"];
  /** True when ids of rows that are ULIDs stay as they are. */
  readonly keepsIds?: true;
}

export const FORMATS = {
  jsonl: { about: "JSON Lines, one object per line", read: readJsonl },
  csv: { about: "CSV with a header line", read: readCsv },
  "google-takeout": {
    about: "reviews*.json of Google Takeout",
    read: documentReader(googleRows),
    source: "google",
  },
  "google-api": {
    about: "answers of the Google Business Profile API",
    read: documentReader(googleRows),
    source: "google",
  },
  "google-local-services": {
    about: "Google Local Services review feed",
    read: documentReader(localServicesRows),
    source: "google",
  },
  trustpilot: { about: "CSV of Trustpilot", read: readCsv, source: "trustpilot", map: { source: "" } },
  "judge.me": {
    about: "CSV of Judge.me",
    read: readCsv,
    source: "judge.me",
    map: { source: "" },
    only: [{ column: "curated", value: "ok" }],
  },
  "json-ld": { about: "pages or JSON with schema.org reviews", read: documentReader(jsonLdRows) },
  reviews: {
    about: "a reviews.json that this project published",
    read: documentReader(publishedRows),
    keepsIds: true,
  },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const formatOf = (name: FormatName): ExportFormat => FORMATS[name];
