import type { CodeLine } from '../../code/codeLine.ts';
import { lineHunks } from '../lineHunks.ts';

/*
 * Which lines of a text are gone in another version of it, by an alignment of both: lines that tell a place, that stand
 * nowhere else in it, that have become no other line, and in whose gap nothing new stands. It takes no knowledge of the
 * language.
 */

/** Product of the numbers of lines up to which lines are paired. A pair takes a few µs. */
const MAX_PAIRS = 10_000;

/** Share of their words that a line and what it has become have in common at least. */
const MIN_SHARED = 0.5;

interface Line {
  readonly index: number;
  readonly text: string;
  readonly depth: number;
  /** And numbers. */
  readonly words: readonly string[];
}

/** @returns indexes in `before`, in order */
export function goneLines(before: readonly CodeLine[], after: readonly CodeLine[]): number[] {
  const [old, now] = [tellingLines(before), tellingLines(after)];
  const hunks = lineHunks(textsOf(old), textsOf(now)).map(({ leftStart, leftEnd, rightStart, rightEnd }) => ({
    gone: old.slice(leftStart, leftEnd),
    added: now.slice(rightStart, rightEnd),
  }));
  // What one hunk removes and another one adds has moved, whatever the order of its words.
  const removed = counts(hunks.flatMap(({ gone }) => gone.map(sortedWords)));
  const added = counts(hunks.flatMap((hunk) => hunk.added.map(sortedWords)));
  const isNew = (others: Map<string, number>, line: Line): boolean => {
    const words = sortedWords(line);
    const left = others.get(words) ?? 0;
    others.set(words, left - 1);
    return left <= 0;
  };
  return hunks.flatMap((hunk) =>
    goneOf(
      hunk.gone.filter((line) => isNew(added, line)),
      hunk.added.filter((line) => isNew(removed, line)),
    ),
  );
}

function sortedWords({ words }: Line): string {
  return [...words].sort().join(' ');
}

function tellingLines(lines: readonly CodeLine[]): Line[] {
  return lines.flatMap((line, index) =>
    line.tellsPlace || line.is('case') || line.is('item')
      ? [{ index, text: line.trimmed, depth: line.depth, words: line.wordsAndNumbers }]
      : [],
  );
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}

function counts(texts: readonly string[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const text of texts) {
    all.set(text, (all.get(text) ?? 0) + 1);
  }
  return all;
}

/** Of the lines of one hunk. Between two that have become others is a gap. */
function goneOf(gone: readonly Line[], added: readonly Line[]): number[] {
  if (added.length === 0) {
    return gone.map(({ index }) => index);
  }
  if (gone.length * added.length > MAX_PAIRS) {
    return [];
  }
  const words = added.flatMap((line) => line.words);
  const becomes = pairs(gone, added);
  const result: number[] = [];
  let gap: Line[] = [];
  let above = 0;
  for (const [at, below] of [...becomes, added.length].entries()) {
    if (below === undefined) {
      gap.push(...gone.slice(at, at + 1));
      continue;
    }
    const between = added.slice(above, below);
    for (const { index, depth, words: own } of gap) {
      // What is deeper is part of what stands above.
      const isFilled = between.filter((other) => other.depth <= depth).length >= gap.length;
      // Such as lines that were joined, perhaps without their first word.
      const isJoined = [own, own.slice(1)].some((some) => some.length > 1 && isPartOf(some, words));
      if (!isFilled && !isJoined) {
        result.push(index);
      }
    }
    [gap, above] = [[], below + 1];
  }
  return result;
}

/** Whether words are among others in this order. */
function isPartOf(words: readonly string[], others: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    from = others.indexOf(word, from) + 1;
    return from > 0;
  });
}

/** For each line, which other one it has become: the pairs in order that are most alike together. */
function pairs(gone: readonly Line[], added: readonly Line[]): (number | undefined)[] {
  const best: number[][] = Array.from({ length: gone.length + 1 }, () => Array(added.length + 1).fill(0));
  const addedWords = added.map(({ words }) => new Set(words));
  const likeness = gone.map(({ words }) => addedWords.map((other) => shared(new Set(words), other)));
  const at = (row: number, column: number): number => best[row]?.[column] ?? 0;
  const like = (row: number, column: number): number => likeness[row]?.[column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row--) {
    for (let column = added.length - 1; column >= 0; column--) {
      const together = like(row, column) + at(row + 1, column + 1);
      (best[row] ?? [])[column] = Math.max(at(row + 1, column), at(row, column + 1), together);
    }
  }
  const found: (number | undefined)[] = gone.map(() => undefined);
  let [row, column] = [0, 0];
  while (row < gone.length && column < added.length) {
    if (like(row, column) > 0 && at(row, column) === like(row, column) + at(row + 1, column + 1)) {
      found[row++] = column++;
    } else if (at(row, column) === at(row + 1, column)) {
      row++;
    } else {
      column++;
    }
  }
  return found;
}

/** Share of the words that two lines have in common; 0 if it is too small. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  const share = common / Math.max(1, one.size, other.size);
  const [[first], [otherFirst]] = [[...one], [...other]];
  return share >= MIN_SHARED || first === otherFirst ? share : 0;
}
