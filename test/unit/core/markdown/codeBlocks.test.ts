import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import {
  closingFence,
  codeBlockAt,
  codeBlocksOf,
  openingFence,
  unclosedCodeBlock,
} from '../../../../src/core/markdown/codeBlocks.ts';
import { isCodeBlock } from '../../../../src/core/markdown/markdownBlocks.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { holds } from '../../../support/property.ts';
import { LINES, LIST_LINES } from './markdownLines.ts';

describe('codeBlocksOf', () => {
  it('returns each block in order with its info string and exact whitespace', () => {
    const text = 'One\n\n```ts title="a.ts"\n\tif (a) {\n\t  b();  \n\t}\n```\n\nTwo\n\n~~~\nplain\n\n~~~\n';
    assert.deepEqual(codeBlocksOf(text), [
      {
        index: 0,
        info: 'ts title="a.ts"',
        code: '\tif (a) {\n\t  b();  \n\t}',
        isOpen: false,
        isUnclosed: false,
        above: 'One\n',
      },
      { index: 1, info: '', code: 'plain\n', isOpen: false, isUnclosed: false, above: '\nTwo\n' },
    ]);
  });

  it('removes list and quotation markers from nested blocks', () => {
    const text = '- a\n\n  ```js\n  x\n    y\n  ```\n\n> ```py\n> z\n> ```\n';
    assert.deepEqual(
      codeBlocksOf(text).map((block) => block.code),
      ['x\n  y', 'z'],
    );
  });

  it('does not close a longer fence at a shorter one inside it', () => {
    const [block, ...others] = codeBlocksOf('````md\n```ts\na\n```\n````\n');
    assert.equal(block?.code, '```ts\na\n```');
    assert.equal(others.length, 0);
  });

  it('finds a block inside of a block, which is open and unclosed only as long as both may change', () => {
    const find = (text: string, blockIndex: number, innerIndex?: number) => {
      const found = codeBlockAt(text, { blockIndex, innerIndex });
      return found && [found.code, found.isOpen, found.isUnclosed];
    };
    const closed = 'Text\n\n```js\nz\n```\n\n````md\n```ts\na\n```\n\n```ts\nb\n````\n\nEnd\n';
    assert.deepEqual(find(closed, 1, 0), ['a', false, false]);
    assert.deepEqual(find(closed, 1, 1), ['b', false, true]);
    assert.deepEqual(find(closed, 0), ['z', false, false]);
    for (const [blockIndex, innerIndex] of [[2], [0, 0], [1, 2], [2, 0]] as const) {
      assert.equal(find(closed, blockIndex, innerIndex), undefined);
    }
    const growing = '````md\n```ts\na\n```\n\n```ts\nb';
    assert.deepEqual(find(growing, 0, 0), ['a', false, false]);
    assert.deepEqual(find(growing, 0, 1), ['b', true, true]);
    assert.deepEqual(find(growing, 0), ['```ts\na\n```\n\n```ts\nb', true, true]);
  });

  it('returns the code of an unclosed fence', () => {
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
    it(`reports the last block as open while more text could change it: ${JSON.stringify(text)}`, () => {
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
    'a:```ts\nb\n``` Then c.\n',
    '- ```\n  a\n\nEnd\n',
    '> ```\n> a\n\nEnd\n',
    'Text\n\n    code\n\nEnd\n',
  ]) {
    it(`reports a block that has ended as not open: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        codeBlocksOf(text).map(({ isOpen }) => isOpen),
        [false],
      );
    });
  }

  it('never reports a block as closed if more text changes it', async () => {
    const lines = fc.array(fc.constantFrom(...LINES, ...LIST_LINES), { minLength: 4, maxLength: 14 });
    let closed = 0;
    const cases = await holds(
      fc.property(lines, fc.nat(), (someLines, cut) => {
        const text = someLines.join('\n');
        const before = codeBlocksOf(text.slice(0, cut % (text.length + 1))).filter(({ isOpen }) => !isOpen);
        const after = codeBlocksOf(text);
        closed += before.length;
        for (const { index, info, code } of before) {
          assert.deepEqual([after[index]?.info, after[index]?.code], [info, code], JSON.stringify(text));
        }
      }),
      { runs: 4000 },
    );
    assert.ok(closed > cases / 20, `only ${closed} were closed`);
  });

  for (const [text, position] of [
    ['```\na\n```\n\n```\nb', 1],
    ['- ```\n  a\n', 0],
    ['```md\n```js\na\n```\n', 0],
    ['````\na\n```', 0],
    ['```\na\n```', undefined],
    ['```\na\n\n    code', 0],
    ['Text\n\n    code', undefined],
    ['> ```\n> a\n\nEnd', undefined],
  ] as const) {
    it(`says which block a finished text leaves open: ${JSON.stringify(text)}`, () => {
      assert.equal(unclosedCodeBlock(text), position);
      const unclosed = codeBlocksOf(text).find(({ isUnclosed }) => isUnclosed);
      assert.equal(unclosed?.index, position);
    });
  }

  it('finds code after a link definition of any scheme, which is a definition whether its link may be opened or not', () => {
    for (const url of [
      'javascript:b',
      'javascript&colon;b',
      '&#106;avascript:b "&quot;"',
      "&Tab;file:/b 't'",
    ]) {
      assert.equal(codeBlocksOf(`[a]: ${url}\n    code\n`)[0]?.code, 'code');
    }
  });

  it('includes indented code', () => {
    assert.equal(codeBlocksOf('Text\n\n    code\n')[0]?.code, 'code');
  });
});

/**
 * The rendered tokens of a text with these lines added to its last code block, without blank lines at the end of
 * code.
 */
function rendered(text: string, added: readonly string[] = []): object[] {
  const tokens = parseMarkdown(`${text}\n`);
  const last = tokens.findLast(isCodeBlock);
  return tokens.map((token) => {
    const { type, level, tag, info, hidden, content } = token;
    const whole = token === last ? content + added.join('\n') : content;
    return { type, level, tag, info, hidden, content: whole.trimEnd() };
  });
}

/**
 * Asserts that a heading and a paragraph after the closing lines are rendered as such, and everything before them
 * stays the same.
 */
function checkClosingFence(text: string): string | undefined {
  const closing = closingFence(text);
  const inner = closing?.split('\n').slice(0, -1);
  const whole = closing === undefined ? text : `${text}\n${closing}`;
  for (const after of ['# next', 'next']) {
    assert.deepEqual(
      rendered(`${whole}\n\n${after}`),
      [...rendered(text, inner), ...rendered(after)],
      JSON.stringify(text),
    );
  }
  return closing;
}

describe('closingFence', () => {
  it('closes every CommonMark example with a fence, cut anywhere, without changing the text before or after it', () => {
    let closed = 0;
    for (const { markdown } of examples.filter((example) => /`{3}|~{3}/.test(example.markdown))) {
      const text = markdown.replaceAll('→', '\t');
      for (let cut = 0; cut <= text.length; cut++) {
        closed += checkClosingFence(text.slice(0, cut)) === undefined ? 0 : 1;
      }
    }
    assert.ok(closed > 400, `only ${closed} were closed`);
  });

  it('closes any text with any line ends, without changing the text before or after it', async () => {
    const line = fc.tuple(
      fc.constantFrom(...LINES, ...LIST_LINES),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
    );
    await holds(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        checkClosingFence(
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
    ['a:```ts\nb', '```'],
    ['1. a:```ts\nb', '```'],
    ['1. a:```ts\n   b', undefined],
    ['```ts\na\n``` Then b.', undefined],
  ] as const) {
    it(`returns ${JSON.stringify(closing)} for ${JSON.stringify(text)}`, () => {
      assert.equal(checkClosingFence(text), closing);
    });
  }
});

test('the line that opens the last code block is without what stands before or around the fence', () => {
  assert.equal(openingFence('a\n```ts b\nc\n'), '```ts b\n');
  assert.equal(openingFence('a:```ts\nb\n'), '```ts\n');
  assert.equal(openingFence('```\na\n```Then b:```ts\nc\n'), '```ts\n');
  assert.equal(openingFence('```ts\na\n``` Then b.\n'), undefined);
});
