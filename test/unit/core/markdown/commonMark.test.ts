import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { streamed, topBlocks } from './drawnMarkdown.ts';

test('every example of CommonMark, cut in two at any character, is read as if it had come at once', () => {
  for (const { markdown, number } of examples) {
    const text = markdown.replaceAll('→', '\t');
    const whole = topBlocks(parseMarkdown(text));
    for (let cut = 0; cut <= text.length; cut++) {
      assert.deepEqual(
        streamed([text.slice(0, cut), text.slice(cut)]),
        whole,
        `example ${number}, cut after character ${cut}`,
      );
    }
    assert.deepEqual(streamed([...text]), whole, `example ${number}, character by character`);
  }
});
