import { addDays, calendarDateOf } from "../model/calendar-date.ts";
import { codeDigests } from "./cache/code-digest.ts";
import { type ContentRecord, isSameContent, readContent } from "./cache/content-files.ts";
import { type ReleaseRecord, ReleaseRecords } from "./cache/release-record.ts";
import type { BuildConfig } from "./config.ts";
import type { BuildOutcome, BuildReport } from "./outcome.ts";
import { KeptRelease, keyOf, type ReviewDigests } from "./publish/kept-release.ts";
import type { ReleaseListing } from "./publish/release-listing.ts";
import type { Releases } from "./publish/releases.ts";
import type { ReleaseComparison } from "./release-comparison.ts";
import { ReadingBudget } from "./verify/reading-budget.ts";
import type { FileProblem, Inspection } from "./verify/inventory.ts";

/** Without these options, files that match the record are not read. */
const readsAll = ({ verifiesAll, repairsAll }: BuildConfig): boolean => verifiesAll || repairsAll;

/** With fewer parts, a thread would take longer to start than to compare them. */
const MIN_PARTS = 100;

type BuildRecord = ReleaseRecord<BuildReport>;

/** Everything that decides the bytes of a release, digested. */
interface Inputs {
  readonly code: string;
  readonly settings: string;
  readonly latestDate: string;
  /** Undefined if a file cannot be read. */
  readonly content: ContentRecord | undefined;
}

const NO_PROBLEMS: Inspection = { problems: [], touched: new Set() };

/** The record of the build that published the current release, and the inputs of this build. */
export class LastBuild {
  readonly inputs: Inputs;
  readonly records: ReleaseRecords<BuildReport>;
  readonly record: BuildRecord | undefined;
  /** True once the files of the published release are known to match the record. */
  #isIntact = false;

  static async read(config: BuildConfig, releases: Releases): Promise<LastBuild> {
    const { cacheFolder, outFolder, now, baseUrl, localOrigin, annotator } = config;
    const records = new ReleaseRecords<BuildReport>(cacheFolder, outFolder);
    const name = await releases.currentName();
    const record = name === "" ? undefined : await records.read(name);
    const content = cacheFolder === undefined ? undefined : readContent(config, record?.content ?? {});
    const settings = keyOf([baseUrl, localOrigin, annotator?.url, annotator?.model]);
    const latestDate = addDays(calendarDateOf(now.getTime()), 1);
    return new LastBuild({ code: codeDigests().all, settings, latestDate, content }, records, record);
  }

  private constructor(inputs: Inputs, records: ReleaseRecords<BuildReport>, record: BuildRecord | undefined) {
    this.inputs = inputs;
    this.records = records;
    this.record = record;
  }

  /** True if the content is still that of the inputs. */
  hasContent(config: BuildConfig): boolean {
    const before = this.inputs.content;
    const now = before && readContent(config, before);
    return before !== undefined && now !== undefined && isSameContent(before, now);
  }

