import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IncrementalHighlighter, type TokenRun } from '../../../../src/webview/code/highlight.ts';
import { holds } from '../../../support/property.ts';

const LINES: Readonly<Record<string, readonly string[]>> = {
  ts: ['const a = `x', 'y`;', '/* a', ' * b */ let c = "d";', '// e', 'class F {', '}', '', 'f(1, /g/);'],
  python: ['def f():', '    """a', '    b"""', "    return 'c'", '# d', '@e', 'class G(H):', ''],
  html: ['<script>', 'let a = "</b>";', '</script>', '<!-- c', 'd -->', '<p class="e">f</p>', ''],
};

/** What is drawn in the end, with the runs of one kind that follow each other brought together. */
function coloured(pieces: readonly string[], language: string): TokenRun[] {
  const highlight = new IncrementalHighlighter(language);
  const done: TokenRun[] = [];
  let open: TokenRun[] = [];
  for (const piece of pieces) {
    const change = highlight.append(piece);
    done.push(...change.done);
    open = change.open;
  }
  return [...done, ...open];
}

const textOf = (runs: readonly TokenRun[]): string => runs.map(({ text }) => text).join('');

for (const [language, lines] of Object.entries(LINES)) {
  test(`${language} in any pieces gets the colours that it has at once, and is all there`, async () => {
    await holds(
      fc.property(
        fc.array(fc.constantFrom(...lines), { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (chosen, sizes) => {
          const code = chosen.join('\n');
          const pieces: string[] = [];
          for (let at = 0; at < code.length; ) {
            const size = sizes[pieces.length % sizes.length] ?? 1;
            pieces.push(code.slice(at, at + size));
            at += size;
          }
          const whole = coloured([code], language);
          assert.deepEqual(coloured(pieces, language), whole);
          assert.equal(textOf(whole), code);
        },
      ),
      { runs: 200 },
    );
  });
}

test('a construct over many lines keeps its colour, and what follows it gets its own', () => {
  const code = `/*\n${' * a\n'.repeat(100)} */\nconst b = 1;`;
  const runs = coloured([...code], 'ts');
  assert.deepEqual(
    runs.filter(({ text }) => text.includes('*') || text === 'const').map(({ kind }) => kind),
    runs
      .filter(({ text }) => text.includes('*'))
      .map(() => 'comment')
      .concat(['keyword']),
  );
});

test('a construct that never ends leaves the rest without colours, and nothing out', () => {
  const code = `\`${'never closed\n'.repeat(4000)}`;
  const runs = coloured([code], 'ts');
  assert.equal(textOf(runs), code);
  assert.equal(runs.at(-1)?.kind, 'plain');
});

test('a language without a grammar is plain', () => {
  assert.deepEqual(coloured(['a\n', 'b'], 'no-such'), [{ kind: 'plain', text: 'a\nb' }]);
});
