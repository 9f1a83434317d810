import { isUnit, MILLISECONDS_PER_UNIT } from './units.ts';

/** Reads a duration such as `90s` or `1.5h` and returns milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text);
  const [, amount, unit] = match ?? [];
  if (amount === undefined || unit === undefined || !isUnit(unit)) {
    throw new RangeError(`Not a duration: ${text}`);
  }
  return Number(amount) * MILLISECONDS_PER_UNIT[unit];
}

/** Writes milliseconds in the longest unit that leaves at least one of it: `5400000` is `1.5h`. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, size] of Object.entries(MILLISECONDS_PER_UNIT)) {
    if (milliseconds >= size) {
      return `${milliseconds / size}${unit}`;
    }
  }
  return '0ms';
}
