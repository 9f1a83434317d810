import { hasTrait } from '../../code/languages.ts';
import { linesInside, type MultiLineText, multiLineTexts } from '../../code/multiLineTexts.ts';
import { type IndentStyle, indentOf } from '../indentation.ts';
import { isDirective } from './declarations.ts';
import { bracketBalance } from './lineWorth.ts';

/** Lines around the replaced ones that show how the document is indented. */
const MAX_SURROUNDING_LINES = 400;

/** Strings of the document with the same line that are looked at. */
const MAX_ALIKE = 8;

/** Ends of lines whose next lines are deeper, without a bracket that is closed later. */
export const OPENS_BLOCK = /[{([:]$|(?:\bdo|\bthen|=>)$|[|>][-+]?\d?$/;

const CONTINUES_EXPRESSION = /^(?:[.?:+*/%&|<>=,-]|and\b|or\b)/;

/** Lines that belong to a line before them that is less deep than what is between. */
export const CONTINUES_STATEMENT =
  /^(?:[})\]]|(?:else|elif|elsif|except|catch|finally|rescue|ensure|end|case|default)\b)/;

export interface IndentTarget {
  /** What the code takes the place of, with the full indentation of its first line. */
  readonly reference: readonly string[];
  /** The whole document. */
  readonly lines: readonly string[];
  /** First line that the code takes the place of. */
  readonly line: number;
  readonly languageId: string;
  readonly style: IndentStyle;
}

export interface FittedCode {
  readonly lines: readonly string[];
  /** Whether it can't be told how the text of a string is indented. */
  readonly isUncertain: boolean;
}

/**
 * The lines of some code, indented for another place. Code that already fits stays byte for byte; only lines of white
 * space become empty.
 */
export function fitIndentation(code: readonly string[], target: IndentTarget): FittedCode {
  const { reference, languageId } = target;
  const style = styleOf(target);
  const strings = stringsIn(code, languageId);
  const inside = linesInside(strings);
  const isOutside = (index: number): boolean => !inside.has(index);
  const whole = withSteps(restoreFirstIndent(code, reference, isOutside), style, isOutside);
  // Columns of one tab, for comparing code with tabs with a document with spaces, and the other way round.
  const unit = style.insertSpaces ? style.tabSize : (unitOf(whole) ?? style.tabSize);
  const widthOf = (line: string): number => columns(indentOf(line), unit);
  const isInFirstColumn = (line: string): boolean => hasTrait(languageId, 'directives') && isDirective(line);
  const counted = (lines: readonly string[], isCounted: (index: number) => boolean): string[] => {
    return lines.filter((line, index) => line.trim() !== '' && isCounted(index) && !isInFirstColumn(line));
  };
  const known = stringsIn(reference, languageId);
  const insideKnown = linesInside(known);
  const shiftOf = shiftsBetween(
    counted(whole, isOutside),
    counted(reference, (index) => !insideKnown.has(index)),
    widthOf,
  );
  const own = new Set(reference);
  let isAfterDedent = false;
  const fitted = whole.map((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '') {
      return '';
    }
    if (!isOutside(index) || isInFirstColumn(line)) {
      return line;
    }
    isAfterDedent ||= index > 0 && CONTINUES_STATEMENT.test(trimmed);
    const shift = isAfterDedent ? shiftOf.afterDedent : shiftOf.first;
    const indent = indentOf(line);
    const width = Math.max(0, widthOf(line) + shift);
    const isForeign = style.insertSpaces ? indent.includes('\t') : indent.includes(' ');
    return shift === 0 && (!isForeign || own.has(line))
      ? line
      : indentation(width, unit, style) + line.slice(indent.length);
  });
  const shiftsOf = shiftFinder(reference, known, widthOf);
  let isUncertain = false;
  for (const string of strings) {
    const { shift, isCertain } = shiftOfString(string, { code, fitted, shiftsOf, widthOf });
    isUncertain ||= !isCertain;
    for (let at = string.start + 1; at < string.end; at++) {
      const line = code[at] ?? '';
      const width = Math.max(0, widthOf(line) + shift);
      const isKept = shift === 0 || line.trim() === '';
      fitted[at] = isKept
        ? line.trim() === ''
          ? ''
          : line
        : indentation(width, unit, style) + line.slice(indentOf(line).length);
    }
  }
  return { lines: fitted, isUncertain };
}

/**
 * Columns to add to each line of a string: none if it is verbatim, as in the document, or since it has lines left of its
 * code; else those that were added to its code.
 */
function shiftOfString(
  string: MultiLineText,
  {
    code,
    fitted,
    shiftsOf,
    widthOf,
  }: {
    readonly code: readonly string[];
    readonly fitted: readonly string[];
    shiftsOf(lines: readonly string[]): ReadonlySet<number>;
    widthOf(line: string): number;
  },
): { shift: number; isCertain: boolean } {
  if (string.isVerbatim) {
    return { shift: 0, isCertain: true };
  }
  const [opening = '', ...all] = code.slice(string.start, string.end);
  const lines = all.filter((line) => line.trim() !== '');
  const outside = widthOf(opening);
  const shift = widthOf(fitted[string.start] ?? '') - outside;
  const [only, second] = shiftsOf(lines);
  if (second !== undefined) {
    return { shift: 0, isCertain: false };
  }
  if (only === 0 || only === shift) {
    return { shift: only, isCertain: true };
  }
  const least = lines.reduce((width, line) => Math.min(width, widthOf(line)), Number.POSITIVE_INFINITY);
  if (least < outside) {
    return { shift: 0, isCertain: true };
  }
  // In the column of its code: its own text, or indented with that.
  const isClear = shift === 0 || least > outside || string.isTrimmed || outside > 0 || string.startsLine;
  return { shift: isClear ? shift : 0, isCertain: isClear };
}

