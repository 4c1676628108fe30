const NUMBERS = new Map<string, number>();

/**
 * The number of a word, from 1 in the order of first use in this process: comparing numbers is faster than comparing
 * words. No result depends on the order.
 */
export function wordNumber(word: string): number {
  const known = NUMBERS.get(word);
  if (known !== undefined) return known;
  NUMBERS.set(word, NUMBERS.size + 1);
  return NUMBERS.size;
}
