import type { CodeLine, OpenBrackets } from '../../code/codeLine.ts';
import type { LineRange } from './lineRange.ts';

/*
 * What lines are worth for telling where code belongs, alone and compared with each other. Most lines tell a place. Lines
 * such as `}` and `else` stand in many places and tell none: they go with the lines that they close or go on with.
 */

export function anyTellsPlace(lines: readonly CodeLine[]): boolean {
  return lines.some(({ tellsPlace }) => tellsPlace);
}

/** The lines that are not blank, without white space at their ends. */
export function trimmedLines(lines: readonly CodeLine[]): string[] {
  return lines.filter(({ isBlank }) => !isBlank).map(({ trimmed }) => trimmed);
}

/** Columns by which some lines end deeper than they begin; negative if they end less deep. */
export function depthChange(lines: readonly CodeLine[]): number {
  const texts = lines.filter(({ isBlank }) => !isBlank);
  return (texts.at(-1)?.depth ?? 0) - (texts[0]?.depth ?? 0);
}

/** Brackets of lines without their other half. */
export function openBracketsOf(lines: readonly CodeLine[]): OpenBrackets {
  let [unopened, unclosed] = [0, 0];
  for (const { brackets } of lines) {
    unopened += Math.max(0, brackets.unopened - unclosed);
    unclosed = Math.max(0, unclosed - brackets.unopened) + brackets.unclosed;
  }
  return { unopened, unclosed };
}

/** Opened brackets minus closed ones. */
export function bracketBalance(lines: readonly CodeLine[]): number {
  return lines.reduce((sum, { balance }) => sum + balance, 0);
}

/** Whether two lines begin alike and have half of the words of the shorter one in common, as versions of one condition do. */
export function isVersionOf(one: CodeLine, other: CodeLine): boolean {
  return sharedWords(one, other, Math.min) >= 0.5;
}

/** The same, with half of the words of the longer one. */
export function isCloseVersionOf(one: CodeLine, other: CodeLine): boolean {
  return sharedWords(one, other, Math.max) >= 0.5;
}

/** Whether the other line is a version of a line, or begins alike and has all of its words. */
export function hasBecome(line: CodeLine, other: CodeLine): boolean {
  const [[first], [otherFirst]] = [line.words, other.words];
  return (
    isVersionOf(line, other) ||
    (first !== undefined && first === otherFirst && [...line.words].every((word) => other.words.has(word)))
  );
}

/** Whether two lines give a value to the same name, or are both the end of a function: then one takes the place of the other. */
export function saysAnew(line: CodeLine, other: CodeLine): boolean {
  return line.subject !== undefined && line.subject === other.subject;
}

/** Whether lines are a place to insert at: blank ones. */
export function isPlace(lines: readonly CodeLine[], { start, end }: LineRange): boolean {
  return start < end && lines.slice(start, end).every(({ isBlank }) => isBlank);
}

/** Share of the words, but the first, that two lines have in common, if they begin with the same word. */
function sharedWords(one: CodeLine, other: CodeLine, of: (one: number, other: number) => number): number {
  const first = one.head;
  if (first === undefined || first !== other.head) {
    return 0;
  }
  const [words, others] = [new Set(one.words), new Set(other.words)];
  words.delete(first);
  others.delete(first);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : shared / of(words.size, others.size);
}

export function trimBlankEnds(lines: readonly CodeLine[]): readonly CodeLine[] {
  const { start, end } = withoutBlankEnds(lines);
  return lines.slice(start, end);
}

export function withoutBlankEnds(lines: readonly CodeLine[]): LineRange {
  const start = lines.findIndex(({ isBlank }) => !isBlank);
  return start < 0
    ? { start: 0, end: 0 }
    : { start, end: lines.findLastIndex(({ isBlank }) => !isBlank) + 1 };
}
