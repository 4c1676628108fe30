/** The number of matches of a global expression. */
export const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
