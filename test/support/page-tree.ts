import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { ROOT } from "./content.ts";

/** An element of a page, with its attributes in order of their names: `a class href`. */
const shapeOf = ({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] =>
  attrs.map(({ name }) => `${tagName} ${name}`).concat(tagName);

export function* nodesOf(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Node> {
  yield node;
  if ("childNodes" in node) for (const child of node.childNodes) yield* nodesOf(child);
}

const isElement = (node: DefaultTreeAdapterTypes.Node): node is DefaultTreeAdapterTypes.Element =>
  "tagName" in node;

/** The elements and attributes that the templates produce: those of all golden publications. */
export function knownShapes(): ReadonlySet<string> {
  const files = globSync("test/golden/*/expected/**/*.html", { cwd: ROOT });
  const nodes = files.flatMap((file) => [...nodesOf(parse(readFileSync(join(ROOT, file), "utf8")))]);
  return new Set(nodes.filter(isElement).flatMap(shapeOf));
}

/** Everything in a page that is not of our templates, or that could run what a text says. */
export function foreignNodes(html: string, known: ReadonlySet<string>): string[] {
  return [...nodesOf(parse(html))].flatMap((node) => {
    if (node.nodeName === "#comment")
      return [`comment ${(node as DefaultTreeAdapterTypes.CommentNode).data}`];
    if (!isElement(node)) return [];
    const unknown = shapeOf(node).filter((shape) => !known.has(shape));
    const links = node.attrs.filter(
      ({ name, value }) =>
        /^(?:href|src|action|content)$/.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(value),
    );
    return [...unknown, ...links.map(({ name, value }) => `${name}="${value}"`), ...scriptProblems(node)];
  });
}

/** Scripts are files of ours, or JSON. */
function scriptProblems({ tagName, attrs, childNodes }: DefaultTreeAdapterTypes.Element): string[] {
  if (tagName !== "script") return [];
  const text = childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  if (attrs.some(({ name }) => name === "src")) return text === "" ? [] : [`script ${text}`];
  try {
    JSON.parse(text);
    return [];
  } catch {
    return [`script ${text}`];
  }
}

/** The text of a page, as a reader gets it. */
export function textOf(html: string): string {
  const nodes = [...nodesOf(parse(html))];
  return nodes.flatMap((node) => (node.nodeName === "#text" && "value" in node ? [node.value] : [])).join("");
}
