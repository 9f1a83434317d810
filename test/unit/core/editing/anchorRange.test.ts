import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { followEdits } from '../../../../src/core/editing/anchorRange.ts';
import {
  applyEdits,
  endOf,
  linesOf,
  type TextEdit,
  type TextPosition,
  type TextRange,
  textIn,
} from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

/** A document with its range between `[` and `]`, which are not part of it. */
interface Marked {
  lines: string[];
  range: TextRange;
}

function parse(marked: string): Marked {
  const [before = '', inside = '', after = ''] = marked.split(/[[\]]/);
  const text = before + inside + after;
  return {
    lines: linesOf(text),
    range: { start: positionAt(text, before.length), end: positionAt(text, before.length + inside.length) },
  };
}

function positionAt(text: string, offset: number): TextPosition {
  return endOf({ line: 0, character: 0 }, text.slice(0, offset));
}

function offsetOf(text: string, { line, character }: TextPosition): number {
  return text
    .split('\n')
    .slice(0, line)
    .reduce((sum, { length }) => sum + length + 1, character);
}

/** The edit that turns the marked part of a document, between `<` and `>`, into a text. */
function edit(document: string, text: string): TextEdit {
  const plain = document.replace(/[[\]]/g, '');
  const [start, end] = [plain.indexOf('<'), plain.indexOf('>') - 1];
  const whole = plain.replace(/[<>]/g, '');
  return { range: { start: positionAt(whole, start), end: positionAt(whole, end) }, text };
}

