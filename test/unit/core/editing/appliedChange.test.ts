import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  type AppliedChange,
  appliedChange,
  appliedNow,
  presentText,
  takeBack,
  withoutSecrets,
} from '../../../../src/core/editing/appliedChange.ts';
import { linesOf } from '../../../../src/core/editing/textRange.ts';
import { holds } from '../../../support/property.ts';

/** The change from one text to another, as it is after a reload. */
function change(before: string, after: string): AppliedChange {
  const made = appliedChange(linesOf(before), linesOf(after));
  assert.ok(made);
  return JSON.parse(JSON.stringify(made));
}

/** The text without the change, or what it says instead. Marked with `?` if somebody should look at it. */
function takenBack(applied: AppliedChange, present: string): string {
  const taken = takeBack(applied, presentText(linesOf(present)));
  return typeof taken === 'string' ? taken : `${taken.isCertain ? '' : '?'}${taken.lines.join('\n')}`;
}

/** What became of the change, and in which lines, from 1. */
function now(applied: AppliedChange, present: string): string {
  const { kind, lines } = appliedNow(applied, presentText(linesOf(present)));
  return kind === 'gone' ? kind : `${kind} ${lines.start + 1}–${lines.end}`;
}

const BEFORE = `import { a } from 'a';

function first() {
  return a(1);
}

function second() {
  return a(2);
}
`;
const AFTER = BEFORE.replace('return a(1);', 'const one = a(1);\n  return one + 1;');

const FUNCTION = `function third() {
  const three = a(3);
  return three;
}
`;

/** The lines that may be left of some. */
function everyPart(lines: readonly string[]): string[][] {
  const [first, ...others] = lines;
  const parts = first === undefined ? [] : everyPart(others);
  return first === undefined ? [[]] : [...parts, ...parts.map((part) => [first, ...part])];
}

