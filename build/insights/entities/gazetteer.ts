import { type Entities, type Entity, ENTITY_KINDS, type EntityKind } from "../../../model/entities.ts";
import { EVERYDAY_NAMES, EVERYDAY_PLACES, TITLES } from "./everyday-words.ts";
import { fold, wordsOf } from "../text/words.ts";

/** One way to write one entity. */
export interface Alias {
  readonly kind: EntityKind;
  readonly id: string;
  /** Also an everyday word: needs a capital and a cue. */
  readonly isAmbiguous: boolean;
}

/** A token trie: from here on, by the next word. */
export interface Place {
  readonly next: Map<string, Place>;
  /** Entities whose alias ends here; several different ones mean that nobody can tell. */
  readonly aliases: Alias[];
  /** A phrase ends here in which the words mean something else. */
  isElse: boolean;
}

export interface Gazetteer {
  readonly root: Place;
  /** Single-word names of technicians, long enough to be recognised with one letter wrong. */
  readonly spellable: readonly { readonly word: string; readonly alias: Alias }[];
}

/** Shorter names have too many neighbours among everyday words. */
const MIN_SPELLABLE_LETTERS = 6;

export function compileGazetteer(entities: Entities): Gazetteer {
  const gazetteer = new Compiler();
  for (const kind of ENTITY_KINDS) {
    for (const entity of entities[kind]) gazetteer.addEntity(kind, entity);
  }
  gazetteer.addFirstNames(entities.technicians);
  return gazetteer;
}

class Compiler implements Gazetteer {
  readonly root: Place = newPlace();
  readonly spellable: { word: string; alias: Alias }[] = [];

  addEntity(kind: EntityKind, entity: Entity): void {
    for (const written of [entity.name, ...(entity.aliases ?? [])]) {
      const words = foldedWords(written);
      const alias = { kind, id: entity.id, isAmbiguous: isAmbiguous(kind, entity, words) };
      for (const form of kind === "services" ? inflected(words) : [words]) this.#add(form, alias);
      this.#spell(words, alias);
    }
    for (const phrase of entity.not_in ?? []) this.#place(foldedWords(phrase)).isElse = true;
  }

  /** "Ana", "Ana S." and "Ms. Silva" for Ana Silva, as far as they name one technician only. */
  addFirstNames(technicians: readonly Entity[]): void {
    for (const entity of technicians) {
      const [first = "", ...others] = foldedWords(entity.name);
      const last = others.at(-1);
      const named = { kind: "technicians", id: entity.id } as const;
      if (last !== undefined) {
        this.#add([first, last.slice(0, 1)], { ...named, isAmbiguous: false });
        for (const title of TITLES) this.#add([title, last], { ...named, isAmbiguous: false });
      }
      const isShared = technicians.some((other) => other !== entity && firstOf(other) === first);
      const isTaken = this.root.next.get(first)?.aliases.some(({ id }) => id !== entity.id) ?? false;
      if (first.length < 2 || isShared || isTaken) continue;
      const alias = { ...named, isAmbiguous: isAmbiguous("technicians", entity, [first]) };
      this.#add([first], alias);
      this.#spell([first], alias);
    }
  }

  #add(words: readonly string[], alias: Alias): void {
    if (words.length === 0) return;
    const { aliases } = this.#place(words);
    if (!aliases.some(({ kind, id }) => kind === alias.kind && id === alias.id)) aliases.push(alias);
  }

  #place(words: readonly string[]): Place {
    let place = this.root;
    for (const word of words) {
      let next = place.next.get(word);
      if (next === undefined) place.next.set(word, (next = newPlace()));
      place = next;
    }
    return place;
  }

  #spell(words: readonly string[], alias: Alias): void {
    const [word = ""] = words;
    const isSpellable =
      alias.kind === "technicians" && words.length === 1 && word.length >= MIN_SPELLABLE_LETTERS;
    if (isSpellable && !this.spellable.some((known) => known.word === word))
      this.spellable.push({ word, alias });
  }
}

const newPlace = (): Place => ({ next: new Map(), aliases: [], isElse: false });

const foldedWords = (written: string): string[] => wordsOf(written).map(({ folded }) => folded);

const firstOf = ({ name }: Entity): string => foldedWords(name)[0] ?? "";

function isAmbiguous(kind: EntityKind, entity: Entity, words: readonly string[]): boolean {
  const written = words.join(" ");
  if (entity.ambiguous?.some((marked) => foldedWords(marked).join(" ") === written)) return true;
  if (kind === "technicians") return EVERYDAY_NAMES.has(written) || written.length <= 2;
  return kind === "service_areas" && EVERYDAY_PLACES.has(fold(written));
}

/** Services are also done and come in numbers: "clog" is there in clogs, clogged and clogging. */
function inflected(words: readonly string[]): string[][] {
  const last = words.at(-1) ?? "";
  if (last.length < 3 || !/^[a-z]+$/.test(last)) return [[...words]];
  const stem = last.endsWith("e") ? last.slice(0, -1) : last;
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(last) ? last + last.slice(-1) : last;
  const endings = [last, `${last}s`, `${last}es`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`];
  if (last.endsWith("y")) endings.push(`${last.slice(0, -1)}ies`);
  return [...new Set(endings)].map((ending) => [...words.slice(0, -1), ending]);
}
