import type { Field } from "./fields.ts";
import { googleRows, type PublishedRow } from "./google.ts";
import { jsonLdRows } from "./json-ld.ts";
import { localServicesRows } from "./local-services.ts";
import { ownRows } from "./own-document.ts";

/** What an export is: how it is read, and what its columns mean unless the command line says otherwise. */
export interface Format {
  /** In the words of the usage. */
  readonly about: string;
  readonly source?: string;
  readonly map?: Readonly<Partial<Record<Field, string>>>;
  readonly only?: readonly { readonly column: string; readonly value: string }[];
  /** True when ids of rows that are ULIDs stay as they are. */
  readonly keepsIds?: true;
  readonly read:
    | "csv"
    | "jsonl"
    /** A whole file: its reviews as flat objects, or a Stop that says what the file is instead. */
    | ((file: string, text: string) => readonly PublishedRow[]);
}

const GOOGLE = { source: "google", read: googleRows } as const;

export const FORMATS = {
  jsonl: { about: "JSON Lines, one object a line", read: "jsonl" },
  csv: { about: "CSV with a header line", read: "csv" },
  "google-takeout": { about: "reviews*.json of Google Takeout", ...GOOGLE },
  "google-api": { about: "answers of the Google Business Profile API", ...GOOGLE },
  "google-local-services": {
    about: "Google Local Services review feed",
    source: "google",
    read: localServicesRows,
  },
  trustpilot: { about: "CSV of Trustpilot", source: "trustpilot", map: { source: "" }, read: "csv" },
  "judge.me": {
    about: "CSV of Judge.me",
    source: "judge.me",
    map: { source: "" },
    only: [{ column: "curated", value: "ok" }],
    read: "csv",
  },
  "json-ld": { about: "pages or JSON with schema.org reviews", read: jsonLdRows },
  reviews: { about: "a reviews.json that this project published", keepsIds: true, read: ownRows },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const formatOf = (name: FormatName): Format => FORMATS[name];
