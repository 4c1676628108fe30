/** Binary search: the first index whose value passes, where all later values pass as well. */
export function firstIndex<T>(values: ArrayLike<T>, passes: (value: T) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(values[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
