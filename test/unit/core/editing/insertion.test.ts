import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { IndentStyle } from '../../../../src/core/editing/indentation.ts';
import { insertAtCursors, replaceSelections } from '../../../../src/core/editing/insertion.ts';
import {
  applyEdits,
  comparePositions,
  endOf,
  linesOf,
  type TextEdit,
  type TextPosition,
  type TextRange,
} from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

const STYLE = { insertSpaces: true, tabSize: 2 };

/** The lines of a text, and its marks: selections are in « », cursors at |. */
function read(marked: string): { lines: string[]; selections: TextRange[] } {
  const positions = [...marked.matchAll(/[«»|]/g)].map(({ index, 0: mark }) => ({
    mark,
    position: endOf({ line: 0, character: 0 }, marked.slice(0, index).replace(/[«»|]/g, '')),
  }));
  const selections = positions.flatMap(({ mark, position }, index) =>
    mark === '»'
      ? []
      : [{ start: position, end: positions[mark === '«' ? index + 1 : index]?.position ?? position }],
  );
  return { lines: linesOf(marked.replace(/[«»|]/g, '')), selections };
}

function inserted(marked: string, code: string, style?: IndentStyle): string {
  const { lines, selections } = read(marked);
  const cursors = selections.map(({ start }) => start);
  return applyEdits(lines, insertAtCursors(lines, cursors, code, style));
}

function replaced(marked: string, code: string, style?: IndentStyle): string {
  const { lines, selections } = read(marked);
  return applyEdits(lines, replaceSelections(lines, selections, code, style));
}

const LOOP = 'for (;;) {\n  b();\n}';
const INDENTED = '  for (;;) {\n    b();\n  }';
const CALL = 'f({\n  c,\n});';
const INDENTED_CALL = '  f({\n    c,\n  });';

describe('insertAtCursors', () => {
  for (const [where, marked, code, expected] of [
    ['in a blank line', 'if (a) {\n  |\n}\n', LOOP, `if (a) {\n${INDENTED}\n}\n`],
    ['at column 1 of a line', '{\n|  a();\n}\n', LOOP, `{\n${INDENTED}\n  a();\n}\n`],
    ['in the indentation of a line', '{\n | a();\n}\n', LOOP, `{\n${INDENTED}\n  a();\n}\n`],
    ['before the first letter of a line', '{\n  |a();\n}\n', 'x();', '{\n  x();\n  a();\n}\n'],
    ['at the end of a line', '{\n  a();|\n}\n', LOOP, `{\n  a();\n${INDENTED}\n}\n`],
    ['after the last line', '{\n  a();\n}\n|', LOOP, `{\n  a();\n}\n${LOOP}`],
    ['at the end of a line, if it is one line', 'const a = |', 'g();', 'const a = g();'],
    ['within the text of a line', 'f(|);\n', '{\n  b: 1,\n}', 'f({\n  b: 1,\n});\n'],
    [
      'at every cursor with its own indentation',
      'if (a) {\n  |\n}\n|\nb();|\n',
      CALL,
      `if (a) {\n${INDENTED_CALL}\n}\n${CALL}\nb();\n${CALL}\n`,
    ],
    ['once for all cursors in the indentation of a line', '|  | | a();', 'b();', '    b();\n    a();'],
    ['once for all cursors in a blank line', 'a\n| | |\nb', 'x\ny', 'a\n  x\n  y\nb'],
    ['in short lines of a box too', 'aaa|a\nb|\nccc|c', 'X', 'aaaXa\nbX\ncccXc'],
  ] as const) {
    it(`inserts ${where}`, () => {
      assert.equal(inserted(marked, code, STYLE), expected);
    });
  }

  it('takes cursors in any order and returns the edits in theirs', () => {
    const { lines, selections } = read('|a\n\n|\n|b');
    const cursors = selections.map(({ start }) => start);
    assert.deepEqual(
      insertAtCursors(lines, cursors.toReversed(), 'x', STYLE),
      insertAtCursors(lines, cursors, 'x', STYLE),
    );
  });

  it('inserts text without a style as it is, on lines of its own', () => {
    assert.equal(inserted('one|\n  |two', '- a\n\n  - b'), 'one\n- a\n\n  - b\n- a\n\n  - b\n  two');
  });
});

describe('replaceSelections', () => {
  for (const [what, marked, code, expected] of [
    [
      'whole lines, keeping their indentation',
      'A {\n«    o();\n    p();\n»}\n',
      'n();',
      'A {\n    n();\n}\n',
    ],
    ['a part of a line', 'const a = «old»;', 'fresh', 'const a = fresh;'],
    ['lines from their first letter', '  «a();\n  b();»', LOOP, INDENTED],
    ['lines up to column 1 of the next', 'a\n«  b\n»  c\n', 'x\ny', 'a\n  x\n  y\n  c\n'],
    ['lines up to the indentation of the next', 'a\n  «b\n  »c\n', 'x\ny', 'a\n  x\n  y\n  c\n'],
    ['lines from the end of the previous one', 'a«\n  b»\n  c\n', 'x\ny', 'a\n  x\n  y\n  c\n'],
    ['a line break', 'a«\n»  b\n', 'x\ny', 'a\n  x\n  y\n  b\n'],
    [
      'every selection with its own indentation',
      '«one();»\n  «two();»\n',
      CALL,
      `${CALL}\n${INDENTED_CALL}\n`,
    ],
    ['selections that touch within a line', '«a»«b»c', 'X', 'XXc'],
    ['lines that touch', '«a\n»«b\n»c', 'X', 'X\nX\nc'],
    ['line breaks that touch', 'a«\n»«\n»b', 'X', 'a\nX\nX\nb'],
    // VS Code selects nothing at the end of a line that is shorter than a box.
    ['a box, but not at its cursors in short lines', 'aa«aa»\nb|\ncc«cc»', 'X', 'aaX\nb\nccX'],
    ['what is selected, but not at a cursor in a blank line', '|  «\n  a»\nb', 'X', '  X\nb'],
  ] as const) {
    it(`replaces ${what}`, () => {
      assert.equal(replaced(marked, code, STYLE), expected);
    });
  }

  it('has nothing to replace at cursors', () => {
    const { lines, selections } = read('|a\n|\nb|');
    assert.deepEqual(replaceSelections(lines, selections, 'x', STYLE), []);
  });

  it('inserts text without a style as it is', () => {
    assert.equal(replaced('  «old»', '# Title\n\n- a\n  - b'), '  # Title\n\n- a\n  - b');
  });
});

