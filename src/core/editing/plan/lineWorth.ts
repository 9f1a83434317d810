import { closesBlock, depthOf, isBlank } from './declarations.ts';

/*
 * What a line is worth for telling where code belongs. Most lines tell a place. Lines such as `}` and `else` stand in many
 * places and tell none: they go with the lines that they close or go on with.
 */

/** Lines of a text: indexes, the end exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

const COMMON =
  /^[^\p{L}\p{N}_]*(?:(?:else|try|do|begin|end|then|done|esac|return|break|continue|pass|finally|default|null|true|false|none|self|this|nil|private|public|protected|override|use strict|test)[^\p{L}\p{N}_]*(?:(?:null|true|false|none|self|this|nil|end)[^\p{L}\p{N}_]*)?)?$|^[^\p{L}\p{N}_]*(?:catch|except)(?![\p{L}\p{N}_])|^<\/?(?:div|span|p|li|td|section)>$/iu;

const OPENS_PART =
  /^[})\]]?\s*(?:else|elif|elsif|elseif|default|catch|except|finally|rescue|ensure|then|do|begin|try)(?![\p{L}\p{N}_])/u;

/** Elements and fences whose content is often not indented. */
const OPENS_FLAT_BLOCK = /^(?:<(script|style|template)\b|(`{3,}|~{3,})\w)/;

/** Whether a line tells where code belongs, as most lines do, but not `}` or `else`. */
export function tellsPlace(trimmed: string): boolean {
  return /[\p{L}\p{N}_].*[\p{L}\p{N}_]|[\p{L}_]\s*[=(]/u.test(trimmed) && !COMMON.test(trimmed);
}

export function anyTellsPlace(lines: readonly string[]): boolean {
  return lines.some((line) => tellsPlace(line.trim()));
}

/** The lines that are not blank, without white space at their ends. */
export function trimmedLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Columns by which some lines end deeper than they begin; negative if they end less deep. */
export function depthChange(lines: readonly string[]): number {
  const texts = lines.filter((line) => !isBlank(line));
  return depthOf(texts.at(-1) ?? '') - depthOf(texts[0] ?? '');
}

/** Whether a line does nothing but close a block. */
export function isClosing(trimmed: string): boolean {
  return /^(?:[})\];,\s]+|(?:end|fi|done|esac);?|END;|`{3,}|~{3,})$/.test(trimmed);
}

/** Whether a line goes on with a statement by another part, such as `else`. */
export function opensPart(trimmed: string): boolean {
  return OPENS_PART.test(trimmed);
}

/** Brackets without their other half. Those in strings and comments count too; they mostly come in pairs. */
export function openBrackets(lines: readonly string[]): { unopened: number; unclosed: number } {
  let [unopened, unclosed] = [0, 0];
  for (const line of lines) {
    for (const bracket of line.match(/[()[\]{}]/g) ?? []) {
      if ('([{'.includes(bracket)) {
        unclosed++;
      } else if (unclosed > 0) {
        unclosed--;
      } else {
        unopened++;
      }
    }
  }
  return { unopened, unclosed };
}

/** Opened brackets minus closed ones. */
export function bracketBalance(lines: readonly string[]): number {
  const { unopened, unclosed } = openBrackets(lines);
  return unclosed - unopened;
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu));
}

/** Whether two lines begin alike and have half of the words of the shorter one in common, as versions of one condition do. */
export function isVersionOf(one: string, other: string): boolean {
  return sharedWords(one, other, Math.min) >= 0.5;
}

/** The same, with half of the words of the longer one. */
export function isCloseVersionOf(one: string, other: string): boolean {
  return sharedWords(one, other, Math.max) >= 0.5;
}

/** Whether the other line is a version of a line, or begins alike and has all of its words. */
export function hasBecome(line: string, other: string): boolean {
  const [words, others] = [[...wordsOf(line)], [...wordsOf(other)]];
  return (
    isVersionOf(line, other) ||
    (words[0] !== undefined && words[0] === others[0] && words.every((word) => others.includes(word)))
  );
}

