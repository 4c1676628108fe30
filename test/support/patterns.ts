import { parseSync } from "oxc-parser";
import { childrenOf, type Node, nodeOf } from "./declarations.ts";

/** A regular expression in a source file, with its place for messages. */
export interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Source text of an expression that only the running program can compute, to an example of its value. */
export type Examples = Readonly<Record<string, string>>;

/** Every literal, every `new RegExp` and every JSON Schema `pattern` of a source. Throws if it cannot compute one. */
export function patternsOf(file: string, text: string, examples: Examples): Pattern[] {
  const program = nodeOf(parseSync(file, text).program);
  const constants = new Map<string, Node>();
  const found: Pattern[] = [];
  const placeOf = ({ start }: Node): string => `${file}:${text.slice(0, Number(start)).split("\n").length}`;

  function visit(node: Node): void {
    if (node.type === "VariableDeclarator") constants.set(nameOf(node["id"]), nodeOf(node["init"]));
    const regex = node["regex"] as { readonly pattern: string; readonly flags: string } | undefined;
    const place = placeOf(node);
    if (regex) found.push({ place, source: regex.pattern, flags: regex.flags });
    if (isConstructor(node)) {
      const [source, flags] = node["arguments"] as unknown[];
      found.push({ place, source: valueOf(source), flags: flags === undefined ? "" : valueOf(flags) });
    }
    if (node.type === "Property" && nameOf(node["key"]) === "pattern" && isLiteral(node["value"]))
      // ajv compiles patterns with this flag.
      found.push({ place, source: valueOf(node["value"]), flags: "u" });
    for (const child of childrenOf(node)) visit(child);
  }

  /** The text that an expression of constants stands for. */
  function valueOf(expression: unknown): string {
    const node = nodeOf(expression);
    const example = examples[text.slice(Number(node["start"]), Number(node["end"]))];
    if (example !== undefined) return example;
    if (isLiteral(node)) return String(node["value"]);
    if (node.type === "TemplateLiteral") return interpolated(node, "cooked");
    if (node.type === "TaggedTemplateExpression") return interpolated(nodeOf(node["quasi"]), "raw");
    const constant = constants.get(nameOf(node));
    if (constant) return valueOf(constant);
    if (nameOf(nodeOf(node["callee"])["property"]) === "join") {
      const list = constants.get(nameOf(nodeOf(node["callee"])["object"]));
      const [separator] = node["arguments"] as unknown[];
      return (nodeOf(list)["elements"] as unknown[]).map(valueOf).join(valueOf(separator));
    }
    throw new Error(
      `${placeOf(node)}: give an example of ${text.slice(Number(node["start"]), Number(node["end"]))}`,
    );
  }

  function interpolated(template: Node, form: "cooked" | "raw"): string {
    const expressions = template["expressions"] as unknown[];
    return (template["quasis"] as { readonly value: Record<typeof form, string> }[])
      .map(({ value }, at) => value[form] + (at < expressions.length ? valueOf(expressions[at]) : ""))
      .join("");
  }

  visit(program);
  return found;
}

const nameOf = (node: unknown): string => (nodeOf(node)["name"] as string | undefined) ?? "";

const isLiteral = (node: unknown): boolean => typeof nodeOf(node)["value"] === "string";

const isConstructor = (node: Node): boolean =>
  /^(?:New|Call)Expression$/.test(node.type) && nameOf(node["callee"]) === "RegExp";
