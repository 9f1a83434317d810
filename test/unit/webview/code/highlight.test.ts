import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IncrementalHighlighter, type TokenRun } from '../../../../src/webview/code/highlight.ts';
import { holds } from '../../../support/property.ts';

const LINES_BY_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  ts: ['const a = `x', 'y`;', '/* a', ' * b */ let c = "d";', '// e', 'class F {', '}', '', 'f(1, /g/);'],
  python: ['def f():', '    """a', '    b"""', "    return 'c'", '# d', '@e', 'class G(H):', ''],
  html: ['<script>', 'let a = "</b>";', '</script>', '<!-- c', 'd -->', '<p class="e">f</p>', ''],
};

/** All runs after the last piece. */
function highlight(pieces: readonly string[], language: string): TokenRun[] {
  const highlighter = new IncrementalHighlighter(language);
  const done: TokenRun[] = [];
  let open: TokenRun[] = [];
  for (const piece of pieces) {
    const change = highlighter.append(piece);
    done.push(...change.done);
    open = change.open;
  }
  return [...done, ...open];
}

const textOf = (runs: readonly TokenRun[]): string => runs.map(({ text }) => text).join('');

for (const [language, lines] of Object.entries(LINES_BY_LANGUAGE)) {
  test(`${language} code that arrives in pieces gets the same highlighting as in one piece, without losing text`, async () => {
    await holds(
      fc.property(
        fc.array(fc.constantFrom(...lines), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (chosenLines, sizes) => {
          const code = chosenLines.join('\n');
          const pieces: string[] = [];
          for (let offset = 0; offset < code.length; ) {
            const size = sizes[pieces.length % sizes.length] ?? 1;
            pieces.push(code.slice(offset, offset + size));
            offset += size;
          }
          const whole = highlight([code], language);
          assert.deepEqual(highlight(pieces, language), whole);
          assert.equal(textOf(whole), code);
        },
      ),
      { runs: 200 },
    );
  });
}

test('a comment of many lines is highlighted as a comment, and the code after it as code', () => {
  const code = `/*\n${' * a\n'.repeat(100)} */\nconst b = 1;`;
  const runs = highlight([...code], 'ts');
  assert.deepEqual(
    runs.filter(({ text }) => text.includes('*') || text === 'const').map(({ kind }) => kind),
    runs
      .filter(({ text }) => text.includes('*'))
      .map(() => 'comment')
      .concat(['keyword']),
  );
});

test('code in a construct that never ends loses its colors after a while, but no text', () => {
  const code = `\`${'never closed\n'.repeat(4000)}`;
  const runs = highlight([code], 'ts');
  assert.equal(textOf(runs), code);
  assert.equal(runs.at(-1)?.kind, 'plain');
});

test('code in a language without a grammar is not highlighted', () => {
  assert.deepEqual(highlight(['a\n', 'b'], 'no-such'), [{ kind: 'plain', text: 'a\nb' }]);
});
