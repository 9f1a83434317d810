import type { Turn } from '../../conversation/conversation.ts';
import type { MatchRange } from './historySearch.ts';
import { type MappedText, normalizeForSearch, normalizeWithMap } from './normalizeForSearch.ts';

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

/** The texts of a turn that are searched. */
export function searchedTexts(turn: Turn): readonly string[] {
  return turn.kind === 'user'
    ? [turn.text, ...turn.attachments.flatMap(({ path, text }) => [path, text])]
    : [turn.text];
}

/** Finds all matches of the terms in a text, as offsets in the original. Merges adjacent ranges. */
export function matchRanges(text: string, terms: readonly string[]): readonly MatchRange[] {
  const normalized = normalizeWithMap(text);
  return mergeRanges(findMatches(normalized.text, terms)).map(([start, end]) => [
    normalized.starts[start] ?? 0,
    normalized.ends[end - 1] ?? text.length,
  ]);
}

/**
 * Returns the first of the turns that contain the most terms, with its best snippet; `undefined` if no turn contains
 * any.
 */
export function bestTurn(
  turns: readonly Turn[],
  terms: readonly string[],
): (Snippet & { turnId: string }) | undefined {
  let best: { turn: Turn; text: string } | undefined;
  let maxCount = 0;
  for (const turn of turns) {
    if (maxCount === terms.length) {
      break;
    }
    const texts = searchedTexts(turn).map((text) => ({ text, normalized: normalizeForSearch(text) }));
    const matchCount = terms.filter((term) =>
      texts.some(({ normalized }) => normalized.includes(term)),
    ).length;
    if (matchCount > maxCount) {
      maxCount = matchCount;
      const count = ({ normalized }: { normalized: string }) =>
        terms.filter((term) => normalized.includes(term)).length;
      const [first] = texts.toSorted((one, other) => count(other) - count(one));
      best = first && { turn, text: first.text };
    }
  }
  return best && { turnId: best.turn.id, ...snippetOf(best.text, terms) };
}

/** The beginning of the first turn with text, as a snippet without matches. Empty if there is none. */
export function firstLines(turns: readonly Turn[]): Snippet {
  return snippetOf(turns.map(({ text }) => text.trim()).find((text) => text !== '') ?? '', []);
}

/** Returns the first of the snippets that contain the most terms. */
function snippetOf(text: string, terms: readonly string[]): Snippet {
  const normalized = normalizeWithMap(text);
  const all = findMatches(normalized.text, terms);
  const [from, to] = snippetRange(normalized.text, all);
  const matches = all.filter(([start, end]) => start >= from && end <= to);
  return cutSnippet(text, normalized, [from, to], mergeRanges(matches));
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
function snippetRange(normalized: string, all: readonly MatchRange[]): MatchRange {
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
  text: string,
  normalized: MappedText,
  [from, to]: MatchRange,
  matches: readonly MatchRange[],
): Snippet {
  const ellipsis = from > 0 ? '…' : '';
  let snippet = ellipsis;
  const starts: number[] = [];
  const ends: number[] = [];
  for (let unit = from; unit < to; unit += 1) {
    const start = normalized.starts[unit] ?? 0;
    // Several code units can be normalized from one letter, which is appended once.
    const isSame = unit > from && normalized.starts[unit - 1] === start;
    starts.push(isSame ? (starts.at(-1) ?? 0) : snippet.length);
    snippet += isSame ? '' : text.slice(start, normalized.ends[unit]).replace(/\s+/g, ' ');
    ends.push(snippet.length);
  }
  return {
    snippet: to < normalized.text.length ? `${snippet}…` : snippet,
    ranges: matches.map(([start, end]) => [
      starts[start - from] ?? 0,
      ends[end - 1 - from] ?? snippet.length,
    ]),
  };
}