function format(lines: readonly string[], { start, end }: TextRange): string {
  const text = lines.join('\n');
  const [from, to] = [offsetOf(text, start), offsetOf(text, end)];
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

/** The document after an edit, with the range marked; `undefined` if the range is lost. */
function after(document: string, text: string): string | undefined {
  const { lines, range } = parse(document.replace(/[<>]/g, ''));
  const change = edit(document, text);
  const moved = followEdits(range, [change], { isUndo: false, isKnown: () => false });
  return moved && format(linesOf(applyEdits(lines, [change])), moved);
}

describe('the range of an anchor', () => {
  it('moves with edits before it', () => {
    assert.equal(after('<>a\n[b\nc]\nd', 'import x;\r\n'), 'import x;\na\n[b\nc]\nd');
    assert.equal(after('<a\n>[b\nc]\nd', ''), '[b\nc]\nd');
    assert.equal(after('<a >[b c] d', ''), '[b c] d');
    assert.equal(after('a\n<  >[b\nc]', '\t'), 'a\n\t[b\nc]');
  });

  it('moves with lines inserted at its start, also if their indentation follows', () => {
    assert.equal(after('a\n<>[b\nc]', 'x\n'), 'a\nx\n[b\nc]');
    assert.equal(after('a\n  <>[b\n  c]', '\r\n  '), 'a\n  \n  [b\n  c]');
  });

  it('does not change with edits after it', () => {
    assert.equal(after('[b\nc]<\nd>', ''), '[b\nc]');
    assert.equal(after('[b\nc]<>\nd', '\nx'), '[b\nc]\nx\nd');
    assert.equal(after('[b\n]<>c', '// '), '[b\n]// c');
    assert.equal(after('[b\n]<c\n>', ''), '[b\n]');
  });

  it('includes what is inserted in it, at its first word and at its last', () => {
    assert.equal(after('a\n[b<>\nc]\nd', '1\n2'), 'a\n[b1\n2\nc]\nd');
    assert.equal(after('a\n<>[b\nc]\nd', 'async '), 'a\n[async b\nc]\nd');
    assert.equal(after('a\n[b\nc]<>\nd', ';'), 'a\n[b\nc;]\nd');
  });

  it('shrinks with what is deleted in it', () => {
    assert.equal(after('a\n[<b\n>c]\nd', ''), 'a\n[c]\nd');
    assert.equal(after('a\n[b<\nc>]\nd', ''), 'a\n[b]\nd');
  });

  it('is lost when an edit crosses its border or replaces all of it', () => {
    assert.equal(after('<a\n[b>\nc]\nd', 'x'), undefined);
    assert.equal(after('a\n[b\n<c]\n>d', 'x'), undefined);
    assert.equal(after('a\n[<b\nc>]\nd', 'b\nc'), undefined);
    assert.equal(after('<a\n[b\nc]\n>d', ''), undefined);
  });
});

function lastLineEnd(
  lines: readonly string[],
  { end: { line, character } }: TextRange,
): TextPosition | undefined {
  return character === 0 ? { line: line - 1, character: (lines[line - 1] ?? '').length } : undefined;
}

/** The range after the edits of one event; `known` are the texts that it is known to have had. */
function followed(document: string, edits: TextEdit[], known: string, isUndo = false): string | undefined {
  const { lines, range } = parse(document.replace(/[<>]/g, ''));
  const next = linesOf(applyEdits(lines, edits));
  const moved = followEdits(range, edits, {
    isUndo,
    lastLineEnd: lastLineEnd(lines, range),
    isKnown: (candidate) => textIn(next, candidate) === known,
  });
  return moved && format(next, moved);
}

describe('the range of an anchor, after an event', () => {
  it('includes its first and last lines again when they are pasted or restored', () => {
    assert.equal(followed('a\n[c]', [edit('a\n<>[c]', 'b\n')], 'b\nc'), 'a\n[b\nc]');
    assert.equal(followed('[b]\nd', [edit('[b]<>\nd', '\nc')], 'b\nc', true), '[b\nc]\nd');
  });

  it('includes what is typed before its first word, but not what undo restores there', () => {
    const typed = [edit('a\n <>[b\nc]', 'x ')];
    assert.equal(followed('a\n [b\nc]', typed, 'b\nc'), 'a\n [x b\nc]');
    assert.equal(followed('a\n [b\nc]', typed, 'b\nc', true), 'a\n x [b\nc]');
  });

  it('keeps its last line end when lines below are inserted before that, and removed again', () => {
    assert.equal(followed('[b<>\n]d', [edit('[b<>\n]d', '\n')], ''), '[b\n]\nd');
    assert.equal(followed('[b<\n]>\nd', [edit('[b<\n]>\nd', '')], 'b\n', true), '[b\n]d');
  });

  it('is lost when undo restores something at its border that may have been on either side', () => {
    assert.equal(followed('a\n[c]', [edit('a\n<>[c]', 'x\n')], 'b\nc', true), undefined);
    assert.equal(followed('a\n[c]', [edit('a\n<>[c]', 'x\n')], 'b\nc'), 'a\nx\n[c]');
  });

  it('stays when all of it is replaced by a text that it had', () => {
    assert.equal(followed('a\n[x]', [edit('a\n[<x>]', 'b\nc')], 'b\nc'), 'a\n[b\nc]');
  });

  it('stays when lines are moved across it with Alt+Up and Alt+Down', () => {
    // The line above moves below the last line, whose line end is part of the range.
    assert.equal(
      followed('a\n[b\nc\n]d', [edit('a\n[b\nc<>\n]d', '\na'), edit('<a\n>[b\nc\n]d', '')], ''),
      '[b\nc\n]a\nd',
    );
    // The line below moves above the first line.
    assert.equal(
      followed('a\n[b\nc\n]d\n', [edit('a\n[b\nc\n]<d\n>', ''), edit('a\n<>[b\nc\n]d\n', 'd\n')], ''),
      'a\nd\n[b\nc\n]',
    );
  });
});

/** A character of a document in the property test. Undo restores the same object. */
interface Character {
  text: string;
  side: 'inside' | 'outside' | 'new';
}

interface Step {
  from: number;
  length: number;
  text: string;
}

const changes = fc.array(
  fc.oneof(
    fc.record({
      from: fc.nat(40),
      length: fc.oneof(fc.constant(0), fc.nat(4)),
      text: fc.oneof(
        fc.constant(''),
        fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' '), maxLength: 3 }),
      ),
    }),
    fc.constant('undo' as const),
  ),
  { maxLength: 12 },
);
const pieces = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 8 });

