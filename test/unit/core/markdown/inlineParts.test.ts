import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inlinePartsOf } from '../../../../src/core/markdown/inlineParts.ts';

test('inline code and links are read wherever the panel shows them, and nowhere else', () => {
  const text = [
    '# `a.ts` and [`b.ts`](src/b%20c.ts#L1)',
    '- one `` c`.ts ``\n- [x] [two][d]',
    '| `e.ts` |\n|--|\n| [f](f.ts) |',
    '```ts\n`not.ts` [not](not.ts)\n```',
    '\\`not.ts\\` <!-- `not.ts` -->',
    '<details><summary>`g.ts`</summary>\n\n> `h.ts`\n\n</details>',
    '[d]: src/d.ts',
  ].join('\n\n');
  assert.deepEqual(
    inlinePartsOf(text).map((part) => ('code' in part ? part.code : part.href)),
    ['a.ts', 'src/b%20c.ts#L1', 'b.ts', 'c`.ts', 'src/d.ts', 'e.ts', 'f.ts', 'g.ts', 'h.ts'],
  );
});
