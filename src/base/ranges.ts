/**
 * Where the items that fulfill a condition are in a list: the index at which such a range starts, at which it ends, and
 * so on. `[0, 2, 5, 6]` for the first two and the sixth. The last range may have no end.
 */
export function rangesOf<Item>(items: readonly Item[], fulfills: (item: Item) => boolean): number[] {
  let didFulfill = false;
  return items.flatMap((item, index) => {
    const hasChanged = fulfills(item) !== didFulfill;
    didFulfill = didFulfill !== hasChanged;
    return hasChanged ? [index] : [];
  });
}

/** The items in such ranges. */
export function itemsIn<Item>(items: readonly Item[], ranges: readonly number[]): Item[] {
  const changes = new Set(ranges);
  let isIn = false;
  return items.filter((_, index) => {
    isIn = isIn !== changes.has(index);
    return isIn;
  });
}
