/** Keeps a map or set within its bound by removing the oldest entries. */
export function forgetOldest<Key>(
  kept: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
