import {
  endOfColumns,
  openSearchColumns,
  openSearchTable,
  type SearchTable,
  type TextBlock,
  textRanges,
} from "../../model/search-table.ts";
import { type Bytes, StoredBytes } from "./stored-bytes.ts";

/**
 * Reads the search table of a release into memory. Texts of a month that are equal to those of the table before are
 * shared with it: a release with one review more takes the columns and one month. Undefined if this version cannot read
 * the table; rejects if its file was changed.
 */
export async function loadSearchTable(bytes: Bytes, before?: SearchTable): Promise<SearchTable | undefined> {
  if (!(bytes instanceof StoredBytes)) return openSearchTable(bytes);
  const columnsEnd = endOfColumns((from, to) => bytes.subarray(from, to).read(), bytes.length);
  if (columnsEnd === undefined) return undefined;
  const columnBytes = await bytes.subarray(0, columnsEnd).readInto(Buffer.allocUnsafeSlow(columnsEnd));
  const columns = openSearchColumns(columnBytes);
  if (columns === undefined) return undefined;
  const known = new KnownTexts(before);
  const textBlocks: TextBlock[] = [];
  for (const { firstRow, endRow, start, end } of textRanges(columns)) {
    const texts = await known.read(bytes.subarray(columnsEnd + start, columnsEnd + end));
    textBlocks.push({ firstRow, endRow, texts });
  }
  return { ...columns, textBlocks };
}

/** The texts of a table, by the length of their block. */
class KnownTexts {
  readonly #byLength: ReadonlyMap<number, readonly Buffer[]>;
  #scratch = Buffer.alloc(0);

  constructor(table: SearchTable | undefined) {
    const all = table?.textBlocks.map(({ texts }) => texts) ?? [];
    this.#byLength = Map.groupBy(all, ({ length }) => length);
  }

  /** The known texts with these bytes, or else new ones. */
  async read(bytes: StoredBytes): Promise<Buffer> {
    const { length } = bytes;
    const known = this.#byLength.get(length);
    if (known === undefined) return bytes.readInto(Buffer.allocUnsafeSlow(length));
    if (this.#scratch.length < length) this.#scratch = Buffer.allocUnsafeSlow(length);
    const read = await bytes.readInto(this.#scratch.subarray(0, length));
    return known.find((texts) => texts.equals(read)) ?? Buffer.from(read);
  }
}
