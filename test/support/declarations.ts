import { parseSync } from "oxc-parser";

/** A name that a file declares: a variable, function, parameter, type, field, member, or key of an object. */
export interface Declaration {
  readonly name: string;
  readonly kind: "binding" | "type" | "member" | "key";
  readonly isExported: boolean;
}

export interface Declarations {
  readonly names: readonly Declaration[];
  /** Texts of all comments, without their delimiters. */
  readonly comments: readonly string[];
}

/** A node of the syntax tree. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const TYPES = new Set([
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSEnumDeclaration",
  "ClassDeclaration",
]);
const MEMBERS = new Set([
  "TSPropertySignature",
  "TSMethodSignature",
  "PropertyDefinition",
  "MethodDefinition",
  "AccessorProperty",
]);
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "TSFunctionType",
  "TSDeclareFunction",
  "TSMethodSignature",
  "TSConstructorType",
  "TSEmptyBodyFunctionExpression",
]);

/** Every name that a TypeScript source declares, in source order; names that it only uses are left out. */
export function declarationsOf(file: string, source: string): Declarations {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const names: Declaration[] = [];
  visit(program as unknown as Node, false, names);
  return { names, comments: comments.map(({ value }) => value) };
}

function visit(node: Node, isExported: boolean, names: Declaration[]): void {
  const add = (target: unknown, kind: Declaration["kind"]): void => {
    for (const name of boundNames(target)) names.push({ name, kind, isExported });
  };
  const { type } = node;
  if (TYPES.has(type)) add(node["id"], "type");
  else if (type === "VariableDeclarator" || type === "FunctionDeclaration") add(node["id"], "binding");
  else if (type === "CatchClause") add(node["param"], "binding");
  else if (type === "TSNamedTupleMember") add(node["label"], "member");
  else if (type === "TSTypeParameter") add(node["name"], "binding");
  else if (type === "ImportSpecifier" && isRenamed(node)) add(node["local"], "binding");
  else if (MEMBERS.has(type) && node["computed"] !== true) add(node["key"], "member");
  else if (type === "Property" && node["computed"] !== true && node["shorthand"] !== true)
    add(node["key"], "key");
  if (FUNCTIONS.has(type)) for (const parameter of node["params"] as unknown[]) add(parameter, "binding");
  const passesOn = type === "ExportNamedDeclaration" || (isExported && type === "VariableDeclaration");
  for (const child of childrenOf(node)) visit(child, passesOn, names);
}

/** The names that a pattern binds; a key of an object is a pattern of one name. */
function boundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case "Identifier":
    case "PrivateIdentifier":
      return [String(pattern["name"])];
    case "Literal":
      return /^[\w-]+$/.test(String(pattern["value"])) ? [String(pattern["value"])] : [];
    case "ArrayPattern":
      return (pattern["elements"] as unknown[]).flatMap(boundNames);
    case "ObjectPattern":
      return (pattern["properties"] as Node[]).flatMap((property) =>
        boundNames(property.type === "RestElement" ? property : property["value"]),
      );
    case "AssignmentPattern":
      return boundNames(pattern["left"]);
    case "RestElement":
      return boundNames(pattern["argument"]);
    case "TSParameterProperty":
      return boundNames(pattern["parameter"]);
    default:
      return [];
  }
}

const isRenamed = ({ imported, local }: Node): boolean =>
  boundNames(imported).join() !== boundNames(local).join();

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** The node, or an empty one. */
export const nodeOf = (value: unknown): Node => (isNode(value) ? value : { type: "" });

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
