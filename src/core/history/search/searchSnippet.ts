import type { MatchRange } from './historySearch.ts';
import { normalizeForSearch } from './normalizeForSearch.ts';
import { differencesOf, lettersBetween } from './originalText.ts';
import type { SearchedText, SearchedTurn } from './searchedTurns.ts';

/** Part of a text on one line, with the matches in it. */
interface Snippet {
  snippet: string;
  ranges: readonly MatchRange[];
}

/** In UTF-16 code units of the normalized text. */
const MAX_SNIPPET_CHARS = 160;
const LEADING_CHARS = 40;
/** Maximum distance by which an end of a snippet moves so that it does not split a word. */
const MAX_WORD_SHIFT_CHARS = 16;

/** Finds all matches of the terms in a text, as offsets in the original. Merges adjacent ranges. */
export function matchRanges(text: string, terms: readonly string[]): readonly MatchRange[] {
  const normalized = normalizeForSearch(text);
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const letter of lettersBetween(normalized, differencesOf(text), 0, normalized.length)) {
    for (let unit = letter.start; unit < letter.end; unit += 1) {
      starts.push(at);
      ends.push(at + letter.text.length);
    }
    at += letter.text.length;
  }
  return mergeRanges(findMatches(normalized, terms)).map(([start, end]) => [
    starts[start] ?? 0,
    ends[end - 1] ?? text.length,
  ]);
}

/**
 * Returns the first of the turns that contain the most terms, with its best snippet; `undefined` if no turn contains
 * any.
 */
export function bestTurn(
  turns: readonly SearchedTurn[],
  terms: readonly string[],
): (Snippet & { turnId: string }) | undefined {
  const countIn = (texts: readonly SearchedText[]): number =>
    terms.filter((term) => texts.some(({ normalized }) => normalized.includes(term))).length;
  let best: SearchedTurn | undefined;
  let maxCount = 0;
  for (const turn of turns) {
    const count = countIn(turn.texts);
    if (count > maxCount) {
      maxCount = count;
      best = turn;
    }
    if (maxCount === terms.length) {
      break;
    }
  }
  const [text] = best?.texts.toSorted((one, other) => countIn([other]) - countIn([one])) ?? [];
  return best && text && { turnId: best.id, ...snippetOf(text, terms) };
}

/** The beginning of the first turn with text, as a snippet without matches. Empty if there is none. */
export function firstLines(turns: readonly SearchedTurn[]): Snippet {
  const text = turns
    .flatMap(({ texts }) => texts.slice(0, 1))
    .find(({ normalized }) => normalized.trim() !== '');
  return text === undefined ? { snippet: '', ranges: [] } : snippetOf(text, []);
}

/** Returns the first of the snippets that contain the most terms. */
function snippetOf(text: SearchedText, terms: readonly string[]): Snippet {
  const all = findMatches(text.normalized, terms);
  const [from, to] = snippetRange(text.normalized, all, terms.length);
  const matches = all.filter(([start, end]) => start >= from && end <= to);
  return cutSnippet(text, [from, to], mergeRanges(matches));
}

/** Finds all occurrences of all terms, sorted by offset. */
function findMatches(normalized: string, terms: readonly string[]): readonly MatchRange[] {
  return terms
    .flatMap((term) => {
      const found: MatchRange[] = [];
      for (let at = normalized.indexOf(term); at >= 0; at = normalized.indexOf(term, at + term.length)) {
        found.push([at, at + term.length]);
      }
      return found;
    })
    .sort(([one], [other]) => one - other);
}

function mergeRanges(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const merged: MatchRange[] = [];
  for (const [start, end] of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) {
      merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    } else {
      merged.push([start, end]);
    }
  }
  return merged;
}

/**
 * Chooses a range that starts shortly before a match, does not split a match that fits, and splits words only if
 * necessary.
 */
function snippetRange(normalized: string, all: readonly MatchRange[], termCount: number): MatchRange {
  let [first = [0, 0] as const] = all;
  let maxCount = 0;
  for (const [index, range] of all.entries()) {
    const foundTerms = new Set<string>();
    for (let next = index; next < all.length; next += 1) {
      const [start, end] = all[next] ?? range;
      if (end - range[0] > MAX_SNIPPET_CHARS - LEADING_CHARS) {
        break;
      }
      foundTerms.add(normalized.slice(start, end));
    }
    if (foundTerms.size > maxCount) {
      maxCount = foundTerms.size;
      first = range;
    }
    if (maxCount === termCount) {
      break;
    }
  }
  const [start, end] = first;
  const desiredStart = Math.max(0, start - LEADING_CHARS);
  const spaceOffset = desiredStart === 0 ? -1 : normalized.slice(desiredStart - 1, start).indexOf(' ');
  const from =
    spaceOffset >= 0 && spaceOffset <= MAX_WORD_SHIFT_CHARS ? desiredStart + spaceOffset : desiredStart;
  const maxEnd = Math.max(from + MAX_SNIPPET_CHARS, end);
  if (maxEnd >= normalized.length) {
    return [from, normalized.length];
  }
  const lastSpace = normalized.lastIndexOf(' ', maxEnd);
  return [from, lastSpace > maxEnd - MAX_WORD_SHIFT_CHARS && lastSpace >= end ? lastSpace : maxEnd];
}

function cutSnippet(
  { normalized, differences }: SearchedText,
  [from, to]: MatchRange,
  matches: readonly MatchRange[],
): Snippet {
  let snippet = from > 0 ? '…' : '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { text, ...letter } of lettersBetween(normalized, differences, from, to)) {
    const start = snippet.length;
    snippet += letter.start < letter.end ? text.replace(/\s+/g, ' ') : '';
    // Several code units can be normalized from one letter, which may be only partly in the range.
    for (let unit = Math.max(letter.start, from); unit < Math.min(letter.end, to); unit += 1) {
      starts.push(start);
      ends.push(snippet.length);
    }
  }
  return {
    snippet: to < normalized.length ? `${snippet}…` : snippet,
    ranges: matches.map(([start, end]) => [
      starts[start - from] ?? 0,
      ends[end - 1 - from] ?? snippet.length,
    ]),
  };
}
