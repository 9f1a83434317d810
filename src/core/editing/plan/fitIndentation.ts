import type { CodeLine } from '../../code/codeLine.ts';
import { hasTrait } from '../../code/languages.ts';
import type { IndentStyle } from '../indentation.ts';

/** Lines around the replaced ones that show how the document is indented. */
const MAX_SURROUNDING_LINES = 400;

/** Strings of the document with the same line that are looked at. */
const MAX_ALIKE = 8;

export interface IndentTarget {
  /** What the code takes the place of, with the full indentation of its first line. */
  readonly reference: readonly CodeLine[];
  /** The whole document. */
  readonly lines: readonly CodeLine[];
  /** First line that the code takes the place of. */
  readonly line: number;
  readonly languageId: string;
  readonly style: IndentStyle;
}

export interface FittedCode {
  readonly texts: readonly string[];
  /** Whether it can't be told how the text of a string is indented. */
  readonly isUncertain: boolean;
}

/** A line whose indentation can be another one than that of its text. */
interface Indented {
  readonly line: CodeLine;
  readonly indent: string;
}

/**
 * The texts of some lines, indented for another place. Code that already fits stays byte for byte; only lines of white
 * space become empty.
 */
export function fitIndentation(code: readonly CodeLine[], target: IndentTarget): FittedCode {
  const { reference } = target;
  const style = styleOf(target);
  const whole = withSteps(restoreFirstIndent(code.map(indented), reference), style);
  // Columns of one tab, for comparing code with tabs with a document with spaces, and the other way round.
  const unit = style.insertSpaces ? style.tabSize : (unitOf(whole) ?? style.tabSize);
  const widthOf = (indent: string): number => columns(indent, unit);
  const counted = whole.filter(({ line }) => isCounted(line));
  const inStrings = new Set(stringsIn(reference).flatMap(({ lines }) => lines));
  const around = reference.filter((line) => isCounted(line) || (line.isInString && !inStrings.has(line)));
  const shiftOf = shiftsBetween(counted, around, widthOf);
  const own = new Set(reference.map(({ text }) => text));
  let isAfterDedent = false;
  const fitted = whole.map(({ line, indent }, index) => {
    if (line.isBlank || line.isInString || line.isDirective) {
      return line.isBlank ? '' : line.text;
    }
    const text = indent + line.trimmedStart;
    isAfterDedent ||= index > 0 && goesOn(line);
    const shift = isAfterDedent ? shiftOf.afterDedent : shiftOf.first;
    const width = Math.max(0, widthOf(indent) + shift);
    const isForeign = style.insertSpaces ? indent.includes('\t') : indent.includes(' ');
    return shift === 0 && (!isForeign || own.has(text))
      ? text
      : indentation(width, unit, style) + line.trimmedStart;
  });
  const shiftsOf = shiftFinder(reference, widthOf);
  let isUncertain = false;
  for (const { start, lines } of stringsIn(code)) {
    const opening = code[start - 1];
    const change = widthOf(indentBefore(fitted[start - 1] ?? '', opening)) - widthOf(opening?.indent ?? '');
    const { shift, isCertain } = shiftOfString(lines, { opening, change, shiftsOf, widthOf });
    isUncertain ||= !isCertain;
    for (const [index, line] of lines.entries()) {
      const width = Math.max(0, widthOf(line.indent) + shift);
      const isKept = shift === 0 || line.isBlank;
      fitted[start + index] = isKept
        ? line.isBlank
          ? ''
          : line.text
        : indentation(width, unit, style) + line.trimmedStart;
    }
  }
  return { texts: fitted, isUncertain };
}

function indented(line: CodeLine): Indented {
  return { line, indent: line.indent };
}

/** The indentation of a text that is a line with another one. */
function indentBefore(text: string, line: CodeLine | undefined): string {
  return text.slice(0, text.length - (line?.trimmedStart.length ?? 0));
}

/** Whether a line tells how code is indented. */
function isCounted(line: CodeLine): boolean {
  return !line.isBlank && !line.isInString && !line.isDirective;
}

/** Whether a line belongs to one before it that is less deep than what is between. */
function goesOn(line: CodeLine): boolean {
  return line.is('closes') || line.is('continues') || line.is('case');
}

/** The strings of several lines, without the lines in which they begin. What begins above all of them is none. */
function stringsIn(lines: readonly CodeLine[]): { start: number; lines: readonly CodeLine[] }[] {
  const inStrings = [...lines.entries()].filter(([, line]) => line.isInString);
  return [...Map.groupBy(inStrings, ([, { inside }]) => inside).values()]
    .map((string) => ({ start: string[0]?.[0] ?? 0, lines: string.map(([, line]) => line) }))
    .filter(({ start }) => start > 0);
}

