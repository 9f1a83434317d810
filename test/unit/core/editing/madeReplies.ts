import { indentOf } from '../../../../src/core/code/indentOf.ts';
import { sharedIndent } from '../../../../src/core/editing/indentation.ts';
import { linesOf, textIn } from '../../../../src/core/editing/textRange.ts';
import { anotherFile, blocksOf, blocksOfOthers, neighbours } from './madeFromOtherCode.ts';
import { type Certain, CLOSES, DECLARES, type Kind, type MadeReply, made } from './madeReply.ts';
import type { ReplyCase } from './replyCases.ts';

/** The lines of the document that open and close a block around what was asked about. */
interface Around {
  readonly header: number;
  readonly closer: number;
}

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  typescript: ["import { deadline } from './deadline';"],
  typescriptreact: ["import { deadline } from './deadline';"],
  javascript: ["import { deadline } from './deadline';"],
  javascriptreact: ["import { deadline } from './deadline';"],
  python: ['from deadline import deadline'],
  rust: ['use crate::deadline::Deadline;'],
  java: ['import example.deadline.Deadline;'],
  kotlin: ['import example.deadline.Deadline'],
  swift: ['import Deadline'],
  c: ['#include "deadline.h"'],
  cpp: ['#include "deadline.h"'],
  csharp: ['using Example.Deadline;'],
  ruby: ["require 'deadline'"],
};

