import { normalizeForSearch } from './normalizeForSearch.ts';

/** A code point of an original text, with those that follow it and are not in the normalized text. */
export interface Letter {
  text: string;
  /** Its range in the normalized text, in UTF-16 code units. Empty only if nothing of it is there. */
  start: number;
  end: number;
}

/**
 * Maximal runs of what normalization may change, but no single space between other characters. Between them there is
 * ASCII that stays as it is, or Chinese characters, of which none has a normalized form. Being maximal, a run is
 * normalized alone as it is in the text.
 */
const CHANGED_PATTERN = /(?: ?[A-Z\u0080-\u33ff\ua000-\uffff]|[^\S ]| \s)[A-Z\s\u0080-\u33ff\ua000-\uffff]*/g;
/** Changed by normalization in any case, which is quick to see. */
const CERTAINLY_CHANGED_PATTERN = /[A-Z\n]/;
/** The number of code units before a run, base 36, and the run: no digit or lower-case letter is in one. */
const DIFFERENCE_PATTERN = /(?<![\da-z])([\da-z]*)([^\da-z]+)/g;

/** Returns what is needed to restore a text from its normalized form. Contains only the white space of the text. */
export function differencesOf(text: string): string {
  const differences: string[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(CHANGED_PATTERN)) {
    if (CERTAINLY_CHANGED_PATTERN.test(run) || run !== normalizeForSearch(run)) {
      differences.push(index === at ? '' : (index - at).toString(36), run);
      at = index + run.length;
    }
  }
  return differences.join('');
}

/** Returns the letters of the original whose normalized form is at least partly in a range. */
export function lettersBetween(normalized: string, differences: string, from: number, to: number): Letter[] {
  const letters: Letter[] = [];
  let at = 0;
  for (const [, length = '', run = ''] of differences.matchAll(DIFFERENCE_PATTERN)) {
    const runStart = at + (length === '' ? 0 : Number.parseInt(length, 36));
    addUnchanged(letters, normalized, Math.max(at, from), Math.min(runStart, to));
    at = runStart;
    if (at > to) {
      return letters;
    }
    for (const codePoint of run) {
      const start = at;
      for (const unit of normalizeForSearch(codePoint)) {
        // Of successive spaces, only the first is in the normalized text.
        at += unit === ' ' && normalized[at - 1] === ' ' ? 0 : unit.length;
      }
      const last = letters.at(-1);
      if (start < at ? start < to && at > from : start === 0 && from === 0 && last === undefined) {
        letters.push({ text: codePoint, start, end: at });
      } else if (start === at && last?.end === at) {
        last.text += codePoint;
      }
    }
  }
  addUnchanged(letters, normalized, Math.max(at, from), Math.min(normalized.length, to));
  return letters;
}

function addUnchanged(letters: Letter[], normalized: string, from: number, to: number): void {
  // A code point is never split.
  for (let start = isLowSurrogate(normalized, from) ? from - 1 : from; start < to; ) {
    const text = String.fromCodePoint(normalized.codePointAt(start) ?? 0);
    letters.push({ text, start, end: start + text.length });
    start += text.length;
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
}
