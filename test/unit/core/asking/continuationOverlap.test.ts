import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ContinuationOverlap } from '../../../../src/core/asking/continuationOverlap.ts';
import { openingFence } from '../../../../src/core/markdown/codeBlocks.ts';
import { RECORDED } from './recordedReply.ts';

const everyCut = Array.from({ length: RECORDED.length }, (_, index) => index + 1);

function letters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** The text from the start of its last line, or of an earlier line if that is too short to be recognized. */
function lastLine(before: string): string {
  const lines = before.split('\n');
  let passage = lines.pop() ?? '';
  while (letters(passage) < 8 && lines.length > 0) {
    passage = `${lines.pop()}\n${passage}`;
  }
  return passage;
}

/** The line that opens the fence around a cut, if it has a language. */
function openFence(before: string): string | undefined {
  const fences = [...before.matchAll(/^ *(?:```|~~~).*\n/gm)];
  const last = fences.at(-1)?.[0];
  return fences.length % 2 === 1 && /\w/.test(last ?? '') ? last : undefined;
}

/** Joins the two parts of a reply. */
function stitch(before: string, continuation: string): string {
  return before + new ContinuationOverlap(before, openingFence(before)).removeFrom(continuation);
}

/** Like `stitch`, with the second part in pieces of this many characters. */
function inPieces(before: string, continuation: string, size: number): string {
  const overlap = new ContinuationOverlap(before, openingFence(before));
  for (let end = size; end < continuation.length; end += size) {
    if (overlap.isFinal(continuation.slice(0, end))) {
      return before + overlap.removeFrom(continuation.slice(0, end)) + continuation.slice(end);
    }
  }
  return before + overlap.removeFrom(continuation);
}

describe('a reply that was cut off after any character', () => {
  it('is complete after a continuation that repeats nothing', () => {
    for (const cut of everyCut) {
      const [before, rest] = [RECORDED.slice(0, cut), RECORDED.slice(cut)];
      assert.equal(stitch(before, rest), RECORDED, `cut after ${JSON.stringify(before.slice(-40))}`);
      assert.equal(inPieces(before, rest, 3), RECORDED);
    }
  });

  it('is complete after a continuation that repeats the last line, or keeps both if that line was complete', () => {
    for (const cut of everyCut) {
      const before = RECORDED.slice(0, cut);
      const repeated = lastLine(before);
      if (letters(repeated) < 8) {
        continue;
      }
      const rest = repeated + RECORDED.slice(cut);
      const joined = stitch(before, rest);
      const cutLine = before.slice(before.lastIndexOf('\n') + 1);
      const keepsBoth = cutLine.trim() === '' && openFence(before) !== repeated;
      // If the repetition begins as the cut line does, it is taken for that line.
      const isAmbiguous = cutLine.trim() !== '' && cutLine !== repeated && repeated.startsWith(cutLine);
      const expected = keepsBoth
        ? before + rest
        : isAmbiguous
          ? before.slice(0, before.length - cutLine.length) + rest
          : RECORDED;
      assert.equal(joined, expected, `cut after ${JSON.stringify(before.slice(-40))}`);
      assert.equal(inPieces(before, rest, 3), joined);
    }
  });

  it('is complete after a continuation that opens the fence again', () => {
    let inFences = 0;
    for (const cut of everyCut) {
      const before = RECORDED.slice(0, cut);
      const opening = openFence(before);
      if (opening === undefined) {
        continue;
      }
      inFences += 1;
      const rest = opening + RECORDED.slice(cut);
      assert.equal(stitch(before, rest), RECORDED, `cut after ${JSON.stringify(before.slice(-40))}`);
      assert.equal(inPieces(before, rest, 3), RECORDED);
    }
    assert.ok(inFences > 300, `Only ${inFences} cuts were in a fence`);
  });
});

describe('stitching a continuation', () => {
  it('removes the opening fence and the last line if both are repeated', () => {
    const before = 'So:\n\n```ts\nconst first = 1;\nconst second';
    assert.equal(stitch(before, '```ts\nconst second = 2;\n```'), `${before} = 2;\n\`\`\``);
  });

  it('removes a code block that is repeated from its start', () => {
    const before = 'So:\n\n```ts\nconst first = 1;\nconst second';
    const again = '```ts\nconst first = 1;\nconst second = 2;\n```\n';
    assert.equal(stitch(before, again), `So:\n\n${again}`);
  });

  it('removes a repeated fence line only if the panel renders that code block as open', () => {
    for (const [before, rest, whole] of [
      ['- ```ts\n  const first = 1;\n  a', '- ```ts\n = 2;', ' = 2;'],
      ['```md\n```js\nconst first = 1;\n```\nb', '```md\n c', ' c'],
      ['````md\n```js\nconst first = 1;\n```\nb', '````md\n c', ' c'],
      ['```ts\r\nconst first = 1;\r\na', '```ts\r\n = 2;', ' = 2;'],
      ['```x``` is code\n\nb', '```x``` is code\nagain', '```x``` is code\nagain'],
      ['> ```ts\n> a\n\nb\n', '> ```ts\n> c', '> ```ts\n> c'],
    ] as const) {
      assert.equal(stitch(before, rest), before + whole, before);
    }
  });

  it('keeps introductory words', () => {
    assert.equal(stitch('one tw', 'Sure, continuing: two'), 'one twSure, continuing: two');
  });

  it('keeps text that continuations often start with, even if the reply ends in the same characters', () => {
    for (const [before, rest] of [
      ['| a | b |\n|---', '|---|\n| 1 | 2 |'],
      ['text\n-', '--\n\nmore'],
      ['text\n``', '`ts\ncode'],
      ['```\ncode\n', '```\n\nmore'],
      ['- ', '- nested'],
      ['{\n  {\n  }\n', '  }\n}'],
      ['', 'all of it'],
    ] as const) {
      assert.equal(stitch(before, rest), before + rest);
    }
  });
});

