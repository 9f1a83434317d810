/** Milliseconds per unit, from the largest unit to the smallest. */
export const MILLISECONDS_PER_UNIT = {
  d: 86_400_000,
  h: 3_600_000,
  min: 60_000,
  s: 1_000,
  ms: 1,
} as const;

export type Unit = keyof typeof MILLISECONDS_PER_UNIT;

export function isUnit(text: string): text is Unit {
  return Object.hasOwn(MILLISECONDS_PER_UNIT, text);
}