describe('at any places', () => {
  /** Lines of a document. Each of its letters is there once, so that it is known in the result. */
  const documents = fc
    .array(fc.stringMatching(/^ {0,3}(|a|a a|a {2})$/), { minLength: 1, maxLength: 6 })
    .map((lines) => {
      let letter = 'a'.charCodeAt(0);
      return lines.map((line) => line.replace(/a/g, () => String.fromCharCode(letter++)));
    });
  const codes = fc
    .array(fc.constantFrom('X', '  Y', ''), { minLength: 1, maxLength: 3 })
    .filter((lines) => lines.join('') !== '')
    .map((lines) => lines.map((line, index) => line && `${line}${index}`).join('\n'));

  /** Selections as VS Code has them: they don't overlap, may touch, and touch no cursors. */
  const places = documents.chain((lines) => {
    const all = lines.flatMap((line, at) =>
      Array.from({ length: line.length + 1 }, (_, character) => ({ line: at, character })),
    );
    return fc.record({
      lines: fc.constant(lines),
      selections: fc
        .array(fc.tuple(fc.nat(all.length - 1), fc.nat(all.length - 1), fc.boolean()), {
          minLength: 1,
          maxLength: 5,
        })
        .map((pairs) =>
          disjoint(
            pairs.map(([one, other, isCursor]) => [one, isCursor ? one : other]),
            all,
          ),
        ),
    });
  });

  for (const style of [STYLE, undefined]) {
    it(`inserts at every place, joins no lines, and loses nothing, ${style ? 'indented' : 'as it is'}`, async () => {
      await holds(
        fc.property(places, codes, ({ lines, selections }, code) => {
          const cursors = selections.map(({ end }) => end);
          const edits = insertAtCursors(lines, cursors, code, style);
          assert.ok(
            edits.length <= cursors.length && new Set(cursors.map(({ line }) => line)).size <= edits.length,
          );
          check(lines, [], code, edits);
        }),
        { runs: 5000 },
      );
    });

    it(`replaces all that is selected and nothing else, ${style ? 'indented' : 'as it is'}`, async () => {
      await holds(
        fc.property(places, codes, ({ lines, selections }, code) => {
          const selected = selections.filter(({ start, end }) => comparePositions(start, end) < 0);
          const edits = replaceSelections(lines, selections, code, style);
          assert.deepEqual(
            edits.map(({ range }) => range),
            selected,
          );
          check(lines, selected, code, edits);
        }),
        { runs: 5000 },
      );
    });
  }
});

function check(
  lines: readonly string[],
  selected: readonly TextRange[],
  code: string,
  edits: readonly TextEdit[],
): void {
  edits.slice(1).forEach(({ range }, index) => {
    const previous = edits[index]?.range ?? range;
    assert.ok(comparePositions(previous.end, range.start) <= 0, 'Edits overlap');
    assert.ok(comparePositions(previous.start, range.start) < 0, 'Edits are at one place');
  });
  const result = applyEdits(lines, edits);
  const letters = (text: string) => text.match(/[a-z]/g) ?? [];
  const isSelected = (position: TextPosition) =>
    selected.some(
      ({ start, end }) => comparePositions(start, position) <= 0 && comparePositions(position, end) < 0,
    );
  const kept = lines.flatMap((text, line) =>
    [...text].flatMap((letter, character) =>
      /[a-z]/.test(letter) && !isSelected({ line, character }) ? [{ letter, line }] : [],
    ),
  );
  assert.equal(letters(result).join(''), kept.map(({ letter }) => letter).join(''), 'Text was lost');
  const resultLines = linesOf(result);
  kept.slice(1).forEach(({ letter, line }, index) => {
    const previous = kept[index] ?? { letter, line };
    const areJoined = resultLines.some((text) => text.includes(letter) && text.includes(previous.letter));
    const breaks = Array.from({ length: line - previous.line }, (_, at) => previous.line + at);
    assert.ok(
      !areJoined || breaks.every((at) => isSelected({ line: at, character: (lines[at] ?? '').length })),
      'Lines were joined',
    );
  });
  for (const line of linesOf(code).filter((one) => one !== '')) {
    assert.equal(result.split(line.trim()).length - 1, edits.length, 'A line of the code is missing');
  }
}

function disjoint(pairs: readonly (readonly [number, number])[], all: readonly TextPosition[]): TextRange[] {
  const kept: [number, number][] = [];
  for (const [one, other] of pairs) {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const isFree = kept.every(([start, end]) =>
      from === to || start === end ? to < start || from > end : to <= start || from >= end,
    );
    if (isFree) {
      kept.push([from, to]);
    }
  }
  return kept
    .toSorted(([one], [other]) => one - other)
    .flatMap(([from, to]) => {
      const [start, end] = [all[from], all[to]];
      return start && end ? [{ start, end }] : [];
    });
}
