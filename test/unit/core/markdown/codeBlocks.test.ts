import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { closingFence, codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import { isCodeBlock } from '../../../../src/core/markdown/markdownBlocks.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { holds } from '../../../support/property.ts';
import { LINES, LIST_LINES } from './markdownLines.ts';

describe('codeBlocks', () => {
  it('gives each block in order, with its info and its whitespace exact', () => {
    const text = 'One\n\n```ts title="a.ts"\n\tif (a) {\n\t  b();  \n\t}\n```\n\nTwo\n\n~~~\nplain\n\n~~~\n';
    assert.deepEqual(codeBlocksOf(text), [
      { index: 0, info: 'ts title="a.ts"', code: '\tif (a) {\n\t  b();  \n\t}', isOpen: false },
      { index: 1, info: '', code: 'plain\n', isOpen: false },
    ]);
  });

  it('takes the list and quote marks off nested blocks', () => {
    const text = '- a\n\n  ```js\n  x\n    y\n  ```\n\n> ```py\n> z\n> ```\n';
    assert.deepEqual(
      codeBlocksOf(text).map((block) => block.code),
      ['x\n  y', 'z'],
    );
  });

  it('keeps a longer fence open over a shorter one inside it', () => {
    const [block, ...others] = codeBlocksOf('````md\n```ts\na\n```\n````\n');
    assert.equal(block?.code, '```ts\na\n```');
    assert.equal(others.length, 0);
  });

  it('takes what is there of a fence that was never closed', () => {
    assert.equal(codeBlocksOf('```ts\nconst a')[0]?.code, 'const a');
  });

  for (const text of [
    '```ts\nconst a',
    '```ts\na\n``',
    '```ts\na\n```',
    '```ts\na\n```\n\n```ts\n',
    '````\na\n```\n',
    '```md\n```js\na\n```\n',
    '- ```\n  a\n',
    '- ```\n  a\n\nEn',
    '> ```\n> a\n>\n',
    'Text\n\n    code\n\n',
  ]) {
    it(`takes the last one for open, since more text could change it: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        codeBlocksOf(text).map(({ isOpen }, index, all) => isOpen === (index === all.length - 1)),
        codeBlocksOf(text).map(() => true),
      );
    });
  }

  for (const text of [
    '```ts\na\n```\n',
    '```\n```\n',
    '```md\n```js\na\n```\n```\n',
    '- ```\n  a\n\nEnd\n',
    '> ```\n> a\n\nEnd\n',
    'Text\n\n    code\n\nEnd\n',
  ]) {
    it(`takes none for open that is at its end: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        codeBlocksOf(text).map(({ isOpen }) => isOpen),
        [false],
      );
    });
  }

  it('takes none for whole that more text changes', async () => {
    const lines = fc.array(fc.constantFrom(...LINES, ...LIST_LINES), { minLength: 4, maxLength: 14 });
    let whole = 0;
    const cases = await holds(
      fc.property(lines, fc.nat(), (some, cut) => {
        const text = some.join('\n');
        const begin = codeBlocksOf(text.slice(0, cut % (text.length + 1))).filter(({ isOpen }) => !isOpen);
        const end = codeBlocksOf(text);
        whole += begin.length;
        for (const { index, info, code } of begin) {
          assert.deepEqual([end[index]?.info, end[index]?.code], [info, code], JSON.stringify(text));
        }
      }),
      { runs: 4000 },
    );
    assert.ok(whole > cases / 20, `only ${whole} were whole`);
  });

  it('counts indented code as a block', () => {
    assert.equal(codeBlocksOf('Text\n\n    code\n')[0]?.code, 'code');
  });
});

/** What is drawn of a text with these lines added to its last code block, but for blank lines at the ends of code. */
function drawn(text: string, added: readonly string[] = []): object[] {
  const tokens = parseMarkdown(`${text}\n`);
  const last = tokens.findLast(isCodeBlock);
  return tokens.map((token) => {
    const { type, level, tag, info, hidden, content } = token;
    const whole = token === last ? content + added.join('\n') : content;
    return { type, level, tag, info, hidden, content: whole.trimEnd() };
  });
}

/** Asserts that after what closes a text, a heading and a paragraph are such, and all before is as it was. */
function check(text: string): string | undefined {
  const closing = closingFence(text);
  const inner = closing?.split('\n').slice(0, -1);
  const whole = closing === undefined ? text : `${text}\n${closing}`;
  for (const after of ['# next', 'next']) {
    assert.deepEqual(
      drawn(`${whole}\n\n${after}`),
      [...drawn(text, inner), ...drawn(after)],
      JSON.stringify(text),
    );
  }
  return closing;
}

describe('what closes the code block that a text ends in', () => {
  it('leaves all before as it was and lets a heading and a paragraph follow, in each example of CommonMark cut anywhere', () => {
    let closed = 0;
    for (const { markdown } of examples) {
      const text = markdown.replaceAll('→', '\t');
      for (let cut = 0; cut <= text.length; cut++) {
        closed += check(text.slice(0, cut)) === undefined ? 0 : 1;
      }
    }
    assert.ok(closed > 400, `only ${closed} were closed`);
  });

  it('does so in any text, with whatever line ends', async () => {
    const line = fc.tuple(
      fc.constantFrom(...LINES, ...LIST_LINES),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
    );
    await holds(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        check(
          lines
            .flat()
            .join('')
            .replace(/[\r\n]+$/, ''),
        );
      }),
      { runs: 3000 },
    );
  });

  for (const [text, closing] of [
    ['', undefined],
    ['```x``` is inline code', undefined],
    ['```ts\na\n```', undefined],
    ['```ts\na', '```'],
    ['```ts\na\n', '```'],
    ['```ts\na\n``', '```'],
    ['~~~~\na\n~~~', '~~~~'],
    ['  ```ts\r\na', '```'],
    ['```ts\na\n    ```', '```'],
    ['    ```ts\n    a', undefined],
    ['- ```ts\n  a', undefined],
    ['> ```ts\n> a', undefined],
    ['```md\n```js\na', '```\n```'],
    ['```md\n```js\na\n```', '```'],
    ['```md\n```js\na\n```\n```', undefined],
    ['````md\n```js\na', '````'],
    ['````md\n````js\na', '````\n````'],
    ['````md\n`````js\na', '`````\n````'],
    ['```md\n    ```js\na', '```'],
  ] as const) {
    it(`is ${JSON.stringify(closing)} after ${JSON.stringify(text)}`, () => {
      assert.equal(check(text), closing);
    });
  }
});