/** Replies in which equal lines and equal cells follow each other. */
const WITH_EQUAL_PARTS: Readonly<Record<string, string>> = {
  'a table with equal rows': `| id | state |\n|---|---|\n${'| waiting for it | not started |\n'.repeat(9)}`,
  'a table with equal cells':
    '| measured | measured | measured |\n|---|---|---|\n| 12345678 | 12345678 | 12345678 |\n',
  'a list with equal items': `Items:\n\n${'- an item of the list\n'.repeat(7)}\nThat was all.\n`,
  'equal statements': `\`\`\`sql\n${"INSERT INTO log VALUES (1, 'started');\n".repeat(5)}SELECT count(*) FROM log;\n\`\`\`\n`,
  'JSON with equal objects': `\`\`\`json\n[\n${'  { "name": "unknown", "count": 0 },\n'.repeat(6)}  {}\n]\n\`\`\`\n`,
  'values in one line': "INSERT INTO t VALUES (1, 'abcdefgh'), (1, 'abcdefgh'), (1, 'abcdefgh');\n",
  'prose with a refrain': `${'And so it goes, and so it goes.\n'.repeat(4)}The end of the song.\n`,
  'code with equal lines': `\`\`\`ts\n${'queue.push(nextElement);\n'.repeat(3)}run();\n${'queue.push(nextElement);\n'.repeat(3)}\`\`\`\n`,
};

/** The starts of the current line and of up to three before it. */
function lastLineStarts(before: string): number[] {
  return [0, ...[...before.matchAll(/\n/g)].map(({ index }) => index + 1)].slice(-4);
}

for (const [name, whole] of Object.entries(WITH_EQUAL_PARTS)) {
  it(`${name}, cut after any character: is whole if nothing is repeated, and loses no line if lines are`, () => {
    for (let cut = 1; cut < whole.length; cut++) {
      const [before, rest] = [whole.slice(0, cut), whole.slice(cut)];
      assert.equal(stitch(before, rest), whole, `cut after ${JSON.stringify(before.slice(-40))}`);
      for (const start of lastLineStarts(before)) {
        const joined = stitch(before, whole.slice(start));
        let from = 0;
        for (const line of whole.split('\n')) {
          const index = joined.indexOf(line, from);
          assert.notEqual(index, -1, `${JSON.stringify(before.slice(-40))} loses ${JSON.stringify(line)}`);
          from = index + line.length;
        }
      }
    }
  });
}
