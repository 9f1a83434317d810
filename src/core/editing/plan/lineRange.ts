/** Lines of a text: indexes, the end exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export function contains(outer: LineRange, inner: LineRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The smallest range with both in it. */
export function union(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