/**
 * Columns to add to each line of a string: none if it is verbatim, as in the document, or since it has lines left of its
 * code; else those that were added to its code.
 * @param change columns that were added to its code
 */
function shiftOfString(
  all: readonly CodeLine[],
  {
    opening,
    change,
    shiftsOf,
    widthOf,
  }: {
    readonly opening: CodeLine | undefined;
    readonly change: number;
    shiftsOf(lines: readonly CodeLine[]): ReadonlySet<number>;
    widthOf(indent: string): number;
  },
): { shift: number; isCertain: boolean } {
  const string = all[0]?.inside;
  if (string?.isVerbatim !== false) {
    return { shift: 0, isCertain: true };
  }
  const lines = all.filter(({ isBlank }) => !isBlank);
  const outside = widthOf(opening?.indent ?? '');
  const [only, second] = shiftsOf(lines);
  if (second !== undefined) {
    return { shift: 0, isCertain: false };
  }
  if (only === 0 || only === change) {
    return { shift: only, isCertain: true };
  }
  const least = lines.reduce(
    (width, line) => Math.min(width, widthOf(line.indent)),
    Number.POSITIVE_INFINITY,
  );
  if (least < outside) {
    return { shift: 0, isCertain: true };
  }
  // In the column of its code: its own text, or indented with that.
  const isClear = change === 0 || least > outside || string.isTrimmed || outside > 0 || string.startsLine;
  return { shift: isClear ? change : 0, isCertain: isClear };
}

/** Finds by how many columns lines of a string are less deep than in the string of the document with most of its lines. */
function shiftFinder(
  reference: readonly CodeLine[],
  widthOf: (indent: string) => number,
): (lines: readonly CodeLine[]) => ReadonlySet<number> {
  const texts = stringsIn(reference).map(({ lines }) => Map.groupBy(lines, ({ trimmed }) => trimmed));
  const stringsWith = Map.groupBy(
    texts.flatMap((text, index) => [...text.keys()].map((line) => ({ line, index }))),
    ({ line }) => line,
  );
  return (lines) => {
    const shared = new Map<number, number>();
    for (const { trimmed } of lines) {
      for (const { index } of (stringsWith.get(trimmed) ?? []).slice(0, MAX_ALIKE)) {
        shared.set(index, (shared.get(index) ?? 0) + 1);
      }
    }
    const [best] = [...shared].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0]);
    return new Set(
      lines.flatMap(({ trimmed, indent }) => {
        const [found, second] = texts[best]?.get(trimmed) ?? [];
        return found === undefined || second !== undefined ? [] : [widthOf(found.indent) - widthOf(indent)];
      }),
    );
  };
}

/** Lines that are indented by twice the steps of a document, such as by eight spaces for four, by its steps. */
function withSteps(lines: readonly Indented[], { insertSpaces, tabSize }: IndentStyle): readonly Indented[] {
  const indents = lines.filter(({ line }) => !line.isBlank && !line.isInString).map(({ indent }) => indent);
  const isDouble = indents.every((indent) => !indent.includes('\t') && indent.length % (2 * tabSize) === 0);
  const isDeep = indents.some((indent) => indent.length >= 4 * tabSize);
  return insertSpaces && isDouble && isDeep
    ? lines.map(({ line, indent }) => ({ line, indent: indent.slice(indent.length / 2) }))
    : lines;
}

function indentation(width: number, unit: number, { insertSpaces }: IndentStyle): string {
  return insertSpaces ? ' '.repeat(width) : '\t'.repeat(Math.floor(width / unit)) + ' '.repeat(width % unit);
}

function columns(indent: string, tabSize: number): number {
  const spaces = indent.replaceAll('\t', '').length;
  return spaces + (indent.length - spaces) * tabSize;
}

/**
 * Columns to add to each line, told by the least indented line of each. If the reference goes on less deep than it began,
 * as with `except`, and the code does too, but at the left margin, the lines above that are told by the first of each.
 */
