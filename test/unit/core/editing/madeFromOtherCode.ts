import { indentOf } from '../../../../src/core/code/indentOf.ts';
import { linesOf } from '../../../../src/core/editing/textRange.ts';
import { type Certain, CLOSES, DECLARES, type MadeReply, made } from './madeReply.ts';
import type { ReplyCase } from './replyCases.ts';

/*
 * Replies that have other code in the place of what was asked about: of another file, or what stood beside it. None of them
 * is a new version.
 */

/** Of each certain reply. */
const MAX_BLOCKS = 8;

/** Functions and types of other documents that are about as long as what was asked about. */
export function blocksOfOthers(certain: Certain, blocks: readonly OtherBlock[]): MadeReply[] {
  const { one, lines, start, end } = certain;
  const known = new Set(lines.map((line) => line.trim()));
  const asked = lines.slice(start, end).filter((line) => line.trim() !== '');
  if (asked.length < 3) {
    return [];
  }
  return blocks
    .filter(
      ({ languageId, code }) =>
        languageId === one.languageId &&
        isAboutAsLong(code, asked) &&
        nameIn(code) !== nameIn(asked) &&
        // Else it can be a version of what the document has.
        code.filter((line) => line.trim().length > 12 && known.has(line.trim())).length === 0,
    )
    .slice(0, MAX_BLOCKS)
    .map(({ code }) => made('code of another file', certain, code, undefined));
}

interface OtherBlock {
  readonly languageId: string;
  readonly code: readonly string[];
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly code: readonly string[];
}

export function blocksOf(cases: readonly ReplyCase[]): OtherBlock[] {
  const documents = new Map(cases.map((one) => [one.before.lines.join('\n'), one]));
  return [...documents.values()].flatMap(({ languageId, before: { lines } }) =>
    blocksIn(lines).map(({ code }) => ({ languageId, code })),
  );
}

/** Functions, types and the like of at least three lines. */
function blocksIn(lines: readonly string[]): Block[] {
  return lines.flatMap((line, start) => {
    const depth = indentOf(line).length;
    const next = lines.findIndex(
      (other, index) => index > start && other.trim() !== '' && indentOf(other).length <= depth,
    );
    const isClosed = next >= 0 && CLOSES.test(lines[next]?.trim() ?? '');
    const code = linesOf(
      lines
        .slice(start, next < 0 ? lines.length : isClosed ? next + 1 : next)
        .join('\n')
        .trimEnd(),
    );
    return DECLARES.test(line.trim()) && code.length >= 3 ? [{ start, end: start + code.length, code }] : [];
  });
}

/**
 * A block of a document is asked about, and another one of about the same length comes back, which the document doesn't have
 * any more. Not one of the same name or the same content, which is another version.
 */
export function neighbours(certain: Certain): MadeReply[] {
  const { lines } = certain;
  const blocks = blocksIn(lines);
  return blocks.flatMap((asked) =>
    blocks
      .filter(
        (other) =>
          (other.end <= asked.start || other.start >= asked.end) &&
          indentOf(other.code[0] ?? '') === indentOf(asked.code[0] ?? '') &&
          isAboutAsLong(other.code, asked.code) &&
          nameIn(other.code) !== nameIn(asked.code) &&
          !asked.code.slice(1).every((line) => other.code.includes(line)),
      )
      .map((other) => {
        const left = [...lines.slice(0, other.start), ...lines.slice(other.end)];
        const moved = other.start < asked.start ? other.code.length : 0;
        const place = { ...certain, lines: left, start: asked.start - moved, end: asked.end - moved };
        return made('a neighbour that is gone', place, other.code, undefined);
      }),
  );
}

/** The name that a block declares in its first line. */
function nameIn([first = '']: readonly string[]): string {
  return /[\p{L}\p{N}_$-]+(?=\s*[({<:=])/u.exec(first)?.[0] ?? '';
}

function isAboutAsLong(one: readonly string[], other: readonly string[]): boolean {
  return one.length >= other.length * 0.6 && one.length <= other.length * 1.6;
}

/** What another reply has for another document. */
export function anotherFile(certain: Certain, all: readonly Certain[], index: number): MadeReply[] {
  const { one, lines, start, end } = certain;
  const others = [...all.slice(index + 1), ...all.slice(0, index)].filter(
    (other) =>
      other.one.languageId === one.languageId &&
      !linesOf(other.lines.join('\n')).some((line) => line.trim().length > 12 && lines.includes(line)),
  );
  const tellingLines = lines.slice(start, end).filter((line) => /[\p{L}\p{N}]{2}/u.test(line)).length;
  return tellingLines < 3
    ? []
    : others.slice(0, 3).map((other) => made('code of another file', certain, other.replacement, undefined));
}
