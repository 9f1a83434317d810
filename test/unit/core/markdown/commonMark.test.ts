import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { renderStream, topLevelBlocks } from './renderedMarkdown.ts';

test('every CommonMark example renders the same in pieces, cut at any character, as in one piece', () => {
  for (const { markdown, number } of examples) {
    const text = markdown.replaceAll('→', '\t');
    const whole = topLevelBlocks(parseMarkdown(text));
    for (let cut = 0; cut <= text.length; cut++) {
      assert.deepEqual(
        renderStream([text.slice(0, cut), text.slice(cut)]),
        whole,
        `example ${number}, cut after character ${cut}`,
      );
    }
    assert.deepEqual(renderStream([...text]), whole, `example ${number}, character by character`);
  }
});
