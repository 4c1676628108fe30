import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";

/** The JSON Schema keywords that field tables use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  /** The meaning of a field whose `description` is worded for error messages. */
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface FieldRow {
  /** Such as `reviews[].rating`. */
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly defaultValue: unknown;
  readonly description: string;
  /** The published schema that describes the field's own fields. */
  readonly schema: string | undefined;
}

/** Lists every field of a schema in its published order. A field with a published schema of its own has no subrows. */
export function fieldRows(schema: JsonSchema, prefix = ""): FieldRow[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const row = {
      path: prefix + name,
      type: typeOf(field),
      isOptional: !required.includes(name),
      defaultValue: field.default,
      description: field.title ?? field.description ?? "",
      schema: publishedName(field.items ?? field),
    };
    return row.schema === undefined ? [row, ...subrows(field, row.path)] : [row];
  });
}

function subrows(field: JsonSchema, path: string): FieldRow[] {
  if (field.properties) return fieldRows(field, `${path}.`);
  if (field.items) return subrows(field.items, `${path}[]`);
  if (typeof field.additionalProperties === "object") return subrows(field.additionalProperties, `${path}.*`);
  return (field.anyOf ?? field.oneOf ?? []).flatMap((choice) => subrows(choice, path));
}

const publishedName = (schema: JsonSchema): string | undefined =>
  Object.entries(PUBLISHED_SCHEMAS).find(([, published]) => published === schema)?.[0];

/** Describes the values that a schema allows, in words. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const plain = [schema.type ?? "any"].flat().join(" or ");
  const { minimum, maximum, format } = schema;
  const bounds =
    minimum === undefined ? "" : maximum === undefined ? `, from ${minimum}` : `, ${minimum} to ${maximum}`;
  return `${plain}${format ? ` (${format})` : ""}${bounds}`;
}
