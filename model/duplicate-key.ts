import { cleanText } from "./text.ts";

/**
 * Returns the first member name that an object of the JSON text has twice, or undefined. JSON.parse silently drops all
 * but the last of them (RFC 8259 section 4 leaves it open). Expects text that JSON.parse accepts. Linear in its length.
 */
export function duplicateKey(json: string): string | undefined {
  const scopes: Set<string>[] = [];
  let scope: Set<string> | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (scope) scopes.push(scope);
      scope = new Set();
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      scope = scopes.pop();
    } else if (code === QUOTE) {
      const end = endOfString(json, at);
      if (isMemberName(json, end + 1)) {
        const raw = json.slice(at, end + 1);
        // Compared as they are after cleaning, so that no name is lost then.
        const name = cleanText(raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1));
        if (scope?.has(name)) return name;
        scope?.add(name);
      }
      at = end;
    }
  }
  return undefined;
}

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [QUOTE, BACKSLASH, COLON, SPACE] = [0x22, 0x5c, 0x3a, 0x20];

/** The index of the closing quotation mark. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

/** True after an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function isMemberName(json: string, after: number): boolean {
  let at = after;
  while (json.charCodeAt(at) <= SPACE) at += 1;
  return json.charCodeAt(at) === COLON;
}
