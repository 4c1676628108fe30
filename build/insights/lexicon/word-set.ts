/** The words of a list separated by white space. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
