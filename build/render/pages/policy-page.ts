import { POLICY_PAGE, type PolicyDocument, VERIFICATION_METHODS } from "../../../model/policy.ts";
import { STARS } from "../../../model/schema-pieces.ts";
import { claim } from "../claims.ts";
import { publisherClaim } from "../feed-entry.ts";
import { METHOD_WORDS, REASON_WORDS, sourceName } from "../method-words.ts";
import type { RenderedFile } from "../rendered-file.ts";
import { bar } from "./charts.ts";
import { breadcrumbs } from "./json-ld.ts";
import { layOut } from "./layout.ts";
import type { RenderInput } from "./render-input.ts";
import { capitalized, counted, grouped, spelledDate } from "./wording.ts";

/** Renders `/policy/`: who publishes, how reviews are verified, what is withheld, and where to report one. */
export function policyPage(input: RenderInput): RenderedFile {
  const { site, rating, templates } = input;
  const { policy, business } = site;
  const { withheld, report } = policy;
  const reasons = Object.entries(REASON_WORDS) as [keyof typeof REASON_WORDS, string][];
  const main = templates.fill("policy.eta", {
    businessName: business.name,
    publisher: [publisherClaim(policy), claim("notIndependent", policy)].filter(Boolean).join(" "),
    statements: policy.statements,
    methods: methodRows(policy),
    sources: Object.entries(policy.sources).map(sourceRow),
    withheld: withheld.count === 0 ? null : counted(withheld.count, "review"),
    nothingWithheld: claim("nothingWithheld", policy) ?? claim("sourceTotals", policy),
    stars: STARS.toReversed().map((number) => {
      const [count, shown] = [withheld.by_rating[number], rating.distribution[number]];
      return { number, bar: bar(count, count + shown), withheld: grouped(count), shown: grouped(shown) };
    }),
    reasons: reasons
      .filter(([reason]) => withheld.by_reason[reason] > 0)
      .map(([reason, words]) => ({ words, count: grouped(withheld.by_reason[reason]) })),
    reportUrl: report.email === undefined ? report.url : `mailto:${report.email}`,
    reportName: report.email ?? report.url,
    responseDays: counted(policy.response_days, "day"),
    reviewedAt: spelledDate(policy.reviewed_at),
    paragraphs: policy.text?.split(/\n{2,}/) ?? [],
  });
  return layOut(input, {
    path: POLICY_PAGE,
    title: "Review policy",
    description: policy.statements.join(" "),
    main,
    graph: [breadcrumbs(site, [["Review policy", POLICY_PAGE]])],
  });
}

/** The number of reviews of each method that is used. */
export const methodRows = ({ published }: PolicyDocument): object[] =>
  VERIFICATION_METHODS.filter((method) => published.by_method[method] > 0).map((method) => ({
    words: METHOD_WORDS[method],
    count: grouped(published.by_method[method]),
    bar: bar(published.by_method[method], published.count),
  }));

const unknownMethod = (published: number): string =>
  published === 0 ? "no method is known" : "each review on its own";

function sourceRow([name, source]: [string, PolicyDocument["sources"][string]]): object {
  const { verification, how, incentives, published, withheld, stated } = source;
  return {
    name: sourceName(name),
    verified: capitalized(verification === null ? unknownMethod(published) : METHOD_WORDS[verification]),
    how,
    incentives,
    published: grouped(published),
    withheld: grouped(withheld),
    stated: stated === undefined ? null : grouped(stated.count),
    statedAt: stated === undefined ? null : spelledDate(stated.at),
  };
}
