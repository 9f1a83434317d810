/** The middle one of some numbers, the mean of the two in the middle where there are two; `undefined` of none. */
export function median(values: readonly number[]): number | undefined {
  const lower = lowerMedian(values);
  const upper = lowerMedian(values.map((value) => -value));
  return lower === undefined || upper === undefined ? undefined : (lower - upper) / 2;
}

/** The middle one of some numbers, the less of the two in the middle where there are two; `undefined` of none. */
export function lowerMedian(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1];
}
