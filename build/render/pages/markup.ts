/** Text that is HTML already. Whatever else a template prints is escaped. */
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

const ESCAPED = /[&<>"']/;
const ESCAPED_ALL = /[&<>"']/g;

/** What `<%= value %>` prints: markup as it is, text escaped, numbers, and nothing for all else. */
export function printed(value: unknown): string {
  if (value instanceof Markup) return value.toString();
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = String(value);
  // Hardly any text holds one, and looking is much faster than replacing.
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll(ESCAPED_ALL, (character) => ESCAPES[character] ?? character);
}

/** JSON inside a script element: `<` is escaped, so that no text can end the element. */
export function jsonScript(value: object): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", String.raw`\u003c`));
}