const COMMENT_OR_ATTRIBUTE = /^(?:\/\/|\/\*|\*|#(?!include|define|if|endif)|--|"""|@\w|\[\w|<!--)/;

export function madeReplies(cases: readonly ReplyCase[]): MadeReply[] {
  const certain = cases.flatMap((one) => certainOf(one) ?? []);
  const documents = oneOfEach(certain);
  const blocks = blocksOf(cases);
  return [
    ...certain.flatMap((each, index) => [
      ...contexts(each),
      ...blocksAround(each),
      ...wholeFile(each),
      ...importAbove(each),
      ...anotherBlock(each),
      ...anotherFile(each, certain, index),
      ...blocksOfOthers(each, blocks),
    ]),
    ...documents.flatMap(neighbours),
    ...documents.flatMap(commentsLeftOff),
    ...documents.flatMap(partsLeftOut),
  ];
}

function certainOf(one: ReplyCase): Certain | undefined {
  const { expected, before, now, asked, languageId, isIncomplete, isOnlyResult } = one;
  const { lines, range } = before;
  const isPlain =
    now === before && asked === textIn(lines, range) && !isIncomplete && isOnlyResult && asked.trim() !== '';
  const first = (lines[range.start.line] ?? '').slice(0, range.start.character);
  const rest = (lines[range.end.line] ?? '').slice(range.end.character);
  const endsBeforeLine = range.end.character === 0 && range.end.line > range.start.line;
  if (
    expected.kind !== 'applied' ||
    !isPlain ||
    first.trim() !== '' ||
    (!endsBeforeLine && rest.trim() !== '')
  ) {
    return undefined;
  }
  const [start, end] = [range.start.line, range.end.line + (endsBeforeLine ? 0 : 1)];
  const result = linesOf(one.result);
  const replacement = result.slice(start, result.length - (lines.length - end));
  // Prose has no context that tells a place as code does.
  return replacement.some((line) => line.trim() !== '') && languageId !== 'plaintext'
    ? { one, lines, start, end, replacement }
    : undefined;
}

function isResultOf({ one }: Certain): MadeReply['isRight'] {
  return (text) => text === one.result;
}

function contexts(certain: Certain): MadeReply[] {
  const { lines, start, end, replacement } = certain;
  const above = (count: number): readonly string[] => lines.slice(nth(lines, start, -1, count), start);
  const below = (count: number): readonly string[] => lines.slice(end, nth(lines, end - 1, 1, count) + 1);
  const right = isResultOf(certain);
  const replies: MadeReply[] = [];
  const add = (kind: Kind, head: readonly string[], tail: readonly string[]): void => {
    // A brace alone tells nothing, not even to a person.
    if (
      [head, tail].every((part) => part.length === 0 || part.some((line) => /[\p{L}\p{N}]{2}/u.test(line)))
    ) {
      replies.push(made(kind, certain, [...head, ...replacement, ...tail], right));
    }
  };
  if (above(1).length > 0) {
    add('line above repeated', above(1), []);
    add('lines above repeated', above(3), []);
  }
  if (below(1).length > 0) {
    add('line below repeated', [], below(1));
  }
  if (above(2).length > 0 && below(2).length > 0) {
    add('lines above and below repeated', above(2), below(2));
  }
  return replies;
}

/** Index of the nth line that is not blank, from a line on. */
function nth(lines: readonly string[], from: number, step: 1 | -1, count: number): number {
  let [at, left] = [from, count];
  for (let next = from + step; left > 0 && next >= 0 && next < lines.length; next += step) {
    if ((lines[next] ?? '').trim() !== '') {
      at = next;
      left--;
    }
  }
  return at;
}

function aroundOf({ lines, start, end }: Certain): Around | undefined {
  const depth = indentOf(lines.slice(start, end).find((line) => line.trim() !== '') ?? '').length;
  const header = lines.findLastIndex(
    (line, index) => index < start && line.trim() !== '' && indentOf(line).length < depth,
  );
  const outer = indentOf(lines[header] ?? '').length;
  const isOpener = /[{:(]$|\bdo$|\bthen$/.test(lines[header]?.trim() ?? '');
  const closer = lines.findIndex(
    (line, index) => index >= end && line.trim() !== '' && indentOf(line).length <= outer,
  );
  const isClosed = closer >= 0 && CLOSES.test(lines[closer]?.trim() ?? '');
  return header >= 0 && isOpener && isClosed && indentOf(lines[closer] ?? '').length === outer
    ? { header, closer }
    : undefined;
}

function blocksAround(certain: Certain): MadeReply[] {
  const { lines, start, end, replacement } = certain;
  const around = aroundOf(certain);
  if (around === undefined) {
    return [];
  }
  const { header, closer } = around;
  const [head, tail] = [lines.slice(header, start), lines.slice(end, closer + 1)];
  const whole = made('whole block', certain, [...head, ...replacement, ...tail], isResultOf(certain));
  const hasOthers = [...head.slice(1), ...tail.slice(0, -1)].some((line) => line.trim() !== '');
  const wrapped = [lines[header] ?? '', ...replacement, lines[closer] ?? ''];
  return hasOthers ? [whole, made('wrapped in its block', certain, wrapped, isResultOf(certain))] : [whole];
}

function wholeFile(certain: Certain): MadeReply[] {
  const { start, end, lines, one } = certain;
  const isAll = lines.slice(0, start).every((line) => line.trim() === '') && end >= lines.length - 1;
  return isAll
    ? []
    : [made('whole file', certain, linesOf(one.result.replace(/\n+$/, '')), isResultOf(certain))];
}

/** A line that opens a part of a document with imports of its own. */
const MODULE = /^mod \w+ \{$/;

function importAbove(certain: Certain): MadeReply[] {
  const { one, replacement } = certain;
  const imports = IMPORTS[one.languageId];
  if (imports === undefined) {
    return [];
  }
  const shared = sharedIndent(replacement).length;
  const code = [...imports, '', ...replacement.map((line) => line.slice(shared))];
  const isRight = (text: string): boolean => {
    const all = linesOf(text);
    const place = all.findIndex((line) => line.trim() === imports[0]);
    const without = all.filter((line) => line.trim() !== imports[0]);
    const inner = all.findLastIndex((line, index) => index < place && MODULE.test(line));
    const squeezed = (lines: readonly string[]): string =>
      lines.filter((line) => line.trim() !== '').join('\n');
    const isAbove = place >= 0 && all.slice(inner + 1, place).every((line) => !DECLARES.test(line.trim()));
    return isAbove && squeezed(without) === squeezed(linesOf(one.result));
  };
  return [made('import above', certain, code, isRight)];
}

/** A block from elsewhere in the document, with a line changed: never in the place of what was asked about. */
function anotherBlock(certain: Certain): MadeReply[] {
  const { lines, start, end } = certain;
  const first = lines.findIndex((line, index) => {
    const closer = closerOf(lines, index);
    const isOther = closer < start - 1 || index > end;
    return isOther && closer > index + 1 && DECLARES.test(line.trim());
  });
  if (first < 0) {
    return [];
  }
  const closer = closerOf(lines, first);
  const code = withNote(lines.slice(first, closer + 1));
  const right = [...lines.slice(0, first), ...code, ...lines.slice(closer + 1)].join('\n');
  return [made('another block of the document', certain, code, (text) => text === right)];
}

/** The line that ends the block that a line begins; the line itself if it begins none. */
function closerOf(lines: readonly string[], first: number): number {
  const depth = indentOf(lines[first] ?? '').length;
  const isOpener = /[{:]$/.test(lines[first]?.trim() ?? '');
  const next = lines.findIndex(
    (line, index) => index > first && line.trim() !== '' && indentOf(line).length <= depth,
  );
  const isSame =
    next >= 0 && indentOf(lines[next] ?? '').length === depth && CLOSES.test(lines[next]?.trim() ?? '');
  return isOpener && isSame && /^[}\])]+[;,)]*$|^end$/.test(lines[next]?.trim() ?? '') ? next : first;
}

/** A declaration was asked about with the comment or attribute above it, and the reply has the declaration alone. */
function commentsLeftOff(certain: Certain): MadeReply[] {
  const { one, lines } = certain;
  return lines.flatMap((line, start) => {
    const closer = closerOf(lines, start);
    let from = start;
    while (from > 0 && COMMENT_OR_ATTRIBUTE.test(lines[from - 1]?.trim() ?? '')) {
      from--;
    }
    if (!DECLARES.test(line.trim()) || closer === start || from === start || one.languageId === 'markdown') {
      return [];
    }
    const code = withNote(lines.slice(start, closer + 1));
    const right = [...lines.slice(0, start), ...code, ...lines.slice(closer + 1)].join('\n');
    return made(
      'comment or attribute left off',
      { ...certain, start: from, end: closer + 1 },
      code,
      (text) => text === right,
    );
  });
}

/** Everything was asked about, and the reply has all but one of the blocks, and a change in another one. */
function partsLeftOut(certain: Certain): MadeReply[] {
  const { lines } = certain;
  const blocks = lines.flatMap((line, start) => {
    const closer = closerOf(lines, start);
    return DECLARES.test(line.trim()) && closer > start + 1 ? [{ start, end: closer + 1 }] : [];
  });
  return blocks.flatMap((dropped) => {
    const changed = blocks.find(({ start, end }) => start >= dropped.end || end <= dropped.start);
    if (changed === undefined) {
      return [];
    }
    const at = changed.start + 1;
    const note = `${indentOf(lines[at] ?? '')}note();`;
    const code = lines.flatMap((line, index) => {
      const isDropped = index >= dropped.start && index < dropped.end;
      return isDropped ? [] : index === at ? [note, line] : [line];
    });
    return made('part left out', { ...certain, start: 0, end: lines.length }, code, undefined);
  });
}

function withNote([first = '', ...rest]: readonly string[]): readonly string[] {
  return [first, `${indentOf(rest[0] ?? '')}note();`, ...rest];
}

/** One of each document. */
function oneOfEach(certain: readonly Certain[]): Certain[] {
  return [...new Map(certain.map((each) => [each.lines.join('\n'), each])).values()];
}
