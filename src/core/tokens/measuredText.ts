import { type Measure, measureText, tokensAt, USUAL_RATES } from './measure.ts';

/** A text as the meter knows it: by figures alone. */
export interface MeasuredText {
  /** The same for the same text, and hardly ever for another. */
  digest: number;
  measure: Measure;
  /** Tokens at the usual rates. */
  usual: number;
}

/** Numbers up to 2^53 are exact: 32 bits of the text, the rest of its length. */
const LENGTHS = 2 ** 20;

function digestOf(text: string): number {
  // FNV-1a, by code units.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0) * LENGTHS + (text.length % LENGTHS);
}

export function measured(text: string): MeasuredText {
  const measure = measureText(text);
  return { digest: digestOf(text), measure, usual: tokensAt(USUAL_RATES, measure) };
}
