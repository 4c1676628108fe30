import { evaluate } from "../../model/conditional.ts";
import { chooseCoding } from "../../model/content-coding.ts";
import { formatHttpDate } from "../../model/http-date.ts";
import { CACHE_CONTROL } from "../../model/served-headers.ts";
import { CORS, type HeaderList, single } from "./headers.ts";

/** Bytes of one form, in parts that are sent one after the other. */
export interface SentForm {
  readonly coding: "identity" | "br" | "gzip";
  readonly etag: string;
  readonly parts: readonly Buffer[];
}

interface ReadyForm extends SentForm {
  readonly okHeaders: HeaderList;
  readonly notModifiedHeaders: HeaderList;
}

/** A resource with all its headers made beforehand: a request costs a choice of form and two comparisons. */
export interface Representation {
  readonly lastModifiedAt: number;
  readonly codings: readonly SentForm["coding"][];
  readonly forms: readonly ReadyForm[];
}

export interface Described {
  readonly mediaType: string;
  readonly lastModifiedAt: number;
  readonly forms: readonly SentForm[];
  readonly headers?: HeaderList;
}

/** RFC 9110 section 15.4.5: a 304 repeats the validators, Cache-Control and Vary, and describes no content. */
export function represent({ mediaType, lastModifiedAt, forms, headers = [] }: Described): Representation {
  const lastModified = formatHttpDate(lastModifiedAt);
  const ready = forms.map((form): ReadyForm => {
    const length = form.parts.reduce((sum, part) => sum + part.length, 0);
    const shared = [
      "ETag",
      form.etag,
      "Last-Modified",
      lastModified,
      "Cache-Control",
      CACHE_CONTROL,
      "Vary",
      "Accept-Encoding",
    ];
    const notModifiedHeaders = [...shared, ...CORS, ...headers];
    const coding = form.coding === "identity" ? [] : ["Content-Encoding", form.coding];
    const content = [
      "Content-Type",
      mediaType,
      "Content-Length",
      String(length),
      "X-Content-Type-Options",
      "nosniff",
    ];
    return { ...form, notModifiedHeaders, okHeaders: [...content, ...coding, ...notModifiedHeaders] };
  });
  return { lastModifiedAt, forms: ready, codings: forms.map(({ coding }) => coding) };
}

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

export type Answer =
  | { readonly status: 200 | 304; readonly headers: HeaderList; readonly parts: readonly Buffer[] }
  | { readonly refusal: "notAcceptable" | "preconditionFailed" };

const NO_PARTS: readonly Buffer[] = [];

/** What a GET or HEAD of the resource answers: RFC 9110 sections 12.5.3 and 13.2.2, in that order. */
export function answer(representation: Representation, headers: RequestHeaders, now: number): Answer {
  const coding = chooseCoding(single(headers["accept-encoding"]), representation.codings);
  const form = representation.forms.find((candidate) => candidate.coding === coding);
  if (form === undefined) return { refusal: "notAcceptable" };
  const validators = { etag: form.etag, lastModifiedAt: representation.lastModifiedAt };
  const conditions = {
    ifMatch: single(headers["if-match"]),
    ifUnmodifiedSince: single(headers["if-unmodified-since"]),
    ifNoneMatch: single(headers["if-none-match"]),
    ifModifiedSince: single(headers["if-modified-since"]),
  };
  const evaluation = evaluate(conditions, validators, now);
  if (evaluation === "precondition-failed") return { refusal: "preconditionFailed" };
  if (evaluation === "not-modified")
    return { status: 304, headers: form.notModifiedHeaders, parts: NO_PARTS };
  return { status: 200, headers: form.okHeaders, parts: form.parts };
}