describe('what was applied', () => {
  test('is nothing if nothing was changed', () => {
    assert.equal(appliedChange(['a', ''], ['a', '']), undefined);
  });

  test('is taken back where it stands, and other edits stay as they are', () => {
    const applied = change(BEFORE, AFTER);
    assert.equal(takenBack(applied, AFTER), BEFORE);
    assert.equal(now(applied, AFTER), 'there 4–5');
    const edit = (text: string): string =>
      `// License\n\n${text.replace('a(2)', 'a(22)').replace('function first() {', 'function renamed() {')}// End`;
    assert.equal(takenBack(applied, edit(AFTER)), edit(BEFORE));
    assert.equal(now(applied, edit(AFTER)), 'there 6–7');
  });

  test('is taken back in all of its places, with what was written between them', () => {
    const after = AFTER.replace("from 'a'", "from './a'").replace('return a(2)', 'return second.a(2)');
    const applied = change(BEFORE, after);
    assert.equal(applied.hunks.length, 3);
    const edit = (text: string): string =>
      text.replace('\n\nfunction second', '\n\n// Mine\n\nfunction second');
    assert.equal(takenBack(applied, edit(after)), edit(BEFORE));
    assert.equal(now(applied, edit(after)), 'there 1–11');
  });

  test('is not there any more once it was undone, also after other edits, and is there again after Redo', () => {
    const applied = change(BEFORE, AFTER);
    for (const present of [BEFORE, `// More\n${BEFORE}`, BEFORE.replace('a(2)', 'a(3)'), '']) {
      assert.equal(takenBack(applied, present), 'gone', present);
      assert.equal(now(applied, present), 'gone', present);
    }
    assert.equal(now(applied, AFTER), 'there 4–5');
  });

  test('is shown beside the lines from before if somebody has edited it', () => {
    const applied = change(BEFORE, AFTER);
    const present = AFTER.replace('one + 1', 'one + 2');
    assert.equal(takenBack(applied, present), `?${BEFORE}`);
    assert.equal(now(applied, present), 'changed 4–5');
    const inside = AFTER.replace('  return one', '  log();\n  return one');
    assert.equal(takenBack(applied, inside), `?${BEFORE}`);
    assert.equal(now(applied, inside), 'changed 4–6');
  });

  test('is taken back in the rest of its places if it was undone in one', () => {
    const after = AFTER.replace('return a(2)', 'return second.a(2)');
    const applied = change(BEFORE, after);
    assert.equal(takenBack(applied, AFTER), BEFORE);
    assert.equal(now(applied, AFTER), 'changed 4–5');
    const removed = after.replace('  const one = a(1);\n  return one + 1;\n', '');
    assert.equal(takenBack(applied, removed), `?${BEFORE}`);
  });

  describe('at the end of the text', () => {
    test('without a last line end', () => {
      const applied = change('a();\nb();', 'a();\nb();\nnew();');
      assert.equal(takenBack(applied, '// head\na();\nb();\nnew();'), '// head\na();\nb();');
      assert.equal(takenBack(applied, 'a();\nb();\nnew();\nmine();'), 'a();\nb();\nmine();');
      assert.equal(now(applied, 'a();\nb();\nnew();\n'), 'there 3–3');
    });

    test('in an empty one, which is all of it', () => {
      const applied = change('', FUNCTION);
      assert.equal(takenBack(applied, FUNCTION), '');
      assert.equal(takenBack(applied, `// head\n${FUNCTION}mine();\n`), '// head\nmine();\n');
      assert.equal(takenBack(applied, ''), 'gone');
    });

    test('and all of the text was removed', () => {
      const applied = change('a();\nb();', '');
      assert.equal(takenBack(applied, ''), 'a();\nb();');
      assert.equal(takenBack(applied, 'other();'), '?a();\nb();');
    });
  });

  describe('where lines were only removed', () => {
    const text = 'one();\ntwo();\nthree();\nfour();\n';
    const applied = change(text, text.replace('two();\nthree();\n', ''));

    test('is taken back while the lines around stand together', () => {
      assert.equal(takenBack(applied, '// head\none();\nfour();\nfive();\n'), `// head\n${text}five();\n`);
      assert.equal(now(applied, '// head\none();\nfour();\n'), 'there 3–2');
    });

    test('needs a look if something was written there, or a neighbor is gone', () => {
      assert.equal(
        takenBack(applied, 'one();\nmine();\nfour();\n'),
        '?one();\ntwo();\nthree();\nmine();\nfour();\n',
      );
      assert.equal(takenBack(applied, 'one();\nother();\n'), '?one();\ntwo();\nthree();\nother();\n');
    });

    test('is gone when they are back', () => {
      assert.equal(takenBack(applied, text), 'gone');
      assert.equal(takenBack(applied, `// head\n${text}`), 'gone');
    });
  });

  describe('among lines that occur several times', () => {
    const block = (name: string): string => `if (${name}) {\n  go();\n}\n`;

    test('goes by its place', () => {
      const before = block('a') + block('b') + block('c');
      const applied = change(before, before.replace('(b) {\n  go();\n', '(b) {\n  go();\n  go();\n'));
      const after = before.replace('(b) {\n  go();\n', '(b) {\n  go();\n  go();\n');
      assert.equal(
        takenBack(applied, `if (x) {\n  stop();\n}\n${after}`),
        `if (x) {\n  stop();\n}\n${before}`,
      );
      assert.equal(takenBack(applied, before), 'gone');
      // It might be in a copy.
      assert.equal(takenBack(applied, block('b') + after), `?${block('b')}${before}`);
    });

    test('is never taken for another of them', () => {
      // A brace that was inserted, then removed together with the lines around.
      const lines = ['start();', '{', 'x();', '}', '{', 'x();', '}', 'end();'];
      const before = lines.toSpliced(5, 1).join('\n');
      const applied = change(before, lines.join('\n'));
      for (const present of [
        ['other();', '{', 'x();', '}', 'end();'],
        ['start();', '{', 'x();', '}', 'other();'],
        ['{', 'x();', '}'],
      ]) {
        const taken = takenBack(applied, present.join('\n'));
        assert.match(taken, /^(?:gone$|\?)/, `${present}: ${taken}`);
      }
    });

    test('is the second of two that were applied, then the first', () => {
      const once = `start();\n${FUNCTION}end();\n`;
      const twice = `start();\n${FUNCTION}end();\n${FUNCTION}`;
      const [first, second] = [change('start();\nend();\n', once), change(once, twice)];
      assert.equal(takenBack(second, `// head\n${twice}// tail`), `// head\n${once}// tail`);
      assert.equal(takenBack(first, twice), `start();\nend();\n${FUNCTION}`);
      assert.equal(takenBack(second, once), 'gone');
      assert.equal(takenBack(first, once), 'start();\nend();\n');
    });

    test('is never taken for a copy that somebody has made of it', () => {
      const text = ['head();', '', 'a();', 'old();', 'b();', '', 'tail();'];
      const after = text.with(3, 'const one = first();').toSpliced(4, 0, 'use(one);');
      const applied = change(text.join('\n'), after.join('\n'));
      // With the lines around, which then change where it was applied.
      const copied = [...after.with(2, 'aa();'), ...after.slice(2, 6)];
      assert.match(takenBack(applied, copied.join('\n')), /^\?/);
      assert.match(takenBack(applied, [...after.slice(2, 6), ...after.with(2, 'aa();')].join('\n')), /^\?/);
    });

    test('is gone if it was undone and somebody has typed one of its lines elsewhere', () => {
      const applied = change(BEFORE, BEFORE.replace('return a(1);', 'return compute(1);'));
      assert.equal(takenBack(applied, BEFORE.replace('return a(2);', 'return compute(1);')), 'gone');
      const rewritten = BEFORE.replace('return a(1);', 'throw 1;').replace(
        'return a(2);',
        'return compute(1);',
      );
      assert.equal(
        takenBack(applied, rewritten),
        `?${rewritten.replace('throw 1;', 'return a(1);')}`,
        'It is not taken for moved',
      );
    });
  });

  describe('that was moved', () => {
    test('is taken out where it stands now', () => {
      const applied = change(BEFORE, BEFORE.replace('function second', `${FUNCTION}\nfunction second`));
      assert.equal(takenBack(applied, `${FUNCTION}\n${BEFORE}`), BEFORE);
      assert.equal(
        takenBack(applied, `${BEFORE}\n// third\n${FUNCTION}\nend();\n`),
        `${BEFORE}\n// third\nend();\n`,
      );
      assert.equal(now(applied, `${BEFORE}// third\n${FUNCTION}\nend();`), 'there 11–15');
    });

    test('gets the lines from before there', () => {
      const applied = change(BEFORE, AFTER);
      const moved = (text: string): string => {
        const [, head = '', first = '', second = ''] =
          /^(import.*\n\n)(function first.*?\n\}\n)\n(.*)$/s.exec(text) ?? [];
        return `${head}${second}\n${first}`;
      };
      assert.equal(takenBack(applied, moved(AFTER)), moved(BEFORE));
    });

    test('is not certain if it is a single line, which somebody may have typed there', () => {
      const applied = change(BEFORE, `import { b } from 'b';\n${BEFORE}`);
      const present = BEFORE.replace('\n\n', "\nimport { b } from 'b';\n\n");
      assert.equal(now(applied, present), 'changed 2–2');
      assert.equal(takenBack(applied, present), `?${BEFORE}`);
      assert.equal(now(applied, BEFORE), 'gone');
    });

    test('is not certain if it stands there twice', () => {
      const applied = change(BEFORE, BEFORE.replace('function second', `${FUNCTION}\nfunction second`));
      const taken = takenBack(applied, `${FUNCTION}${BEFORE}${FUNCTION}`);
      assert.match(taken, /^(?:gone$|\?)/);
    });
  });

  test('has no line from before that has a secret, and is still found', () => {
    const applied = change(BEFORE, AFTER.replace('a(2)', 'a(22)'));
    const stored = withoutSecrets(applied, (text) => text.replace('a(1)', '[redacted]'));
    assert.ok(!JSON.stringify(stored).includes('a(1)') && !JSON.stringify(stored).includes('redacted'));
    assert.equal(takenBack(stored, AFTER.replace('a(2)', 'a(22)')), 'notStored');
    assert.equal(now(stored, AFTER.replace('a(2)', 'a(22)')), 'there 4–9');
    assert.equal(
      takenBack(
        withoutSecrets(applied, (text) => text),
        AFTER.replace('a(2)', 'a(22)'),
      ),
      BEFORE,
    );
  });

  test('is taken back from texts of any length, within a second', () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => (index % 3 === 0 ? '}' : `line${index}();`));
    const after = lines.toSpliced(30_000, 2, 'new();', '}');
    const applied = appliedChange(lines, after);
    assert.ok(applied);
    const started = performance.now();
    const taken = takeBack(applied, presentText(['first();', ...after, 'last();']));
    assert.ok(performance.now() - started < 1_000);
    assert.ok(typeof taken === 'object' && taken.isCertain);
    assert.deepEqual(taken.lines, ['first();', ...lines, 'last();']);
  });

  test('leaves every other line as it is, whatever was edited above, below and between', async () => {
    const word = fc.constantFrom('}', '', '  go();', 'a();', 'b();', '{', 'else {');
    const text = fc.array(word, { minLength: 1, maxLength: 12 });
    let certain = 0;
    await holds(
      fc.property(text, text, fc.array(fc.tuple(fc.nat(20), word)), (before, after, edits) => {
        const applied = appliedChange(before, after);
        fc.pre(applied !== undefined);
        // Other edits, each a line of its own, are told by what they are marked with.
        const present: string[] = [...after];
        edits.forEach(([at, line], index) => {
          present.splice(at % (present.length + 1), 0, `${line} // ${index}`);
        });
        const taken = takeBack(applied, presentText(present));
        assert.notEqual(taken, 'notStored');
        if (typeof taken === 'string' || !taken.isCertain) {
          return;
        }
        certain++;
        const isMine = (line: string): boolean => line.includes('//');
        assert.deepEqual(taken.lines.filter(isMine), present.filter(isMine));
        assert.deepEqual(
          taken.lines.filter((line) => !isMine(line)),
          before,
        );
      }),
      { runs: 2_000, gateRuns: 1_000 },
    );
    assert.ok(certain > 100, `${certain}`);
  });

  test('never becomes another text, whatever was removed', async () => {
    const word = fc.constantFrom('}', '', 'a();', 'b();', '{');
    const text = fc.array(word, { minLength: 1, maxLength: 10 });
    await holds(
      fc.property(text, text, fc.array(fc.nat(10), { minLength: 1 }), (before, after, removed) => {
        const applied = appliedChange(before, after);
        fc.pre(applied !== undefined && applied.hunks.length === 1);
        const [hunk] = applied.hunks;
        const present = after.filter((_, index) => !removed.includes(index));
        const taken = takeBack(applied, presentText(present));
        if (hunk === undefined || typeof taken === 'string' || !taken.isCertain) {
          return;
        }
        // As if all that was removed were lines of the rest: one can't tell which of equal lines it was.
        const [above, below] = [after.slice(0, hunk.start), after.slice(hunk.end)];
        const isPossible = everyPart(above).some((first) =>
          everyPart(below).some(
            (second) =>
              isDeepStrictEqual([...first, ...after.slice(hunk.start, hunk.end), ...second], present) &&
              isDeepStrictEqual([...first, ...(hunk.before ?? []), ...second], taken.lines),
          ),
        );
        assert.ok(isPossible, `${present}: ${taken.lines}`);
      }),
      { runs: 5_000, gateRuns: 2_000 },
    );
  });
});
