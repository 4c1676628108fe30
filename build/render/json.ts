/** JSON as it is published: UTF-8, LF, keys in the order in which the renderer wrote them. */
export function renderJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The same for documents that people open: indented by two. */
export function renderReadableJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
