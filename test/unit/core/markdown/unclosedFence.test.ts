import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { parseMarkdown } from '../../../../src/core/markdown/markdown.ts';
import { isCodeBlock } from '../../../../src/core/markdown/markdownBlocks.ts';
import { closingFence } from '../../../../src/core/markdown/unclosedFence.ts';
import { holds } from '../../../support/property.ts';
import { LINES, LIST_LINES } from './markdownLines.ts';

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
