/** Binary search: the first index whose value passes, where all later values pass as well. */
export function firstIndex(values: Uint32Array, passes: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(values[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
