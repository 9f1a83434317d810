import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { describeAnchor, findAnchor } from '../../../../src/core/editing/findAnchor.ts';
import { endOf, linesOf, type TextRange, textIn } from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

const FIRST = { line: 0, character: 0 };

/** The range between `[` and `]` of a document, and the document without them. */
function parse(marked: string): { lines: string[]; range: TextRange } {
  const [before = '', inside = '', after = ''] = marked.split(/[[\]]/);
  const start = endOf(FIRST, before);
  return { lines: linesOf(before + inside + after), range: { start, end: endOf(start, inside) } };
}

/**
 * Selects the marked text of a document and looks for it in a later one.
 * @returns that document with the place marked, `~` after it if its indentation differs, `!` if its lines do, or the error
 */
function found(marked: string, later: string, siblings: string[] = []): string {
  const { lines, range } = parse(marked);
  const anchor = describeAnchor(lines, range, siblings.map(linesOf));
  const result = findAnchor(linesOf(later), textIn(lines, range), anchor);
  return 'error' in result
    ? result.error
    : `${format(later, result.range)}${result.ignoresIndentation ? '~' : ''}${result.isChanged ? '!' : ''}`;
}

function format(document: string, { start, end }: TextRange): string {
  const lines = linesOf(document);
  const [before, inside, after] = [
    { start: FIRST, end: start },
    { start, end },
    { start: end, end: endOf(FIRST, document) },
  ].map((range) => textIn(lines, range));
  return `${before}[${inside}]${after}`;
}

describe('the text of an anchor', () => {
  it('is found where it has moved, whatever the line ends', () => {
    assert.equal(found('a\n[b\nc\n]d', 'new\r\n\r\na\r\nb\r\nc\r\nd'), 'new\n\na\n[b\nc\n]d');
    assert.equal(found('x = [f(1,\n  2)];', 'y\nx = f(1,\n  2);'), 'y\nx = [f(1,\n  2)];');
  });

  it('is found with another indentation that all of its lines share', () => {
    const old = '[if (a) {\n\n  b;\n}]\n';
    assert.equal(
      found(old, 'x\n    if (a) {\n  \n      b;\n    }\n'),
      'x\n[    if (a) {\n  \n      b;\n    }]\n~',
    );
    assert.equal(found(old, '\tif (a) {\n\n\t  b;\n\t}\n'), '[\tif (a) {\n\n\t  b;\n\t}]\n~');
    assert.equal(found('f\n  [a\n    b\n]c', 'f\n      a\n        b\nc'), 'f\n      [a\n        b\n]c~');
    assert.equal(found('f[\n  a\n    b]\nc', 'f\na\n  b\nc'), 'f[\na\n  b]\nc~');
  });

  it('is found if a line inside has changed, been added or removed, and most others are there once', () => {
    const text = 'function first() {\n  open(file);\n  read(file);\n  close(file);\n}';
    const [before, after] = [
      'const one = 1;\n\n',
      '\n\nfunction second() {\n  open(file);\n  close(file);\n}\n',
    ];
    const old = `${before}[${text}]${after.replaceAll('file', 'other')}`;
    for (const changed of [
      text.replace('read(file)', 'read(file, 1)'),
      text.replace('  read', '  // Twice.\n  read'),
      text.replace('  read(file);\n', ''),
    ]) {
      assert.equal(
        found(old, `new();\n${before}${changed}${after.replaceAll('file', 'other')}`),
        `new();\n${before}[${changed}]${after.replaceAll('file', 'other')}!`,
      );
    }
    assert.equal(found(old, `${before}${after}`), 'notFound');
    const apart = text.replace('  close', `${'  wait();\n'.repeat(9)}  close`);
    assert.equal(found(old, before + apart), 'notFound');
    assert.equal(found(`x = [${text}]`, text.replace('read(file)', 'read(file, 1)')), 'notFound');
    // Here the lines could be those of two functions.
    assert.equal(found(old, `${before}${text.replace('read', 'write')}${after}`), 'notFound');
  });

  it('is not found if its lines changed differently', () => {
    assert.equal(found('[if (a) {\n  b;\n}]', 'if (a) {\n    b;\n}'), 'notFound');
    assert.equal(found('f\n  [a\n    b]', 'f\n  a\n      b'), 'notFound');
    assert.equal(found('[a\nb]', 'a\nc\nb'), 'notFound');
    assert.equal(found('[a\nb\n]', 'a\n'), 'notFound');
  });

  it('is not found in the middle of a line if it began a line, or within a word', () => {
    assert.equal(found('[import a]', '// import a'), 'notFound');
    assert.equal(found('return [total];', 'return totals;'), 'notFound');
    assert.equal(found('return [caf];', 'return café;'), 'notFound');
    assert.equal(found('return [total];', 'return +total;'), 'return +[total];');
  });

  it('that was unique is not found once there are two, also with another indentation', () => {
    assert.equal(found('[a\nb]\nc', 'a\nb\nc\na\nb'), 'ambiguous');
    assert.equal(found('[a\nb]\nc', 'a\nb\nc\n  a\n  b'), 'ambiguous');
  });

  it('that was not unique is found only between the same lines', () => {
    const old = 'one {\n  x\n}\ntwo {\n[  x\n]}\n';
    assert.equal(
      found(old, 'one {\n  x\n}\n\n\ntwo {\n\n    x\n}\n'),
      'one {\n  x\n}\n\n\ntwo {\n\n[    x\n]}\n~',
    );
    assert.equal(found(old, 'one {\n  x\n}\n'), 'ambiguous');
    assert.equal(found(old, 'one {\n  x\n}\nthree {\n  x\n}\n'), 'ambiguous');
    assert.equal(found('a = 1;\nb = [1];', 'new = 1;\nb = 1;'), 'ambiguous');
  });

  it('that nothing told from another place is not found, even when it is the last one', () => {
    assert.equal(
      found('{\n  x\n}\n{\n  x\n}\n{\n[  x\n]}\n{\n  x\n}\n{\n  x\n}\n', '{\n  x\n}\n'),
      'ambiguous',
    );
  });

  it('of a notebook is not found in a cell that had it, too', () => {
    assert.equal(found('[x = 1]', 'x = 1', ['x = 1']), 'ambiguous');
    assert.equal(found('a\n[x = 1]', 'x = 1', ['x = 1']), 'ambiguous');
    assert.equal(found('a\n[x = 1]', 'a\nx = 1', ['x = 1']), 'a\n[x = 1]');
  });

  it('that is white space beside other text is never found', () => {
    assert.equal(found('a[\n \n]b', 'a\n \nb'), 'notFound');
  });

  it('is found among lines that repeat', () => {
    const many = 'x\n'.repeat(1000);
    const block = `${'x\n'.repeat(800)}y\n`;
    assert.equal(
      found(`${many}[${block}z]`, `${many}${many}${block}z`).length,
      (many + many + block).length + 3,
    );
  });
});

