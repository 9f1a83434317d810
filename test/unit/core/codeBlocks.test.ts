import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeBlocks } from '../../../src/core/codeBlocks.ts';

describe('codeBlocks', () => {
  it('gives each block in order, with its info and its whitespace exact', () => {
    const text = 'One\n\n```ts title="a.ts"\n\tif (a) {\n\t  b();  \n\t}\n```\n\nTwo\n\n~~~\nplain\n\n~~~\n';
    assert.deepEqual(codeBlocks(text), [
      { index: 0, info: 'ts title="a.ts"', code: '\tif (a) {\n\t  b();  \n\t}' },
      { index: 1, info: '', code: 'plain\n' },
    ]);
  });

  it('takes the list and quote marks off nested blocks', () => {
    const text = '- a\n\n  ```js\n  x\n    y\n  ```\n\n> ```py\n> z\n> ```\n';
    assert.deepEqual(
      codeBlocks(text).map((block) => block.code),
      ['x\n  y', 'z'],
    );
  });

  it('keeps a longer fence open over a shorter one inside it', () => {
    const [block, ...others] = codeBlocks('````md\n```ts\na\n```\n````\n');
    assert.equal(block?.code, '```ts\na\n```');
    assert.equal(others.length, 0);
  });

  it('takes what is there of a fence that was never closed', () => {
    assert.equal(codeBlocks('```ts\nconst a')[0]?.code, 'const a');
  });

  it('counts indented code as a block', () => {
    assert.equal(codeBlocks('Text\n\n    code\n')[0]?.code, 'code');
  });
});
