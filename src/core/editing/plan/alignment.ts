import type { CodeLine } from '../../code/codeLine.ts';
import type { Code } from '../../code/readCode.ts';
import type { KnownDocument } from './knownDocument.ts';
import type { LineRange } from './lineRange.ts';
import { isCloseVersionOf, isPlace, isVersionOf, saysAnew } from './lineWorth.ts';
import { isOutside, type Match, type PossibleMatch, possibleMatches } from './possibleMatches.ts';

/*
 * Which line of some code is which line of a document: an alignment, as in a diff, of all of the code with a part of the
 * document. Of all pairs of lines that can match (`possibleMatches.ts`), the chain is taken that is in order in both and worth
 * most. Lines that tell nothing by themselves, such as `}`, go with those that do.
 */

export interface Alignment {
  /** In order. */
  readonly matches: readonly Match[];
  /** Declarations outside that the code has in another order. */
  readonly moved: readonly Match[];
}

/** @param asked lines that were asked about; an empty range at the end of the document if none were */
export function align(document: KnownDocument, asked: LineRange, code: Code): Alignment {
  const all = possibleMatches(document, asked, code);
  const chain = extended(document, asked, code, heaviestChain(all));
  const matches = withoutCoincidences(document, asked, code, withClosers(document, code, chain));
  const matched = new Set(matches.map(({ code: at }) => at));
  const moved = all.filter(
    ({ kind, code: at, line }) => kind === 'named' && !matched.has(at) && isOutside(asked, line),
  );
  return { matches, moved };
}

interface Chained {
  readonly match: PossibleMatch;
  readonly worth: number;
  readonly previous: Chained | undefined;
}

/** The pairs, in order in both texts, that are worth most together. */
function heaviestChain(pairs: readonly PossibleMatch[]): Match[] {
  const lines = [...new Set(pairs.map(({ line }) => line))].sort((one, other) => one - other);
  const rankOf = new Map(lines.map((line, rank) => [line, rank + 1]));
  // The best chain that ends at a line or above (a Fenwick tree).
  const best: (Chained | undefined)[] = [];
  const bestAbove = (rank: number): Chained | undefined => {
    let found: Chained | undefined;
    for (let at = rank; at > 0; at -= at & -at) {
      const each = best[at];
      found = each !== undefined && each.worth > (found?.worth ?? 0) ? each : found;
    }
    return found;
  };
  const byCode = [...Map.groupBy(pairs, ({ code }) => code)].sort(([one], [other]) => one - other);
  for (const [, sameLine] of byCode) {
    const chains = sameLine.map((match) => {
      const previous = bestAbove((rankOf.get(match.line) ?? 1) - 1);
      return { match, worth: match.worth + (previous?.worth ?? 0), previous };
    });
    for (const chain of chains) {
      for (let at = rankOf.get(chain.match.line) ?? 1; at <= lines.length; at += at & -at) {
        if ((best[at]?.worth ?? 0) < chain.worth) {
          best[at] = chain;
        }
      }
    }
  }
  const matches: Match[] = [];
  for (let chain = bestAbove(lines.length); chain !== undefined; chain = chain.previous) {
    matches.push(chain.match);
  }
  return matches.reverse();
}

/** The lines next to matching ones outside match too if they are equal, or versions of each other. */
function extended(
  { lines }: KnownDocument,
  asked: LineRange,
  code: Code,
  matches: readonly Match[],
): Match[] {
  const all = new Map(matches.map((match) => [match.code, match]));
  const taken = new Set(matches.map(({ line }) => line));
  const isInPlace = isPlace(lines, asked);
  for (const step of [1, -1] as const) {
    for (const match of matches) {
      let [at, line] = [match.code, match.line];
      while (isOutside(asked, line)) {
        [at, line] = [nextText(code.lines, at, step), nextText(lines, line, step)];
        const [own, known] = [code.lines[at], lines[line]];
        const isVersion =
          own !== undefined &&
          known !== undefined &&
          (own.trimmed === known.trimmed ||
            (own.tellsPlace &&
              known.tellsPlace &&
              isCloseVersionOf(known, own) &&
              (!isInPlace || saysAnew(known, own))));
        if (!isOutside(asked, line) || all.has(at) || taken.has(line) || !isVersion) {
          break;
        }
        all.set(at, { code: at, line, kind: 'same' });
        taken.add(line);
      }
    }
  }
  return inOrder([...all.values()]);
}

function nextText(lines: readonly CodeLine[], from: number, step: 1 | -1): number {
  let at = from + step;
  while (lines[at]?.isBlank === true) {
    at += step;
  }
  return at;
}

/** Matches in the order of the code, without those that are not in order in the document. */
function inOrder(matches: readonly Match[]): Match[] {
  let last = -1;
  return matches
    .toSorted((one, other) => one.code - other.code)
    .filter(({ line }) => {
      const isNext = line > last;
      last = Math.max(last, line);
      return isNext;
    });
}

/** Lines that close a block go with the line that opens it, if both blocks are closed. */
function withClosers({ lines, ends }: KnownDocument, code: Code, matches: readonly Match[]): Match[] {
  const known = new Set(matches.map(({ code: at }) => at));
  const closers = matches.flatMap(({ block, kind }): Match[] => {
    const [at, line] = [(block?.code.end ?? 0) - 1, (block?.document.end ?? 0) - 1];
    const [own, other] = [code.lines[at], lines[line]];
    const isCloser =
      own?.is('closes') === true &&
      other !== undefined &&
      (own.trimmed === other.trimmed || (own.is('closer') && other.is('closer')));
    if (block === undefined || !isCloser || at === block.code.start || known.has(at)) {
      return [];
    }
    const isClosed = [code.ends.get(block.code.start), ends.get(block.document.start)].every(
      (end) => end !== Number.POSITIVE_INFINITY,
    );
    return isClosed ? [{ code: at, line, kind }] : [];
  });
  return inOrder([...matches, ...closers]);
}

/**
 * Without equal lines outside that stand alone among lines which don't come back: these tell nothing. They do in a block
 * that comes back, beside what was asked about or another match, and if all of the code stands outside.
 */
function withoutCoincidences(
  { lines }: KnownDocument,
  asked: LineRange,
  code: Code,
  matches: readonly Match[],
): Match[] {
  const isNear = (one: number, other: number): boolean => {
    let line = Math.min(one, other) + 1;
    while (line < Math.max(one, other) && lines[line]?.tellsPlace !== true) {
      line++;
    }
    return line >= Math.max(one, other);
  };
  const matched = new Set(matches.map(({ code: at, line }) => (isOutside(asked, line) ? at : -1)));
  const telling = [...code.lines.keys()].filter((at) => code.lines[at]?.tellsPlace === true);
  const [first, second] = telling;
  const only = second === undefined ? code.lines[first ?? 0] : undefined;
  const own = lines.slice(asked.start, asked.end);
  const isVersion = only !== undefined && own.some((line) => isVersionOf(line, only));
  if (!isVersion && telling.every((at) => matched.has(at))) {
    return [...matches];
  }
  let end = 0;
  return matches.filter(({ line, kind, block }, index) => {
    const [above, below] = [matches[index - 1]?.line, matches[index + 1]?.line];
    const isInside = line < end;
    end = Math.max(end, block?.document.end ?? 0);
    return (
      kind !== 'same' ||
      isInside ||
      !isOutside(asked, line) ||
      isNear(line, line < asked.start ? asked.start : asked.end - 1) ||
      (above !== undefined && isNear(line, above)) ||
      (below !== undefined && isNear(line, below))
    );
  });
}
