/** JSON in bytes that are sent as they are, in pieces: joined once, when they are sent. */
export type JsonBytes = readonly Buffer[];

/** JSON, and the same again as it stands inside a JSON string: the two halves of a tool's result, ready to send. */
export class JsonText {
  readonly json: JsonBytes;
  readonly escaped: JsonBytes;

  constructor(json: JsonBytes, escaped: JsonBytes) {
    this.json = json;
    this.escaped = escaped;
  }

  static of(value: object): JsonText {
    return JsonText.fromJson(JSON.stringify(value));
  }

  /** The text need not be whole JSON: pieces are joined to it. */
  static fromJson(json: string): JsonText {
    return new JsonText([Buffer.from(json)], [Buffer.from(JSON.stringify(json).slice(1, -1))]);
  }

  static join(parts: readonly JsonText[]): JsonText {
    return new JsonText(
      parts.flatMap(({ json }) => json),
      parts.flatMap(({ escaped }) => escaped),
    );
  }

  get sizeBytes(): number {
    return this.json.reduce((sum, piece) => sum + piece.length, 0);
  }

  toString(): string {
    return Buffer.concat(this.json).toString("utf8");
  }
}
