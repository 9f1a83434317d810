import { type IndentStyle, indentOf } from './indentation.ts';
import { equalLines } from './lineHunks.ts';

/** Lines around the replaced ones that show how the document is indented. */
const MAX_SURROUNDING_LINES = 400;

/** Preprocessor directives stand in the first column, whatever surrounds them. */
const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma|region|endregion|error)\b/;

const DIRECTIVE_LANGUAGES: ReadonlySet<string> = new Set([
  'c',
  'cpp',
  'csharp',
  'objective-c',
  'objective-cpp',
]);

const TAB_LANGUAGES: ReadonlySet<string> = new Set(['makefile', 'go']);

const CLOSER = /^(?:[})\]]|end\b|<\/)/;

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

/**
 * The lines of some code, indented for another place. Code that already fits stays byte for byte; only lines of white
 * space become empty.
 */
export function fitIndentation(code: readonly string[], target: IndentTarget): string[] {
  const { reference } = target;
  const whole = restoreFirstIndent(code, reference);
  const style = styleOf(target);
  // Columns of one tab, for comparing code with tabs with a document with spaces, and the other way round.
  const unit = style.insertSpaces ? style.tabSize : (unitOf(whole) ?? style.tabSize);
  const widthOf = (line: string): number => columns(indentOf(line), unit);
  const isFree = (line: string): boolean =>
    line.trim() === '' || (DIRECTIVE_LANGUAGES.has(target.languageId) && DIRECTIVE.test(line));
  const shift = shiftBetween(whole, reference, widthOf, isFree);
  return whole.map((line) => {
    if (line.trim() === '') {
      return '';
    }
    const indent = indentOf(line);
    if (isFree(line)) {
      return line;
    }
    const width = Math.max(0, widthOf(line) + shift);
    const isForeign = style.insertSpaces ? indent.includes('\t') : indent.includes(' ');
    return shift === 0 && !isForeign ? line : indentation(width, unit, style) + line.slice(indent.length);
  });
}

function indentation(width: number, unit: number, { insertSpaces }: IndentStyle): string {
  return insertSpaces ? ' '.repeat(width) : '\t'.repeat(Math.floor(width / unit)) + ' '.repeat(width % unit);
}

function columns(indent: string, tabSize: number): number {
  const spaces = indent.replaceAll('\t', '').length;
  return spaces + (indent.length - spaces) * tabSize;
}

/**
 * Columns to add to each line. Three things tell: the lines that both have, the first line of each, and the least
 * indented line of each. Each alone misleads: the equal lines if code was wrapped, the first line if one starts
 * deeper, the least indented one if a string in several lines reaches to the first column. So two must agree.
 */
function shiftBetween(
  code: readonly string[],
  reference: readonly string[],
  widthOf: (line: string) => number,
  isFree: (line: string) => boolean,
): number {
  const [ours, theirs] = [code, reference].map((lines) => lines.filter((line) => !isFree(line)));
  const [codeWidths, referenceWidths] = [ours, theirs].map((lines) => (lines ?? []).map(widthOf));
  const [first, referenceFirst] = [codeWidths?.[0], referenceWidths?.[0]];
  if (!codeWidths || !referenceWidths || first === undefined || referenceFirst === undefined) {
    return 0;
  }
  const byLeast = least(referenceWidths) - least(codeWidths);
  const byFirst = referenceFirst - first;
  const byEqual = commonShift(ours ?? [], theirs ?? [], widthOf);
  return byEqual !== undefined && byEqual === byFirst ? byFirst : byLeast;
}

function least(widths: readonly number[]): number {
  return widths.reduce((one, other) => Math.min(one, other));
}

/** The most frequent difference between equal lines; undefined if there are none. */
function commonShift(
  code: readonly string[],
  reference: readonly string[],
  widthOf: (line: string) => number,
): number | undefined {
  const trimmed = (lines: readonly string[]): string[] => lines.map((line) => line.trim());
  const counts = new Map<number, number>();
  for (const { left, right } of equalLines(trimmed(code), trimmed(reference))) {
    const shift = widthOf(reference[right] ?? '') - widthOf(code[left] ?? '');
    counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  return mostFrequent(counts);
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
function restoreFirstIndent(code: readonly string[], reference: readonly string[]): readonly string[] {
  const [first = '', ...rest] = code;
  const [referenceFirst = '', ...referenceRest] = reference;
  const indent = indentOf(referenceFirst);
  const others = rest.filter((line) => line.trim() !== '');
  if (indentOf(first) !== '' || indent === '' || others.length === 0) {
    return code;
  }
  const isCut = others.every((line) => line.startsWith(indent)) && isDeeper();
  return isCut ? [indent + first, ...rest] : code;

  function isDeeper(): boolean {
    const last = others.at(-1) ?? '';
    if (CLOSER.test(last.trim())) {
      return !CLOSER.test(first) && indentOf(last) === indent;
    }
    const opens = /[{([:]$|(?:\bdo|\bthen|=>)$/.test(first.trimEnd());
    const smallest = Math.min(...others.map((line) => indentOf(line).length));
    if (opens) {
      // Deeper than the cut indentation: the body of the first line in the document's own indentation.
      const body = referenceRest.filter((line) => line.trim() !== '').map((line) => indentOf(line).length);
      return smallest > indent.length && body.includes(smallest) && smallest !== unitOf(rest);
    }
    return smallest === indent.length;
  }
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
function styleOf({ reference, lines, line, languageId, style }: IndentTarget): IndentStyle {
  const near = lines.slice(Math.max(0, line - MAX_SURROUNDING_LINES), line + MAX_SURROUNDING_LINES);
  for (const shown of [reference, near]) {
    const tabs = shown.filter((each) => each.startsWith('\t')).length;
    const spaces = shown.filter((each) => /^ {2,}\S/.test(each)).length;
    if (tabs !== spaces) {
      const tabSize = unitOf(shown) ?? unitOf(near) ?? style.tabSize;
      return { insertSpaces: spaces > tabs, tabSize };
    }
  }
  return TAB_LANGUAGES.has(languageId) ? { ...style, insertSpaces: false } : style;
}
