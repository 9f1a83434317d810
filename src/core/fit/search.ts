/** The first whole number of a range that it is true of, where it is true from some number on; else the one behind. */
export function firstTrue(first: number, last: number, isTrue: (value: number) => boolean): number {
  let [low, high] = [first, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** The last whole number of a range that it is true of, where it is true up to some number; else the first. */
export function lastTrue(first: number, last: number, isTrue: (value: number) => boolean): number {
  return Math.max(first, firstTrue(first, Math.floor(last), (value) => !isTrue(value)) - 1);
}