/** Whether two lines give a value to the same name, or are both the end of a function: then one takes the place of the other. */
export function saysAnew(line: string, other: string): boolean {
  const [subject, otherSubject] = [line, other].map((each) => SUBJECT.exec(each)?.[0].trim());
  return subject !== undefined && subject === otherSubject;
}

const SUBJECT =
  /^(?:(?:return|throw|raise)\b|["'\p{L}_$@][^=:]*[\p{L}\p{N}_\])"'](?=\s*(?:[-+*/%|&?:]?=(?!=)|:[\s"'{[])))/u;

/** Whether lines are a place to insert at: blank ones. */
export function isPlace(lines: readonly string[], { start, end }: LineRange): boolean {
  return start < end && lines.slice(start, end).every(isBlank);
}

/** Share of the words, but the first, that two lines have in common, if they begin with the same word. */
function sharedWords(one: string, other: string, of: (one: number, other: number) => number): number {
  const head = /^[^\p{L}\p{N}_]*([\p{L}\p{N}_-]+)/u;
  const first = head.exec(one)?.[1]?.toLowerCase();
  if (first === undefined || first !== head.exec(other)?.[1]?.toLowerCase()) {
    return 0;
  }
  const [words, others] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  words.delete(first);
  others.delete(first);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared === 0 ? 0 : shared / of(words.size, others.size);
}

/** Where the brackets are closed that lines open: indexes after the closing lines; infinite if they are not closed. */
export function bracketEnds(lines: readonly string[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  lines.forEach((line, at) => {
    for (const bracket of line.match(/[()[\]{}]/g) ?? []) {
      if ('([{'.includes(bracket)) {
        open.push(at);
      } else {
        const start = open.pop() ?? at;
        // The first bracket of a line that is not closed on the same line opens the block.
        if (start < at && open.at(-1) !== start) {
          ends.set(start, at + 1);
        }
      }
    }
  });
  for (const start of open) {
    ends.set(start, Number.POSITIVE_INFINITY);
  }
  return ends;
}

/** Index after the last line of an element or a fence whose content is often not indented. */
export function flatBlockEnd(lines: readonly string[], start: number): number | undefined {
  const [, tag, fence] = OPENS_FLAT_BLOCK.exec(lines[start]?.trim() ?? '') ?? [];
  const closing = tag === undefined ? fence : `</${tag}>`;
  let end = start + 1;
  while (closing !== undefined && end < lines.length && lines[end]?.trim() !== closing) {
    end++;
  }
  return closing === undefined ? undefined : end + 1;
}

/** The lines that open the blocks around a line, the nearest first. */
export function headersAround(lines: readonly string[], line: number): number[] {
  const headers: number[] = [];
  let depth = depthOf(lines.slice(line).find((each) => !isBlank(each)) ?? '');
  let isOpen = 0;
  for (let at = line - 1; at >= 0; at--) {
    const text = lines[at] ?? '';
    const trimmed = text.trim();
    if (trimmed === '') {
      continue;
    }
    isOpen += bracketBalance([text]);
    const isFlat = (flatBlockEnd(lines, at) ?? 0) > line;
    const isIndented = depthOf(text) < depth && (!closesBlock(trimmed) || /[{:]$/.test(trimmed));
    if (isFlat || isIndented || (depthOf(text) >= depth && isOpen > 0)) {
      headers.push(at);
      depth = Math.min(depth, depthOf(text));
    }
    isOpen = Math.min(0, isOpen);
  }
  return headers;
}

export function contains(outer: LineRange, inner: LineRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

export function overlaps(one: LineRange, other: LineRange): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The smallest range with both in it. */
export function union(one: LineRange, other: LineRange): LineRange {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

export function trimBlankEnds(lines: readonly string[]): readonly string[] {
  const { start, end } = withoutBlankEnds(lines);
  return lines.slice(start, end);
}

export function withoutBlankEnds(lines: readonly string[]): LineRange {
  const start = lines.findIndex((line) => !isBlank(line));
  return start < 0 ? { start: 0, end: 0 } : { start, end: lines.findLastIndex((line) => !isBlank(line)) + 1 };
}
