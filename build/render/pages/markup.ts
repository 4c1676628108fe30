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

/** What `<%= value %>` prints: markup as it is, text escaped, numbers, and nothing for all else. */
export function printed(value: unknown): string {
  if (value instanceof Markup) return value.toString();
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** JSON inside a script element: `<` is escaped, so that no text can end the element. */
export function jsonScript(value: object): Markup {
  return new Markup(JSON.stringify(value).replaceAll("<", String.raw`\u003c`));
}
