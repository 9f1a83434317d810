import { type Measure, measureText } from './measure.ts';

/** A text as the meter knows it: by figures alone. */
export interface MeasuredText {
  /** The same for the same text, and hardly ever for another. */
  digest: number;
  measure: Measure;
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
  return { digest: digestOf(text), measure: measureText(text) };
}
