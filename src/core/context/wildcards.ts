/** Whether an item fits; `undefined` for any number of any. */
export type Wildcard<Item> = ((item: Item) => boolean) | undefined;

/**
 * Whether all items fit all wildcards, in their order. What was taken for the last `undefined` alone is ever taken
 * back: one before it could not do better. So the time grows with the one length times the other, whatever is in them.
 */
export function fitsWildcards<Item>(wildcards: readonly Wildcard<Item>[], items: readonly Item[]): boolean {
  let next = 0;
  let any = -1;
  let taken = 0;
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    const wanted = wildcards[next];
    if (next < wildcards.length && wanted === undefined) {
      any = next;
      taken = at;
      next += 1;
    } else if (item !== undefined && wanted?.(item)) {
      at += 1;
      next += 1;
    } else if (any === -1) {
      return false;
    } else {
      taken += 1;
      at = taken;
      next = any + 1;
    }
  }
  return wildcards.slice(next).every((rest) => rest === undefined);
}
