import { Eta } from "eta";
import { err, ok, type Result } from "../../../model/result.ts";
import { Markup, printed } from "./markup.ts";

type Fill = (values: object) => string;

/** A template that cannot be filled; the message names it. */
export class TemplateError extends Error {}

/** The templates of the content, compiled once. */
export class Templates {
  readonly #fills: ReadonlyMap<string, Fill>;
  /** By file name: what another thread can open them from. */
  readonly sources: Readonly<Record<string, string>>;

  private constructor(fills: ReadonlyMap<string, Fill>, sources: Readonly<Record<string, string>>) {
    this.#fills = fills;
    this.sources = sources;
  }

  /** The error names the template that is broken. */
  static open(sources: Readonly<Record<string, string>>): Result<Templates, string> {
    const eta = new Eta({ autoEscape: true, escapeFunction: printed, cache: false });
    const fills = new Map<string, Fill>();
    for (const [name, source] of Object.entries(sources).filter(([file]) => file.endsWith(".eta"))) {
      try {
        const compiled = eta.compile(source);
        fills.set(name, (values) => compiled.call(eta, values));
      } catch (error) {
        return err(failure(name, error));
      }
    }
    return ok(new Templates(fills, sources));
  }

  fill(name: string, values: object): Markup {
    try {
      return new Markup(this.#fills.get(name)?.(values) ?? "");
    } catch (error) {
      throw new TemplateError(failure(name, error));
    }
  }

  /** A file that is published as it is. */
  file(name: string): Buffer {
    return Buffer.from(this.sources[name] ?? "");
  }
}

function failure(name: string, error: unknown): string {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return `templates/${name}: ${reason}`;
}
