/** A change to one file of a copy of the project. */
export interface Edit {
  readonly file: string;
  /** Inserts the text below the first line that contains this. */
  readonly below?: string;
  /** Replaces the first occurrence of this. Without `below` and `replaces` the file is new. */
  readonly replaces?: string;
  readonly text: string;
}

/** A test by its file and a part of its title; without a title, the type checker. */
export interface RecipeCheck {
  readonly file: string;
  readonly title?: string;
}

export const TYPES: RecipeCheck = { file: "npm run types" };

/** A recipe of CONTRIBUTING.md with the edits of one example. */
export interface Recipe {
  /** Its heading. */
  readonly heading: string;
  /** The edits of each step that has any, in order. */
  readonly steps: readonly (readonly Edit[])[];
  /** The first fails after the first step; all pass after the last. */
  readonly checks: readonly [RecipeCheck, ...RecipeCheck[]];
  /** In the message of the failed check. */
  readonly missing: RegExp;
}
