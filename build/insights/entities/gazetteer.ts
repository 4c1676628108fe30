import {
  type Entities,
  type Entity,
  ENTITY_KINDS,
  type EntityKind,
  PERSON_TITLES,
  withoutTitle,
} from "../../../model/entities.ts";
import { EVERYDAY_NAMES, EVERYDAY_PLACES } from "./everyday-words.ts";
import { namesOf } from "./name-words.ts";
import { WordTable } from "../text/vocabulary.ts";
import { wordsOf } from "../text/words.ts";

/** One spelling of one entity's name. */
export interface Alias {
  readonly kind: EntityKind;
  readonly id: string;
  /** Also an everyday word: a mention needs a cue next to it. */
  readonly isAmbiguous: boolean;
}

/** A node of a tree of names, word by word. */
export interface NameTree {
  readonly next: Map<string, NameTree>;
  /** Names that end here. If several entities share a name, none of them is guessed. */
  readonly aliases: Alias[];
  /** A phrase of `not_in` ends here: its words mean something else. */
  isOtherMeaning: boolean;
}

export interface Gazetteer {
  readonly names: NameTree;
  /** Most words begin no name. */
  readonly firstWords: WordTable;
  /** Single-word names of technicians, long enough to be recognized with one letter wrong. */
  readonly spellable: readonly { readonly word: string; readonly alias: Alias }[];
}

/** Shorter names are one letter away from too many everyday words. */
export const MIN_SPELLABLE_LETTERS = 6;

export function compileGazetteer(entities: Entities): Gazetteer {
  const gazetteer = new Compiler();
  for (const kind of ENTITY_KINDS) {
    for (const entity of entities[kind]) gazetteer.addEntity(kind, entity);
  }
  gazetteer.addFirstNames(entities.technicians);
  const { names, spellable } = gazetteer;
  return { names, spellable, firstWords: WordTable.of(names.next.keys()) };
}

/** A warning for each name that is written for two entities. */
export function sharedNameWarnings(entities: Entities): string[] {
  const written = ENTITY_KINDS.flatMap((kind) =>
    entities[kind].flatMap((entity) =>
      namesOf([entity]).map((one) => ({
        entity: `${kind}/${entity.id}`,
        name: foldedWords(one).join(" "),
      })),
    ),
  );
  return [...Map.groupBy(written, ({ name }) => name)].flatMap(([name, all]) => {
    const owners = new Set(all.map(({ entity }) => entity));
    return owners.size < 2 || name === ""
      ? []
      : `entities.json: "${name}" is a name of ${[...owners].join(" and ")}, so a text with it mentions neither: keep it for one`;
  });
}

const isSame = (a: Pick<Alias, "kind" | "id">, b: Pick<Alias, "kind" | "id">): boolean =>
  a.kind === b.kind && a.id === b.id;

class Compiler {
  readonly names: NameTree = newNode();
  readonly spellable: { word: string; alias: Alias }[] = [];

  addEntity(kind: EntityKind, entity: Entity): void {
    for (const written of namesOf([entity])) {
      const words = foldedWords(written);
      const alias = { kind, id: entity.id, isAmbiguous: isAmbiguous(kind, entity, words) };
      for (const form of kind === "services" ? inflected(words) : [words]) this.#add(form, alias);
      this.#addSpellable(words, alias);
    }
    for (const phrase of entity.not_in ?? []) {
      const written = foldedWords(phrase);
      for (const form of kind === "services" ? inflected(written) : [written])
        this.#nodeOf(form).isOtherMeaning = true;
    }
  }

  /** Adds "Ana", "Ana S.", "Ana Silva" and "Dr. Silva" for Ana Silva or Dr. Ana Silva. A shared first name is not added. */
  addFirstNames(technicians: readonly Entity[]): void {
    for (const entity of technicians) {
      const name = foldedWords(withoutTitle(entity.name));
      const [first = "", ...others] = name;
      const last = others.at(-1);
      const named = { kind: "technicians", id: entity.id } as const;
      if (last !== undefined) {
        const full = [name, [first, last.slice(0, 1)], ...PERSON_TITLES.map((title) => [title, last])];
        for (const words of full) this.#add(words, { ...named, isAmbiguous: false });
      }
      const isShared = technicians.some((other) => other !== entity && firstOf(other) === first);
      const isTaken = this.names.next.get(first)?.aliases.some((alias) => !isSame(alias, named)) ?? false;
      if (first.length < 2 || isShared || isTaken) continue;
      const alias = { ...named, isAmbiguous: isAmbiguous("technicians", entity, [first]) };
      this.#add([first], alias);
      this.#addSpellable([first], alias);
    }
  }

  #add(words: readonly string[], alias: Alias): void {
    if (words.length === 0) return;
    const { aliases } = this.#nodeOf(words);
    if (!aliases.some((other) => isSame(other, alias))) aliases.push(alias);
  }

  #nodeOf(words: readonly string[]): NameTree {
    let node = this.names;
    for (const word of words) {
      let next = node.next.get(word);
      if (next === undefined) node.next.set(word, (next = newNode()));
      node = next;
    }
    return node;
  }

  #addSpellable(words: readonly string[], alias: Alias): void {
    const [word = ""] = words;
    const isSpellable =
      alias.kind === "technicians" && words.length === 1 && word.length >= MIN_SPELLABLE_LETTERS;
    if (isSpellable && !this.spellable.some((known) => known.word === word))
      this.spellable.push({ word, alias });
  }
}

const newNode = (): NameTree => ({ next: new Map(), aliases: [], isOtherMeaning: false });

const foldedWords = (written: string): string[] => wordsOf(written).map(({ folded }) => folded);

const firstOf = ({ name }: Entity): string => foldedWords(withoutTitle(name))[0] ?? "";

function isAmbiguous(kind: EntityKind, entity: Entity, words: readonly string[]): boolean {
  const written = words.join(" ");
  if (entity.ambiguous?.some((marked) => foldedWords(marked).join(" ") === written)) return true;
  if (kind === "technicians") return EVERYDAY_NAMES.has(written) || written.length <= 2;
  return kind === "service_areas" && EVERYDAY_PLACES.has(written);
}

/** Plural and verb forms of a service: "clog", "clogs", "clogged", "clogging". */
function inflected(words: readonly string[]): string[][] {
  const last = words.at(-1) ?? "";
  if (last.length < 3 || !/^[a-z]+$/.test(last)) return [[...words]];
  const stem = last.endsWith("e") ? last.slice(0, -1) : last;
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(last) ? last + last.slice(-1) : last;
  const endings = [last, `${last}s`, `${last}es`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`];
  if (last.endsWith("y")) endings.push(`${last.slice(0, -1)}ies`);
  return [...new Set(endings)].map((ending) => [...words.slice(0, -1), ending]);
}
