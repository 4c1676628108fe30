import { compileFunction } from "node:vm";
import { Eta } from "eta";
import { basePathOf, hrefOf } from "../../../model/base-url.ts";
import { err, ok, type Result } from "../../../model/result.ts";
import { Markup, toHtml } from "./markup.ts";

type TemplateFunction = ReturnType<Eta["compile"]>;
type Href = (path: string) => string;

const ETA = new Eta({ autoEscape: true, escapeFunction: toHtml, cache: false });
/** Notes the line of each tag, which costs time in every page: used where a template has failed. */
const ETA_WITH_LINES = new Eta({ ...ETA.config, debug: true });

/** Reports a template that cannot be filled. The message names it. */
export class TemplateError extends Error {}

/** Compiles the templates of the content once. */
export class Templates {
  readonly #functions: ReadonlyMap<string, TemplateFunction>;
  /** Sources by file name, from which another thread can open the templates. */
  readonly sources: Readonly<Record<string, string>>;

  readonly #href: Href;

  private constructor(
    functions: ReadonlyMap<string, TemplateFunction>,
    sources: Readonly<Record<string, string>>,
    href: Href,
  ) {
    this.#functions = functions;
    this.sources = sources;
    this.#href = href;
  }

  /** Templates link to a published path as `it.href(path)`. The error names the invalid template. */
  static open(sources: Readonly<Record<string, string>>, baseUrl: string): Result<Templates, string> {
    const isBelowPath = basePathOf(baseUrl) !== "";
    const functions = new Map<string, TemplateFunction>();
    for (const [name, source] of Object.entries(sources).filter(([file]) => file.endsWith(".eta"))) {
      const outside = isBelowPath ? ROOT_LINK.exec(source) : null;
      if (outside !== null) return err(`templates/${name}: ${linkProblem(source, outside)}`);
      try {
        functions.set(name, ETA.compile(source));
      } catch (error) {
        return err(failure(name, invalidTag(source) ?? error));
      }
    }
    return ok(new Templates(functions, sources, (path) => hrefOf(baseUrl, path)));
  }

  fill(name: string, values: object): Markup {
    const input = { ...values, href: this.#href };
    try {
      return new Markup(this.#functions.get(name)?.call(ETA, input) ?? "");
    } catch (error) {
      throw new TemplateError(failure(name, failureWithLine(this.sources[name] ?? "", input) ?? error));
    }
  }

  /** Returns a file that is published unchanged. */
  file(name: string): Buffer {
    return Buffer.from(this.sources[name] ?? "");
  }
}

/** A link to the root of the host, written out. */
const ROOT_LINK = /\b(?:href|src|action)=["']?(\/(?!\/)[^"'\s<>]*)/;

function linkProblem(source: string, { index, 1: link = "" }: RegExpExecArray): string {
  const line = source.slice(0, index).split("\n").length;
  return `line ${line}: ${link} leaves out the path of base_url; write <%= it.href("${link}") %>`;
}

/** The reason why V8 refuses the code of a tag, with its line. */
function invalidTag(source: string): string | undefined {
  let compiled = "";
  try {
    compiled = ETA_WITH_LINES.compileToString(source);
    compileFunction(compiled, [], { filename: "template" });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined;
    const [, at = "1"] = /^template:(\d+)/.exec(error.stack ?? "") ?? [];
    const tag = compiled
      .split("\n")
      .slice(0, Number(at))
      .findLast((line) => line.startsWith(TAG_LINE));
    return `line ${tag?.slice(TAG_LINE.length) ?? 1}: ${error.message}`;
  }
}

const TAG_LINE = "__eta.line=";

/** The same failure once more, with the line of the tag. */
function failureWithLine(source: string, input: object): string | undefined {
  try {
    ETA_WITH_LINES.compile(source).call(ETA_WITH_LINES, input, {});
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof Error)) return undefined;
    return `${error.message.split("\n")[0]}: ${error.cause.message}`;
  }
}

function failure(name: string, error: unknown): string {
  const reason = error instanceof Error ? error.message.split("\n")[0]?.replace(/:$/, "") : String(error);
  return `templates/${name}: ${reason}`;
}