const document = fc
  .array(fc.constantFrom('a', '  a', 'b', '  b', '    b', 'ab', ''), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

describe('the text of an anchor, in any document', () => {
  it('is found at its place or not at all, whatever else changes', async () => {
    let foundCount = 0;
    await holds(
      fc.property(
        document,
        document,
        document,
        document,
        document,
        (before, text, after, before2, after2) => {
          fc.pre(text.trim() !== '');
          const { lines, range } = parse(`${before}\n[${text}]\n${after}`);
          const anchor = describeAnchor(lines, range);
          const later = parse(`${before2}\n[${text}]\n${after2}`);
          const same = findAnchor(lines, text, anchor);
          const result = anchor.isUnique ? findAnchor(later.lines, text, anchor) : same;
          if (!('error' in same)) {
            assert.deepEqual(same, { range, ignoresIndentation: false });
            foundCount++;
          }
          if (anchor.isUnique && !('error' in result)) {
            assert.deepEqual(result, { range: later.range, ignoresIndentation: false });
          }
          const middle = parse(`${before}[${text}]${after}`);
          const inMiddle = findAnchor(middle.lines, text, describeAnchor(middle.lines, middle.range));
          if (!('error' in inMiddle)) {
            assert.deepEqual(inMiddle, { range: middle.range, ignoresIndentation: false });
          }
        },
      ),
      { runs: 20_000, gateRuns: 1000 },
    );
    assert.ok(foundCount > 0);
  });

  it('is not told for a text that is long and repeated everywhere', () => {
    const lines = Array.from({ length: 120_000 }, () => 'same();');
    const range = { start: { line: 30_000, character: 0 }, end: { line: 90_000, character: 7 } };
    const anchor = describeAnchor(lines, range);
    assert.deepEqual(anchor, { startCharacter: 0, isUnique: false });
    assert.deepEqual(findAnchor(lines, textIn(lines, range), anchor), { error: 'ambiguous' });
  });
});

describe('a place to insert at', () => {
  it('is found between the same lines, after edits elsewhere, however near', () => {
    assert.equal(found('a();\n[]\nb();', 'x();\n\na();\n\nb();'), 'x();\n\na();\n[]\nb();');
    assert.equal(found('one();\ntwo();\n[]\nb();', 'new();\ntwo();\n\nb();'), 'new();\ntwo();\n[]\nb();');
    assert.equal(found('a();\n[]\n', 'x();\na();\n'), 'x();\na();\n[]');
    assert.equal(found('[]', ''), '[]');
    assert.equal(found('a();\n[  ]\nb();', '\ta();\n\n\tb();'), '\ta();\n[]\n\tb();');
  });

  it('is as many of the blank lines there as there were', () => {
    assert.equal(found('a();\n[\n]\n\nb();', 'a();\n\n\n\nb();'), 'a();\n[\n]\n\nb();');
    assert.equal(found('a();\n\n[\n]\nb();', 'a();\n\nb();'), 'a();\n[]\nb();');
    assert.equal(found('a();\n\n[]\n\nb();', 'x();\na();\n\n\n\nb();'), 'x();\na();\n\n[]\n\nb();');
  });

  it('is told by more lines if the nearest ones are elsewhere too, and is not certain if all are', () => {
    assert.equal(
      found('x();\n}\n\n{\ny();\n}\n[]\n{', 'x();\n}\n\n{\ny();\n}\n\n{'),
      'x();\n}\n\n{\ny();\n}\n[]\n{',
    );
    const part = 'one();\ntwo();\nthree();\n\n';
    assert.equal(
      found(`${part}${part}${part.trimEnd()}\n[]\none();\ntwo();\nthree();`, part.repeat(4)),
      'ambiguous',
    );
    assert.equal(found('a();\n[]\nb();', 'a();\n\nb();\na();\n\nb();'), 'ambiguous');
    assert.equal(found('[]', '', ['']), 'ambiguous');
  });

  it('is gone if something stands there, or the lines around have gone', () => {
    assert.equal(found('a();\n[]\nb();', 'a();\nnew();\nb();'), 'notFound');
    assert.equal(found('a();\n[]\nb();', 'a();\n\nnew();\n\nb();'), 'notFound');
    assert.equal(found('a();\n[]\nb();', 'a();\nb();'), 'notFound');
  });
});
