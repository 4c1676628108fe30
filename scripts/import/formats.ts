import { readCsv } from "./csv.ts";
import type { ExportFormat } from "./fields.ts";
import { jsonLdRows } from "./json-ld.ts";
import { readJsonl } from "./jsonl.ts";
import { SERVICE_FORMATS } from "./service-formats.ts";
import { documentReader, listedRows, publishedRows } from "./whole-document.ts";

export const FORMATS = {
  csv: { about: "CSV with a header line", read: readCsv },
  json: { about: "a JSON array of reviews", read: documentReader(listedRows) },
  jsonl: { about: "JSON Lines, one object per line", read: readJsonl, files: /\.(?:jsonl|ndjson)$/i },
  ...SERVICE_FORMATS,
  "json-ld": {
    about: "pages or JSON with schema.org reviews",
    layout: "https://schema.org/Review",
    read: documentReader(jsonLdRows),
    files: /\.(?:html?|json|jsonld)$/i,
  },
  reviews: {
    about: "a reviews.json that this project published",
    read: documentReader(publishedRows),
    keepsIds: true,
  },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

export const formatOf = (name: FormatName): ExportFormat => FORMATS[name];

export const filesOf = ({ files, read }: ExportFormat): RegExp =>
  files ?? (read === readCsv ? /\.(?:csv|tsv|txt)$/i : /\.json$/i);
