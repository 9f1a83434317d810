import type { Turn } from '../../conversation/conversation.ts';
import type { MatchRange } from './historySearch.ts';
import { type MappedText, normalizeForSearch, normalizeWithMap } from './normalizeForSearch.ts';

/** A piece of a text on one line, and where it has what was looked for. */
interface Snippet {
  snippet: string;
  ranges: readonly MatchRange[];
}

/** In folded units. */
const MAX_SNIPPET_CHARS = 160;
const LEADING_CHARS = 40;
/** How far a cut may move so that no word is cut. */
const MAX_WORD_SHIFT_CHARS = 16;

/** All texts of a turn in which a search looks. */
export function searchedTexts(turn: Turn): readonly string[] {
  return turn.kind === 'user'
    ? [turn.text, ...turn.attachments.flatMap(({ path, text }) => [path, text])]
    : [turn.text];
}

/** Where a text has any of the terms, in its own units; ranges that touch are one. */
export function matchRanges(text: string, terms: readonly string[]): readonly MatchRange[] {
  const folded = normalizeWithMap(text);
  return mergeRanges(findMatches(folded.text, terms)).map(([start, end]) => [
    folded.starts[start] ?? 0,
    folded.ends[end - 1] ?? text.length,
  ]);
}

/** The turn that has the most of the terms, the first of several, with its best piece; `undefined` where none has any. */
export function bestTurn(
  turns: readonly Turn[],
  terms: readonly string[],
): (Snippet & { turnId: string }) | undefined {
  let best: { turn: Turn; text: string } | undefined;
  let most = 0;
  for (const turn of turns) {
    if (most === terms.length) {
      break;
    }
    const texts = searchedTexts(turn).map((text) => ({ text, folded: normalizeForSearch(text) }));
    const inTurn = terms.filter((term) => texts.some(({ folded }) => folded.includes(term))).length;
    if (inTurn > most) {
      most = inTurn;
      const count = ({ folded }: { folded: string }) => terms.filter((term) => folded.includes(term)).length;
      const [first] = texts.toSorted((one, other) => count(other) - count(one));
      best = first && { turn, text: first.text };
    }
  }
  return best && { turnId: best.turn.id, ...snippetOf(best.text, terms) };
}

/** The piece of a text that has the most of the terms, the first of several. */
function snippetOf(text: string, terms: readonly string[]): Snippet {
  const folded = normalizeWithMap(text);
  const all = findMatches(folded.text, terms);
  const [from, to] = snippetRange(folded.text, all);
  const within = all.filter(([start, end]) => start >= from && end <= to);
  return cutSnippet(text, folded, [from, to], mergeRanges(within));
}

/** Each place of each term, in their order. */
function findMatches(folded: string, terms: readonly string[]): readonly MatchRange[] {
  return terms
    .flatMap((term) => {
      const found: MatchRange[] = [];
      for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
        found.push([at, at + term.length]);
      }
      return found;
    })
    .sort(([one], [other]) => one - other);
}

function mergeRanges(ranges: readonly MatchRange[]): readonly MatchRange[] {
  const found: MatchRange[] = [];
  for (const [start, end] of ranges) {
    const last = found.at(-1);
    if (last !== undefined && start <= last[1]) {
      found[found.length - 1] = [last[0], Math.max(last[1], end)];
    } else {
      found.push([start, end]);
    }
  }
  return found;
}

/** A piece that begins shortly before a match, does not cut one that fits, and cuts no word where it need not. */
function snippetRange(folded: string, all: readonly MatchRange[]): MatchRange {
  let [first = [0, 0] as const] = all;
  let most = 0;
  for (const [index, range] of all.entries()) {
    const kinds = new Set<string>();
    for (let next = index; next < all.length; next += 1) {
      const [start, end] = all[next] ?? range;
      if (end - range[0] > MAX_SNIPPET_CHARS - LEADING_CHARS) {
        break;
      }
      kinds.add(folded.slice(start, end));
    }
    if (kinds.size > most) {
      most = kinds.size;
      first = range;
    }
  }
  const [start, end] = first;
  const wish = Math.max(0, start - LEADING_CHARS);
  const blank = wish === 0 ? -1 : folded.slice(wish - 1, start).indexOf(' ');
  const from = blank >= 0 && blank <= MAX_WORD_SHIFT_CHARS ? wish + blank : wish;
  const longest = Math.max(from + MAX_SNIPPET_CHARS, end);
  if (longest >= folded.length) {
    return [from, folded.length];
  }
  const last = folded.lastIndexOf(' ', longest);
  return [from, last > longest - MAX_WORD_SHIFT_CHARS && last >= end ? last : longest];
}

function cutSnippet(
  text: string,
  folded: MappedText,
  [from, to]: MatchRange,
  matches: readonly MatchRange[],
): Snippet {
  const before = from > 0 ? '…' : '';
  let snippet = before;
  const starts: number[] = [];
  const ends: number[] = [];
  for (let unit = from; unit < to; unit += 1) {
    const start = folded.starts[unit] ?? 0;
    // Several units can stand for one letter, which is there once.
    const isSame = unit > from && folded.starts[unit - 1] === start;
    starts.push(isSame ? (starts.at(-1) ?? 0) : snippet.length);
    snippet += isSame ? '' : text.slice(start, folded.ends[unit]).replace(/\s+/g, ' ');
    ends.push(snippet.length);
  }
  return {
    snippet: to < folded.text.length ? `${snippet}…` : snippet,
    ranges: matches.map(([start, end]) => [
      starts[start - from] ?? 0,
      ends[end - 1 - from] ?? snippet.length,
    ]),
  };
}
