import { type FileRow, isAsRecorded, statsOf } from "./file-record.ts";

/** Digests of what pages show, by path. */
export type PageKeys = Readonly<Record<string, string>>;

export interface PartFiles {
  /** The file that lists the part's artifacts: a path of the manifest's root or of a segment. */
  readonly listing: string;
  /** Relative to the release folder, `listing` among them. */
  readonly names: readonly string[];
  /** Size, time and inode of each file in turn. */
  readonly stats: readonly number[];
}

interface PartTotals {
  /** Digest of what the pages of a segment show. */
  readonly digest: string | undefined;
  readonly pages: number;
  readonly artifacts: number;
  /** Of the identity representations. */
  readonly bytes: number;
}

interface PartDetails {
  /** The entity tag of each file in turn; empty for the root of the manifest. */
  readonly etags: readonly string[];
  readonly keys: PageKeys;
}

/** Times of folders, by path relative to the release folder. They change when an entry is added, replaced or removed. */
export type FolderTimes = Readonly<Record<string, number>>;

interface PartFields {
  readonly files: PartFiles;
  readonly folders: FolderTimes;
  readonly totals: PartTotals;
  readonly details: PartDetails;
}

interface RecordedFile {
  readonly stats: FileRow;
  readonly etag: string;
}

const NUMBERS_PER_FILE = 3;

/**
 * A part of a release as the build left it: the root of the manifest, or a segment, with all that it lists. It is kept
 * as a line of JSON texts, which are parsed when they are needed: of most parts that is only the first.
 */
export class PartRecord {
  readonly #texts: readonly string[];
  #files: PartFiles | undefined;
  #folders: FolderTimes | undefined;

  /** Reads a part from its line. */
  static read(line: string): PartRecord {
    return new PartRecord(line.split("\t"));
  }

  static of({ files, folders, totals, details }: PartFields): PartRecord {
    return new PartRecord([files, folders, totals, details].map((field) => JSON.stringify(field)));
  }

  private constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  get line(): string {
    return this.#texts.join("\t");
  }

  get files(): PartFiles {
    return (this.#files ??= this.#parse(0) as PartFiles);
  }

  get folders(): FolderTimes {
    return (this.#folders ??= this.#parse(1) as FolderTimes);
  }

  totals(): PartTotals {
    return this.#parse(2) as PartTotals;
  }

  details(): PartDetails {
    return this.#parse(3) as PartDetails;
  }

  /** True if every file is as the build left it. */
  isIntact(folder: string): boolean {
    const { names } = this.files;
    return names.every((name, index) => isAsRecorded(statsOf(`${folder}/${name}`), this.#statsAt(index)));
  }

  rows(): Map<string, RecordedFile> {
    const { etags } = this.details();
    return new Map(
      this.files.names.map((name, index) => [
        name,
        { stats: this.#statsAt(index), etag: etags[index] as string },
      ]),
    );
  }

  /** True if both have the same files: names, sizes, times and inodes. */
  sharesFilesWith(other: PartRecord): boolean {
    return this.#texts[0] === other.#texts[0];
  }

  /** This part with the folders of another release. */
  inFoldersOf(other: PartRecord): PartRecord {
    return new PartRecord(this.#texts.with(1, other.#texts[1] as string));
  }

  /** This part with these times of its folders. */
  withFolderTimes(timeOf: (folder: string) => number): PartRecord {
    const times = Object.keys(this.folders).map((folder) => [folder, timeOf(folder)] as const);
    return new PartRecord(this.#texts.with(1, JSON.stringify(Object.fromEntries(times))));
  }

  #statsAt(index: number): FileRow {
    const at = index * NUMBERS_PER_FILE;
    return this.files.stats.slice(at, at + NUMBERS_PER_FILE) as unknown as FileRow;
  }

  #parse(field: number): unknown {
    return JSON.parse(this.#texts[field] as string);
  }
}

/** The parts of a release by the file that lists each. */
export type PartRecords = ReadonlyMap<string, PartRecord>;

export const partRecords = (parts: Iterable<PartRecord>): PartRecords =>
  new Map([...parts].map((part) => [part.files.listing, part]));

/** The times of all folders of these parts. */
export const folderTimesOf = (parts: Iterable<PartRecord>): FolderTimes =>
  Object.fromEntries([...parts].flatMap(({ folders }) => Object.entries(folders)));
