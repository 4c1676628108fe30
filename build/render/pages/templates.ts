import { Eta } from "eta";
import { basePathOf, hrefOf } from "../../../model/base-url.ts";
import { err, ok, type Result } from "../../../model/result.ts";
import { Markup, toHtml } from "./markup.ts";

type TemplateFunction = (values: object) => string;

/** Reports a template that cannot be filled. The message names it. */
export class TemplateError extends Error {}

/** Compiles the templates of the content once. */
export class Templates {
  readonly #functions: ReadonlyMap<string, TemplateFunction>;
  /** Sources by file name, from which another thread can open the templates. */
  readonly sources: Readonly<Record<string, string>>;

  private constructor(
    functions: ReadonlyMap<string, TemplateFunction>,
    sources: Readonly<Record<string, string>>,
  ) {
    this.#functions = functions;
    this.sources = sources;
  }

  /** Templates link to a published path as `it.href(path)`. The error names the invalid template. */
  static open(sources: Readonly<Record<string, string>>, baseUrl: string): Result<Templates, string> {
    const eta = new Eta({ autoEscape: true, escapeFunction: toHtml, cache: false });
    const href = (path: string): string => hrefOf(baseUrl, path);
    const isBelowPath = basePathOf(baseUrl) !== "";
    const functions = new Map<string, TemplateFunction>();
    for (const [name, source] of Object.entries(sources).filter(([file]) => file.endsWith(".eta"))) {
      const outside = isBelowPath ? ROOT_LINK.exec(source) : null;
      if (outside !== null) return err(`templates/${name}: ${linkProblem(source, outside)}`);
      try {
        const compiled = eta.compile(source);
        functions.set(name, (values) => compiled.call(eta, { ...values, href }));
      } catch (error) {
        return err(failure(name, error));
      }
    }
    return ok(new Templates(functions, sources));
  }

  fill(name: string, values: object): Markup {
    try {
      return new Markup(this.#functions.get(name)?.(values) ?? "");
    } catch (error) {
      throw new TemplateError(failure(name, error));
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

function failure(name: string, error: unknown): string {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return `templates/${name}: ${reason}`;
}
