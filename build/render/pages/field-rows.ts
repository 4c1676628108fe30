import { PUBLISHED_SCHEMAS } from "../../../model/documents.ts";

/** What is used here of a JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface FieldRow {
  /** Where it is, such as `reviews[].rating`. */
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly description: string;
  /** The published schema that goes on from here. */
  readonly schema: string | undefined;
}

/** Every field below a schema, in the order in which it is published. A schema with a page of its own ends the row. */
export function fieldRows(schema: Schema, prefix = ""): FieldRow[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const row = {
      path: prefix + name,
      type: typeOf(field),
      isOptional: !required.includes(name),
      description: field.description ?? "",
      schema: nameOf(field.items ?? field),
    };
    return row.schema === undefined ? [row, ...below(field, row.path)] : [row];
  });
}

function below(field: Schema, path: string): FieldRow[] {
  if (field.properties) return fieldRows(field, `${path}.`);
  if (field.items) return below(field.items, `${path}[]`);
  if (typeof field.additionalProperties === "object") return below(field.additionalProperties, `${path}.*`);
  return (field.anyOf ?? field.oneOf ?? []).flatMap((one) => below(one, path));
}

const nameOf = (schema: Schema): string | undefined =>
  Object.entries(PUBLISHED_SCHEMAS).find(([, known]) => known === schema)?.[0];

export function typeOf(schema: Schema): string {
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
