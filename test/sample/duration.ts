import { isUnit, MILLISECONDS_PER_UNIT } from './units.ts';

/** Parses a duration such as `90s` or `1.5h`. Returns milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text);
  const [, amount, unit] = match ?? [];
  if (amount === undefined || unit === undefined || !isUnit(unit)) {
    throw new RangeError(`Not a duration: ${text}`);
  }
  return Number(amount) * MILLISECONDS_PER_UNIT[unit];
}

/** Formats milliseconds in the largest unit that gives at least one: `5400000` is `1.5h`. */
export function formatDuration(milliseconds: number): string {
  for (const [unit, size] of Object.entries(MILLISECONDS_PER_UNIT)) {
    if (milliseconds >= size) {
      return `${milliseconds / size}${unit}`;
    }
  }
  return '0ms';
}
