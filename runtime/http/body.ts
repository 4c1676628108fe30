/** Reads a request body up to a limit; undefined: it is longer, and the rest is not read. */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return undefined;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of request.body ?? []) {
    length += part.length;
    if (length > limitBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The media type of a request without its parameters, in lower case. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
}
