import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AssistantTurn } from '../../../../src/core/conversation/conversation.ts';
import { type BlockChoice, chooseBlock } from '../../../../src/core/editing/chooseBlock.ts';
import { codesOf } from '../../../../src/core/editing/replyCode.ts';
import { endOf, linesOf, textIn } from '../../../../src/core/editing/textRange.ts';
import { styleOf } from './replyCases.ts';

const DOCUMENT = `import { read } from './read.ts';

«export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) {
    sum += price;
  }
  return sum;
}»

export function average(prices: number[]): number {
  return total(prices) / prices.length;
}
`;

const OLD = fence(/«(.*)»/s.exec(DOCUMENT)?.[1] ?? '');

const REDUCED = fence(`export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}`);

const CHECKED = fence(`export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) {
    if (!Number.isFinite(price)) {
      throw new RangeError('Not a price');
    }
    sum += price;
  }
  return sum;
}`);

const ANNOTATED = fence(`export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) {
    sum += price; // NaN is added, too
  }
  return sum;
}`);

const USAGE = fence(`const sum = total([1, 2, 3]);
console.log(sum); // 6`);

const TEST = fence(`import { expect, test } from 'vitest';
import { total } from './prices.ts';

test('adds prices', () => {
  expect(total([1, 2])).toBe(3);
});`);

const INSTALL = fence('npm install decimal.js', 'bash');

function fence(code: string, info = 'ts'): string {
  return `\`\`\`${info}\n${code}\n\`\`\``;
}

function reply(text: string, status: AssistantTurn['status'] = 'finished'): AssistantTurn {
  return { kind: 'assistant', id: '1', model: 'a', status, startedAt: 0, text };
}

function choose(
  text: string,
  {
    document = DOCUMENT,
    path = '/src/prices.ts',
    languageId = 'typescript',
    status = 'finished',
  }: { document?: string; path?: string; languageId?: string; status?: AssistantTurn['status'] } = {},
): { meant: number; offered: BlockChoice['offered'] } {
  const lines = linesOf(document.replace(/[«»]/g, ''));
  const origin = { line: 0, character: 0 };
  const [before = '', asked = ''] = document.split(/[«»]/);
  const range = { start: endOf(origin, before), end: endOf(origin, before + asked) };
  const target = {
    lines,
    asked: { range, text: textIn(lines, range), ignoresIndentation: false },
    path,
    languageId,
    style: styleOf(lines),
  };
  const [first, ...others] = codesOf(reply(text, status));
  assert.ok(first, 'No block');
  const { meant, offered } = chooseBlock(target, [first, ...others]);
  return { meant: meant.index, offered };
}

