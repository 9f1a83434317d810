import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { createParser, type DialectRule } from '../../../../src/core/markdown/dialect.ts';
import { holds } from '../../../support/property.ts';
import { DIALECT_CASES } from './dialectCases.ts';
import { outline, topLevelBlocks } from './renderedMarkdown.ts';

function read(text: string, without: readonly DialectRule[] = []): string {
  return outline(createParser(without).parse(text, {}));
}

for (const rule of Object.keys(DIALECT_CASES) as DialectRule[]) {
  const { reads, leaves, examples: changed = [] } = DIALECT_CASES[rule];

  for (const [text, expected] of reads) {
    test(`what models write is read by the rule ‘${rule}’: ${JSON.stringify(text)}`, () => {
      assert.equal(read(text), expected);
      assert.notEqual(read(text, [rule]), expected);
    });
  }

  for (const text of leaves) {
    test(`the rule ‘${rule}’ leaves alone: ${JSON.stringify(text)}`, () => {
      assert.equal(read(text), read(text, [rule]));
    });
  }

  test(`the rule ‘${rule}’ changes no example of CommonMark but ${changed.join(', ') || 'none'}`, () => {
    const found = examples.filter(({ markdown }) => {
      const text = markdown.replaceAll('→', '\t');
      return read(text) !== read(text, [rule]);
    });
    assert.deepEqual(
      found.map(({ number }) => number),
      changed,
    );
  });
}

/** Lines that the rules for tables and fences read as the parser's own do: no row has too many cells. */
const STANDARD_LINES = [
  ...[
    '| a | b |',
    'a | b',
    ' | `a` | \\| |',
    '|a\\|b|c|',
    '| a',
    '|',
    '||',
    'a|',
    '   a | b',
    '    a | b',
    'a',
  ],
  ...['|-|-|', '|---|:-:|', '--:|:-- ', '- | -', ' :-|-', '|-||', '|:|-|', '    |-|-|', '-|-', '| |'],
  ...['```', '```js', ' ```js a', '   ```', '    ```', '````', '~~~', '~~~js', '```a`b', '``` b'],
  ...[
    '- a | b',
    '  |-|-|',
    '  c | d',
    '  ```',
    '> a | b',
    '> |-|-|',
    '> c | d',
    '> ```',
    '# a',
    '',
    '',
    '  ',
  ],
];

test('tables whose rows fit, and fences without text, are read as the parser’s own rules do', async () => {
  const parser = createParser();
  const standard = createParser(['fences', 'fencesBehindText', 'tables']);
  await holds(
    fc.property(fc.array(fc.constantFrom(...STANDARD_LINES), { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      assert.deepEqual(topLevelBlocks(parser.parse(text, {})), topLevelBlocks(standard.parse(text, {})));
    }),
    { runs: 10_000 },
  );
});
