import {
  type PolicyDocument,
  VERIFICATION_METHODS,
  type VerificationMethod,
  type WithheldReason,
} from "../../model/policy.ts";

/** Each method as a customer would say it. None claims more than its method does. */
export const METHOD_WORDS: PolicyDocument["methods"] = {
  order: "matched to an order",
  invoice: "matched to an invoice",
  invitation: "written on an invitation to a customer",
  platform: "checked by the site of origin, as that site says",
  attested: "vouched for by the business, without a document",
};

export const REASON_WORDS: Readonly<Record<WithheldReason, string>> = {
  unverified: "not matched to a customer",
  not_a_customer: "not written by a customer",
  duplicate: "a duplicate",
  spam: "spam",
  personal_data: "with personal data of others",
  legal: "for a legal reason",
  author_request: "at the author’s request",
  source_removed: "removed by its source",
};

/** The words at one review, which has a source. */
export const methodWords = (method: VerificationMethod, source: string): string =>
  method === "platform"
    ? `checked by ${sourceName(source)}, as ${sourceName(source)} says`
    : METHOD_WORDS[method];

/** A source with a capital, as names have one: "google" is Google. */
export const sourceName = (source: string): string =>
  /^[a-z]+$/.test(source) ? source.charAt(0).toUpperCase() + source.slice(1) : source;

/** The names of the published sources and their words for the methods in use, for search results in the browser. */
export function sourceLabels({ published, sources }: PolicyDocument): object {
  const methods = VERIFICATION_METHODS.filter((method) => published.by_method[method] > 0);
  const labels = Object.keys(sources).map((source) => {
    const words = methods.map((method) => [method, methodWords(method, source)]);
    return [source, { name: sourceName(source), methods: Object.fromEntries(words) as object }];
  });
  return Object.fromEntries(labels) as object;
}