describe('chooseBlock', () => {
  const shapes: [shape: string, text: string, meant: number, offered: BlockChoice['offered']][] = [
    ['one block', REDUCED, 0, [0]],
    ['the install command first', `Install it:\n\n${INSTALL}\n\nThen:\n\n${CHECKED}`, 1, [1]],
    ['output at the end', `${CHECKED}\n\nIt prints:\n\n${fence('6\nRangeError: Not a price', '')}`, 0, [0]],
    ['the old code first', `Here is your code:\n\n${OLD}\n\nChange it to:\n\n${REDUCED}`, 1, [1]],
    ['a line of the old code', `${fence('    sum += price;')}\n\nChange it to:\n\n${CHECKED}`, 1, [1]],
    ['the old code at the end', `${CHECKED}\n\nIt was:\n\n${OLD}`, 0, [0]],
    ['the old code with remarks', `Your code:\n\n${ANNOTATED}\n\nBetter:\n\n${CHECKED}`, 1, [0, 1]],
    ['an example', `${CHECKED}\n\nUse it so:\n\n${USAGE}`, 0, [0]],
    ['an example first', `With this:\n\n${USAGE}\n\nthe function is:\n\n${REDUCED}`, 1, [1]],
    ['a test', `${REDUCED}\n\nA test:\n\n${TEST}`, 0, [0]],
    ['a first try', `First try:\n\n${REDUCED}\n\nWait, NaN! Better:\n\n${CHECKED}`, 1, [0, 1]],
    ['a fault that is found', `${REDUCED}\n\nIf you pass NaN, it fails:\n\n${CHECKED}`, 1, [0, 1]],
    ['another fault', `${ANNOTATED}\n\nAnother fault is NaN:\n\n${CHECKED}`, 1, [0, 1]],
    ['options', `### Option 1\n\nShort:\n\n${REDUCED}\n\n### Option 2\n\nSafe:\n\n${CHECKED}`, 0, [0, 1]],
    ['an alternative', `${CHECKED}\n\nAlternatively, without a loop:\n\n${REDUCED}`, 0, [0, 1]],
    ['what one could also do', `${CHECKED}\n\nYou could also use reduce:\n\n${REDUCED}`, 0, [0, 1]],
    ['what is optional', `${CHECKED}\n\nOptionally, in one line:\n\n${REDUCED}`, 0, [0, 1]],
    ['an alternative in a sentence', `${CHECKED}\n\nAs an alternative:\n\n${REDUCED}`, 0, [0, 1]],
    ['a numbered option', `1. **Option A**\n\n${CHECKED}\n\n2. **Option B**\n\n${REDUCED}`, 0, [0, 1]],
    ['what German says', `${CHECKED}\n\nDu kannst auch reduce nehmen:\n\n${REDUCED}`, 0, [0, 1]],
    ['what French says', `${CHECKED}\n\nVous pouvez aussi :\n\n${REDUCED}`, 0, [0, 1]],
    ['what Spanish says', `${CHECKED}\n\nTambién puedes:\n\n${REDUCED}`, 0, [0, 1]],
    ['what Russian says', `${CHECKED}\n\nТакже можно:\n\n${REDUCED}`, 0, [0, 1]],
    ['what Chinese says', `${CHECKED}\n\n你也可以：\n\n${REDUCED}`, 0, [0, 1]],
    ['what to avoid', `${CHECKED}\n\n❌ Avoid this:\n\n${REDUCED}`, 0, [0, 1]],
    ['what not to do', `${CHECKED}\n\nDon’t do this:\n\n${REDUCED}`, 0, [0, 1]],
    ['what not to forget', `${REDUCED}\n\nDon't forget what is no number:\n\n${CHECKED}`, 1, [0, 1]],
    [
      'the same in another language',
      `${CHECKED}\n\nIn JavaScript:\n\n${CHECKED.replace('ts', 'js').replace('prices: number[]): number', 'prices)')}`,
      0,
      [0, 1],
    ],
    ['an extension', `${REDUCED}\n\nIf you want to refuse what is no number, too:\n\n${CHECKED}`, 0, [0, 1]],
    [
      'a patch of the same',
      `${CHECKED}\n\nAs a patch:\n\n${fence(' for (const price of prices) {\n+    if (!Number.isFinite(price)) {\n+      throw new RangeError();\n+    }\n     sum += price;', 'diff')}`,
      0,
      [0],
    ],
    [
      'only what changes at the end',
      `${CHECKED}\n\nWhat is new:\n\n${fence('    if (!Number.isFinite(price)) {\n      throw new RangeError();\n    }\n    sum += price;')}`,
      0,
      [0],
    ],
    [
      'an excerpt first',
      `${fence('export function total(prices: number[]): number {\n  // ...\n  return sum;\n}')}\n\nAll of it:\n\n${CHECKED}`,
      1,
      [1],
    ],
    ['one that is cut off', `${CHECKED}\n\nBetter:\n\n${REDUCED.slice(0, -10)}`, 0, [0]],
    ['another file in the info string', `${REDUCED.replace('ts', 'ts src/other.ts')}\n\n${REDUCED}`, 1, [1]],
    ['another file in a comment', `${CHECKED.replace('\n', '\n// src/sums.ts\n')}\n\n${REDUCED}\n`, 1, [1]],
    ['another file above', `In \`prices.ts\`:\n\n${REDUCED}\n\nIn \`sums.ts\`:\n\n${CHECKED}`, 0, [0]],
    ['another file in a heading', `**src/sums.ts**\n\n${CHECKED}\n\nAnd:\n\n${REDUCED}`, 1, [1]],
    ['another file far above', `**src/sums.ts**\n\nNew:\n\n${CHECKED}\n\nAnd:\n\n${REDUCED}`, 1, [0, 1]],
    ['a heading with more words', `${REDUCED}\n\n## Test for \`src/sums.ts\`\n\n${CHECKED}`, 1, [0, 1]],
    ['another file in a tag', `<file path="src/sums.ts">\n${CHECKED}\n</file>\n\n${REDUCED}`, 1, [1]],
    ['a file of data above', `It reads \`prices.json\`:\n\n${CHECKED}\n\nUse:\n\n${USAGE}`, 0, [0]],
    ['only the old code', OLD, 0, undefined],
    ['what was applied, and an example', `${OLD}\n\n${USAGE}`, 1, undefined],
    ['a command, and one for other lines', `${INSTALL}\n\n${fence('import b;')}`, 1, undefined],
  ];
  for (const [shape, text, meant, offered] of shapes) {
    it(`says which of the blocks is meant: ${shape}`, () => {
      assert.deepEqual(choose(text), { meant, offered });
    });
  }

  it('takes a block of another language only if there is no other', () => {
    assert.deepEqual(choose(INSTALL), { meant: 0, offered: undefined });
    const rewritten = fence('class Till {\n  add(coin: Coin): void {\n    this.coins.push(coin);\n  }\n}');
    assert.equal(choose(`${INSTALL}\n\n${rewritten}`).meant, 1);
    const python = fence('def total(prices):\n    return sum(prices)', 'python');
    assert.equal(choose(`${python}\n\n${REDUCED}`).meant, 1);
    assert.equal(choose(`${OLD}\n\n${INSTALL}`).meant, 0);
  });

  it('takes the code before its example, also where nothing is replaced', () => {
    const document = 'const a = 1;\n«»\nconst b = 2;\n';
    const code = fence('export function half(n: number): number {\n  return n / 2;\n}');
    const usage = fence('console.log(half(4));');
    assert.equal(choose(`${code}\n\nUse it:\n\n${usage}`, { document }).meant, 0);
  });

  it('names the block that is most likely meant, if none can be placed', () => {
    // The old code is no answer.
    const elsewhere = fence("import { read } from './read.ts';\n\nimport { write } from './write.ts';");
    const { meant } = choose(`${OLD}\n\n${elsewhere}`);
    assert.equal(meant, 1);
  });
});

describe('codesOf', () => {
  for (const [text, status, expected] of [
    [`${USAGE}\n\n${REDUCED}`, 'finished', [false, false]],
    [`${USAGE}\n\n${REDUCED.slice(0, -3)}`, 'finished', [false, true]],
    [`${USAGE}\n\n${REDUCED}`, 'stopped', [true, true]],
    [`${USAGE}\n\n${REDUCED}`, 'failed', [true, true]],
    [`${USAGE}\n\n${REDUCED}`, 'streaming', [false, false]],
    [`\`\`\`ts\n\n\`\`\`\n\n${REDUCED}`, 'finished', [false]],
  ] as const) {
    it(`says which code is incomplete: ${status}, ${JSON.stringify(text.slice(-20))}`, () => {
      const codes = codesOf(reply(text, status));
      assert.deepEqual(
        codes.map(({ isIncomplete }) => isIncomplete),
        expected,
      );
    });
  }
});