function stringsIn(lines: readonly string[], languageId: string): MultiLineText[] {
  return multiLineTexts(lines, languageId).filter(({ kind }) => kind === 'string');
}

/** Finds by how many columns lines of a string are less deep than in the string of the document with most of its lines. */
function shiftFinder(
  reference: readonly string[],
  known: readonly MultiLineText[],
  widthOf: (line: string) => number,
): (lines: readonly string[]) => ReadonlySet<number> {
  const texts = known.map(({ start, end }) =>
    Map.groupBy(reference.slice(start + 1, end), (line) => line.trim()),
  );
  const stringsWith = Map.groupBy(
    texts.flatMap((text, index) => [...text.keys()].map((line) => ({ line, index }))),
    ({ line }) => line,
  );
  return (lines) => {
    const shared = new Map<number, number>();
    for (const line of lines) {
      for (const { index } of (stringsWith.get(line.trim()) ?? []).slice(0, MAX_ALIKE)) {
        shared.set(index, (shared.get(index) ?? 0) + 1);
      }
    }
    const [best] = [...shared].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0]);
    return new Set(
      lines.flatMap((line) => {
        const [found, second] = texts[best]?.get(line.trim()) ?? [];
        return found === undefined || second !== undefined ? [] : [widthOf(found) - widthOf(line)];
      }),
    );
  };
}

/** Lines that are indented by twice the steps of a document, such as by eight spaces for four, by its steps. */
function withSteps(
  lines: readonly string[],
  { insertSpaces, tabSize }: IndentStyle,
  isOutside: (index: number) => boolean,
): readonly string[] {
  const indents = lines.filter((line, index) => line.trim() !== '' && isOutside(index)).map(indentOf);
  const isDouble = indents.every((indent) => !indent.includes('\t') && indent.length % (2 * tabSize) === 0);
  const isDeep = indents.some((indent) => indent.length >= 4 * tabSize);
  return insertSpaces && isDouble && isDeep
    ? lines.map((line, index) => (isOutside(index) ? line.slice(indentOf(line).length / 2) : line))
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
  code: readonly string[],
  reference: readonly string[],
  widthOf: (line: string) => number,
): { first: number; afterDedent: number } {
  const [widths, referenceWidths] = [code.map(widthOf), reference.map(widthOf)];
  const [first, referenceFirst] = [widths[0], referenceWidths[0]];
  if (first === undefined || referenceFirst === undefined) {
    return { first: 0, afterDedent: 0 };
  }
  const byLeast = least(referenceWidths) - least(widths);
  const isCutAtDedent =
    least(referenceWidths) < referenceFirst &&
    least(widths) === first &&
    code.slice(1).some((line) => widthOf(line) === first && CONTINUES_STATEMENT.test(line.trim()));
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
function restoreFirstIndent(
  code: readonly string[],
  reference: readonly string[],
  isOutside: (index: number) => boolean,
): readonly string[] {
  const [first = '', ...rest] = code;
  const indent = indentOf(reference[0] ?? '');
  const others = rest.filter((line, index) => line.trim() !== '' && isOutside(index + 1));
  if (indentOf(first) !== '' || indent === '' || others.some((line) => indentOf(line) === '')) {
    return code;
  }
  const closer = closerOf(code);
  if (closer !== undefined) {
    return [indentOf(closer) + first, ...rest];
  }
  const smallest = others
    .map(indentOf)
    .reduce((one, other) => (one.length <= other.length ? one : other), others[0] ?? '');
  const isCut = OPENS_BLOCK.test(first.trimEnd())
    ? // The body in the document's own indentation, deeper than a step.
      reference.slice(1).some((line) => line.trim() !== '' && indentOf(line) === smallest) &&
      smallest.length > indent.length &&
      smallest.length !== unitOf(rest)
    : smallest === indent && !CONTINUES_EXPRESSION.test(others[0]?.trim() ?? '') && !isLessDeep(reference);
  return isCut && others.length > 0 ? [indent + first, ...rest] : code;
}

/** Whether the first line is less deep than all others, as the first line of a Ruby method is. */
function isLessDeep([first = '', ...rest]: readonly string[]): boolean {
  return rest.every((line) => line.trim() === '' || indentOf(line).length > indentOf(first).length);
}

/** The line that closes a bracket of the first line, if it begins with that. */
function closerOf([first = '', ...rest]: readonly string[]): string | undefined {
  let balance = bracketBalance([first]);
  for (const line of balance > 0 ? rest : []) {
    const isCloser = /^\s*[})\]]/.test(line);
    const leading = /^\s*[})\]]+/.exec(line)?.[0] ?? '';
    if (isCloser && balance + bracketBalance([leading]) <= 0) {
      return line;
    }
    balance += bracketBalance([line]);
    if (balance <= 0) {
      return undefined;
    }
  }
  return undefined;
}

/** The smallest step of indentation in spaces, in columns. A single space is alignment, as in a JSDoc comment. */
function unitOf(lines: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  let previous: number | undefined;
  for (const line of lines) {
    const indent = indentOf(line);
    if (line.trim() === '' || indent.includes('\t') || indent.length % 2 === 1) {
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
    const tabs = shown.filter((each) => each.startsWith('\t')).length;
    const spaces = shown.filter((each) => /^ {2,}\S/.test(each)).length;
    if (tabs !== spaces) {
      const tabSize = unitOf(shown) ?? unitOf(near) ?? style.tabSize;
      return { insertSpaces: spaces > tabs, tabSize };
    }
  }
  return hasTrait(languageId, 'tabs') ? { ...style, insertSpaces: false } : style;
}