  /** True if content, code and settings are those of the published release. */
  #isSame(): boolean {
    const { record, inputs } = this;
    return (
      record !== undefined &&
      inputs.content !== undefined &&
      record.code === inputs.code &&
      record.settings === inputs.settings &&
      record.latestDate <= inputs.latestDate &&
      isSameContent(record.content, inputs.content)
    );
  }

  /**
   * The outcome if there is nothing to build: the inputs are the same, and no published file was altered. The caller
   * holds the lock.
   */
  async unchanged(releases: Releases, config: BuildConfig): Promise<BuildOutcome | undefined> {
    const { record } = this;
    if (!record?.report || !this.#isSame()) return undefined;
    const listing = await this.#unaltered(releases, config);
    if (listing === undefined) return undefined;
    const all = [...record.parts.values()].reduce((sum, { files }) => sum + files.names.length, 0);
    return {
      ...record.report,
      listing,
      previous: listing,
      files: { all, changed: 0, changed_bytes: 0 },
      replacedFiles: [],
      isPublished: false,
      reviewChanges: { added: [], changed: [], vanished: [] },
      analysedTexts: 0,
    };
  }

  /** Lists the published release if no file was altered. */
  async #unaltered(releases: Releases, config: BuildConfig): Promise<ReleaseListing | undefined> {
    const listing = await this.listing(releases, config);
    if (listing === undefined || this.#isIntact) return listing;
    const { problems } = await this.#inspect(releases, listing, config);
    return problems.length === 0 ? listing : undefined;
  }

  /** Starts to compare releases with their records on a thread, if there is much to compare. */
  async startComparison(releases: Releases, config: BuildConfig): Promise<ReleaseComparison | undefined> {
    const { record } = this;
    const { cacheFolder, outFolder, workerCount } = config;
    if (record?.code !== this.inputs.code || readsAll(config)) return undefined;
    if (workerCount === 0 || (workerCount === undefined && record.parts.size < MIN_PARTS)) return undefined;
    const { ReleaseComparison } = await import("./release-comparison.ts");
    const oldest = await releases.nextRetired();
    return new ReleaseComparison({ cacheFolder, outFolder, current: record.name, oldest });
  }

  /** Lists the published release, unchecked if every file is as the last build left it. The caller holds the lock. */
  async listing(
    releases: Releases,
    config: BuildConfig,
    comparison?: ReleaseComparison,
  ): Promise<ReleaseListing | undefined> {
    const { record } = this;
    const isRecorded = record?.code === this.inputs.code && (await this.#isOf(releases));
    const parts = isRecorded && !readsAll(config) ? [...record.parts.values()] : [];
    this.#isIntact =
      parts.length > 0 &&
      ((await comparison?.isIntact()) ?? parts.every((part) => part.isIntact(releases.link)));
    return this.#isIntact ? releases.currentUnchecked() : releases.current();
  }

  /** Digests of the published reviews. The caller holds the lock. */
  async reviews(releases: Releases): Promise<ReviewDigests | undefined> {
    const isOfThisCode = this.record?.code === this.inputs.code;
    return isOfThisCode && (await this.#isOf(releases)) ? this.record?.reviews() : undefined;
  }

  /** The files of the published release that a new one may keep. The caller holds the lock. */
  async kept(
    releases: Releases,
    listing: ReleaseListing | undefined,
    { context, config }: { readonly context: string; readonly config: BuildConfig },
  ): Promise<{ readonly kept: KeptRelease; readonly problems: readonly FileProblem[] } | undefined> {
    const { record } = this;
    if (record?.code !== this.inputs.code || listing === undefined || !(await this.#isOf(releases)))
      return undefined;
    const inspected = this.#isIntact ? NO_PROBLEMS : await this.#inspect(releases, listing, config);
    const { problems, touched } = inspected;
    const kept = new KeptRelease({
      folder: releases.folderOf(record.name),
      parts: record.parts,
      listing,
      hasSameContext: record.context === context,
      altered: new Set([...touched, ...problems.map(({ file }) => file)]),
    });
    return { kept, problems };
  }

  /** Published files that differ from what their release lists. The record, if there is one, shows which were replaced. */
  async inspect(releases: Releases, listing: ReleaseListing, budget: ReadingBudget): Promise<Inspection> {
    const { inspectRelease } = await import("./verify/inspect-release.ts");
    const rows = [...(this.record?.parts.values() ?? [])].flatMap((part) => [...part.rows()]);
    const recorded = new Map(rows.map(([file, { stats }]) => [file, stats]));
    return inspectRelease(releases.link, listing.whole(), { budget, isStaged: false, recorded });
  }

  async #inspect(releases: Releases, listing: ReleaseListing, config: BuildConfig): Promise<Inspection> {
    const budget = readsAll(config) ? ReadingBudget.unlimited() : ReadingBudget.none();
    return this.inspect(releases, listing, budget);
  }

  async #isOf(releases: Releases): Promise<boolean> {
    return this.record?.name === (await releases.currentName());
  }
}