describe('the range of an anchor, after any edits and undo of them', () => {
  it('contains all that is left of its characters and none from outside, or its text, or is lost', async () => {
    await holds(
      fc.property(pieces, pieces, pieces, changes, (before, inside, behind, all) => {
        fc.pre(inside !== '');
        let document = [
          ...charactersOf(before, 'outside'),
          ...charactersOf(inside, 'inside'),
          ...charactersOf(behind, 'outside'),
        ];
        const start = positionAt(before, before.length);
        let range: TextRange | undefined = { start, end: endOf(start, inside) };
        let wasRight = true;
        const earlier: Character[][] = [];
        for (const change of all) {
          const isUndo = change === 'undo';
          const [next, step] = isUndo ? undo(document, earlier.pop()) : applyStep(document, change);
          const moved: TextRange | undefined = follow(range, document, next, step, { known: inside, isUndo });
          if (moved === undefined) {
            assert.ok(isUndo || !wasRight || mayLose(document, step), 'Lost without a reason');
            return;
          }
          wasRight = isRight(next, moved);
          const text = textIn(linesOf(textOf(next)), moved);
          assert.ok(wasRight || text === inside, `Contains ${JSON.stringify(text)}`);
          earlier.push(...(isUndo ? [] : [document]));
          [document, range] = [next, moved];
        }
      }),
      { runs: 20_000, gateRuns: 2000 },
    );
  });
});

function charactersOf(text: string, side: Character['side']): Character[] {
  return [...text].map((character) => ({ text: character, side }));
}

/** The range after a step that turned one document into the next. */
function follow(
  range: TextRange,
  document: readonly Character[],
  next: readonly Character[],
  { from, length, text }: Step,
  { known, isUndo }: { known: string; isUndo: boolean },
): TextRange | undefined {
  const [lines, nextLines] = [linesOf(textOf(document)), linesOf(textOf(next))];
  const start = positionAt(textOf(document), from);
  const end = positionAt(textOf(document), from + length);
  return followEdits(range, [{ range: { start, end }, text }], {
    isUndo,
    lastLineEnd: lastLineEnd(lines, range),
    isKnown: (candidate) => textIn(nextLines, candidate) === known,
  });
}

function isRight(document: readonly Character[], range: TextRange): boolean {
  const text = textOf(document);
  const [from, to] = [offsetOf(text, range.start), offsetOf(text, range.end)];
  const last = document.findLast(({ side }) => side === 'inside');
  return document.every((character, at) => {
    // Of two line ends in a row, either may be that of the last line.
    const mayBeEither =
      character.text === '\n' && document[to - 1]?.text === '\n' && (at === to - 1 || character === last);
    const isInRange = at >= from && at < to;
    return mayBeEither || character.side !== (isInRange ? 'outside' : 'inside');
  });
}

function textOf(characters: readonly Character[]): string {
  return characters.map(({ text }) => text).join('');
}

/** Whether a step deletes characters of both sides or all that are inside, or some that may be on either side. */
function mayLose(document: readonly Character[], { from, length }: Step): boolean {
  const deleted = document.slice(from, from + length);
  const first = document.findIndex(({ side }) => side === 'inside');
  const last = document.findLastIndex(({ side }) => side === 'inside');
  return (
    new Set(deleted.map(({ side }) => side)).size > 1 ||
    (from <= first && from + length > last) ||
    deleted.some(({ side, text }) => side === 'new' || text === '\n')
  );
}

function applyStep(document: readonly Character[], { from, length, text }: Step): [Character[], Step] {
  const start = Math.min(from, document.length);
  const count = Math.min(length, document.length - start);
  return [
    document.toSpliced(start, count, ...charactersOf(text, 'new')),
    { from: start, length: count, text },
  ];
}

/** Goes back to an earlier document with the smallest edit, as undo does. */
function undo(document: readonly Character[], earlier = document): [Character[], Step] {
  let from = 0;
  while (from < document.length && from < earlier.length && document[from] === earlier[from]) {
    from++;
  }
  let same = 0;
  while (
    same < Math.min(document.length, earlier.length) - from &&
    document.at(-1 - same) === earlier.at(-1 - same)
  ) {
    same++;
  }
  const text = textOf(earlier.slice(from, earlier.length - same));
  return [[...earlier], { from, length: document.length - same - from, text }];
}