function shiftsBetween(
  code: readonly Indented[],
  reference: readonly CodeLine[],
  widthOf: (indent: string) => number,
): { first: number; afterDedent: number } {
  const [widths, referenceWidths] = [code, reference].map((lines) =>
    lines.map(({ indent }) => widthOf(indent)),
  );
  const [first, referenceFirst] = [widths?.[0], referenceWidths?.[0]];
  if (
    widths === undefined ||
    referenceWidths === undefined ||
    first === undefined ||
    referenceFirst === undefined
  ) {
    return { first: 0, afterDedent: 0 };
  }
  const byLeast = least(referenceWidths) - least(widths);
  const isCutAtDedent =
    least(referenceWidths) < referenceFirst &&
    least(widths) === first &&
    code.some(({ line }, index) => index > 0 && widths[index] === first && goesOn(line));
  return { first: isCutAtDedent ? referenceFirst - first : byLeast, afterDedent: byLeast };
}

function least(widths: readonly number[]): number {
  return widths.reduce((one, other) => Math.min(one, other));
}

function mostFrequent(counts: ReadonlyMap<number, number>): number | undefined {
  return [...counts].reduce<[number, number] | undefined>(
    (best, each) => (best !== undefined && best[1] >= each[1] ? best : each),
    undefined,
  )?.[0];
}

/**
 * A selection often starts after the indentation of its first line, and models answer in the same shape. Then the
 * other lines are indented as in the document, and the first line gets the indentation that was cut off.
 */
function restoreFirstIndent(code: readonly Indented[], reference: readonly CodeLine[]): readonly Indented[] {
  const [first, ...rest] = code;
  const indent = reference[0]?.indent ?? '';
  const others = rest.filter(({ line }) => !line.isBlank && !line.isInString);
  if (first?.indent !== '' || indent === '' || others.some((other) => other.indent === '')) {
    return code;
  }
  const closer = closerOf(code);
  if (closer !== undefined) {
    return [{ ...first, indent: closer.indent }, ...rest];
  }
  const smallest = others
    .map((other) => other.indent)
    .reduce((one, other) => (one.length <= other.length ? one : other), others[0]?.indent ?? '');
  const isCut = first.line.is('opensDeeper')
    ? // The body in the document's own indentation, deeper than a step.
      reference.slice(1).some((line) => !line.isBlank && line.indent === smallest) &&
      smallest.length > indent.length &&
      smallest.length !== unitOf(rest)
    : smallest === indent && others[0]?.line.is('goesOn') === false && !isLessDeep(reference);
  return isCut ? [{ ...first, indent }, ...rest] : code;
}

/** Whether the first line is less deep than all others, as the first line of a Ruby method is. */
function isLessDeep([first, ...rest]: readonly CodeLine[]): boolean {
  return rest.every((line) => line.isBlank || line.indent.length > (first?.indent.length ?? 0));
}

/** The line that closes a bracket of the first line, if it begins with that. */
function closerOf([first, ...rest]: readonly Indented[]): Indented | undefined {
  let balance = first?.line.balance ?? 0;
  for (const each of balance > 0 ? rest : []) {
    const { closers } = each.line;
    if (closers > 0 && balance <= closers) {
      return each;
    }
    balance += each.line.balance;
    if (balance <= 0) {
      return undefined;
    }
  }
  return undefined;
}

/** The smallest step of indentation in spaces, in columns. A single space is alignment, as in a JSDoc comment. */
function unitOf(lines: readonly Indented[]): number | undefined {
  const counts = new Map<number, number>();
  let previous: number | undefined;
  for (const { line, indent } of lines) {
    if (line.isBlank || indent.includes('\t') || indent.length % 2 === 1) {
      continue;
    }
    const step = Math.abs(indent.length - (previous ?? indent.length));
    if (step >= 2 && step <= 8) {
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    previous = indent.length;
  }
  return mostFrequent(counts);
}

/** How the document is indented near the replaced lines; the editor's settings if that can't be told. */
export function styleOf({ reference, lines, line, languageId, style }: IndentTarget): IndentStyle {
  const near = lines.slice(Math.max(0, line - MAX_SURROUNDING_LINES), line + MAX_SURROUNDING_LINES);
  for (const shown of [reference, near]) {
    const tabs = shown.filter(({ indent }) => indent.startsWith('\t')).length;
    const spaces = shown.filter(
      ({ indent, isBlank }) => isBlank === false && indent.startsWith('  ') && !indent.includes('\t'),
    ).length;
    if (tabs !== spaces) {
      const tabSize = unitOf(shown.map(indented)) ?? unitOf(near.map(indented)) ?? style.tabSize;
      return { insertSpaces: spaces > tabs, tabSize };
    }
  }
  return hasTrait(languageId, 'tabs') ? { ...style, insertSpaces: false } : style;
}
