import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "../../model/check.ts";
import {
  type Aspect,
  type Content,
  contentAspectsSchema,
  PACK_NAMES,
  type Pack,
  type PackName,
  packSchema,
} from "../../model/content.ts";
import { Fault } from "../../model/fault.ts";
import { OPTIONAL, readJson } from "./files.ts";
import type { Problems } from "./problems.ts";

const PACKS = join(import.meta.dirname, "..", "insights", "packs");

const checkPack = check(packSchema);
const checkAspects = check(contentAspectsSchema);

const packs = new Map<PackName, Pack>();

export function readPack(name: PackName): Pack {
  const pack = packs.get(name) ?? wholePack(name);
  packs.set(name, pack);
  return pack;
}

function wholePack(name: PackName): Pack {
  const file = join(PACKS, `${name}.json`);
  const pack = checkPack(JSON.parse(readFileSync(file, "utf8")));
  if (!pack.ok) throw new Fault(`${file} is damaged; install the tool again`);
  const { shared, aspects } = pack.value;
  if (shared === undefined) return pack.value;
  const common = readPack("home-services").aspects.filter(({ id }) => shared.includes(id));
  return { ...pack.value, aspects: extended(common, aspects) };
}

/** The pack for a schema.org type. */
export const packFor = (type: string): PackName | undefined =>
  PACK_NAMES.find((name) => readPack(name).types.includes(type));

/** The aspects of `aspects.json`, or of the pack for the business's type where there is no such file. */
export async function loadAspects(
  folder: string,
  type: string,
  problems: Problems,
): Promise<Pick<Content, "aspects" | "evaluation">> {
  const file = join(folder, "aspects.json");
  const before = problems.lines.length;
  const written = await readJson(file, checkAspects, problems, OPTIONAL);
  if (problems.lines.length > before) return { aspects: [], evaluation: [] };
  const proposed = packFor(type);
  if (written === undefined && proposed === undefined) problems.warnings.push(withoutPack(file, type));
  if (written?.pack !== undefined && proposed !== undefined && written.pack !== proposed)
    problems.warnings.push(
      `${file}: pack: is "${written.pack}", but business.type "${type}" has a pack of its own, "${proposed}"`,
    );
  const name = written === undefined ? proposed : written.pack;
  const own = written?.aspects ?? [];
  problems.checkUniqueIds(file, "aspects", own);
  problems.warnings.push(...own.flatMap((aspect) => namedEvents(file, aspect)));
  const pack = name === undefined ? undefined : readPack(name);
  const without = new Set(written?.without);
  const known = pack?.aspects.map(({ id }) => id) ?? [];
  for (const id of without)
    if (!known.includes(id)) problems.add(file, "without", notInPack(id, name, known));
  if (pack === undefined) return { aspects: own, evaluation: [] };
  const kept = pack.aspects.filter(({ id }) => !without.has(id));
  return {
    aspects: extended(kept, own),
    // Another trade's figures, and those of other word lists, say nothing about this business.
    evaluation: own.length === 0 && without.size === 0 && name === proposed ? (pack.evaluation ?? []) : [],
  };
}

/** An event that is a word as well would judge as opinions nearby do where the event does not count. */
function namedEvents(file: string, { id, words, weak = [], events = [] }: Aspect): string[] {
  const named = new Set([...words, ...weak]);
  return events.flatMap(({ phrase }) =>
    named.has(phrase)
      ? [`${file}: aspects.${id}: "${phrase}" is a word and an event; leave it in events, where it judges`]
      : [],
  );
}

const withoutPack = (file: string, type: string): string =>
  `no aspects: there is no pack for business.type "${type}"; name the nearest one in ${file} with "pack" (${PACK_NAMES.join(", ")}); "aspects" of your own alone find far less`;

const notInPack = (id: string, pack: string | undefined, known: readonly string[]): string =>
  pack === undefined
    ? `names aspects of a pack; name the pack with "pack" (got "${id}")`
    : `is no aspect of the pack ${pack}: it has ${known.join(", ")} (got "${id}")`;

/**
 * An aspect with the id of one in the pack adds its words to it; a word that it moves leaves its old list. With a label
 * of its own, sentences no longer call it by the pack's noun.
 */
function extended(pack: readonly Aspect[], own: readonly Aspect[]): readonly Aspect[] {
  const merged = own.map((aspect) => {
    const base = pack.find(({ id }) => id === aspect.id);
    return base === undefined ? aspect : withWords(base, aspect);
  });
  return [...merged, ...pack.filter(({ id }) => !own.some((aspect) => aspect.id === id))];
}

function withWords({ noun, ...aspect }: Aspect, own: Aspect): Aspect {
  const moved = new Set([...own.words, ...(own.weak ?? []), ...(own.except ?? [])]);
  const added = (before: readonly string[] = [], after: readonly string[] = []): string[] => [
    ...before.filter((word) => !moved.has(word)),
    ...after,
  ];
  return {
    ...aspect,
    ...(noun === undefined || own.label !== aspect.label ? {} : { noun }),
    ...own,
    words: added(aspect.words, own.words),
    weak: added(aspect.weak, own.weak),
    except: added(aspect.except, own.except),
    events: [...(aspect.events ?? []).filter(({ phrase }) => !moved.has(phrase)), ...(own.events ?? [])],
    hints: {
      positive: added(aspect.hints?.positive, own.hints?.positive),
      negative: added(aspect.hints?.negative, own.hints?.negative),
    },
  };
}
