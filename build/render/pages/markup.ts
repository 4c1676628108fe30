/** Wraps text that is already HTML. Templates escape every other value. */
export class Markup {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  toString(): string {
    return this.#html;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const NEEDS_ESCAPE = /[&<>"']/;
const ALL_ESCAPABLE = /[&<>"']/g;

/** Converts a value for `<%= value %>`: markup unchanged, strings and numbers escaped, anything else empty. */
export function toHtml(value: unknown): string {
  if (value instanceof Markup) return value.toString();
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = String(value);
  // Few texts need escaping, and testing is much faster than replacing.
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll(ALL_ESCAPABLE, (character) => ESCAPES[character] ?? character);
}

/** Serializes JSON for a script element. `<` is escaped so that no text can end the element. */
export function jsonScript(value: object): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", String.raw`\u003c`));
}
