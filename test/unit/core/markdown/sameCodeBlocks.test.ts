import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tests as examples } from 'commonmark-spec';
import fc from 'fast-check';
import { type CodeBlock, codeBlocksOf } from '../../../../src/core/markdown/codeBlocks.ts';
import {
  codeOf,
  isCodeBlock,
  isOpenCode,
  normalizeText,
} from '../../../../src/core/markdown/markdownBlocks.ts';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { undecidedLine } from '../../../../src/core/markdown/undecided.ts';
import { holds } from '../../../support/property.ts';
import { LINES } from './markdownLines.ts';

/**
 * Link reference definitions that the panel renders no links for. An invalid definition is a paragraph, which affects
 * what follows it.
 */
const ADDRESSES = [
  '[a]: javascript:b',
  '[a]: data:text/plain,b',
  '[a]: javascript&colon;b',
  '[a]: &#106;avascript:b "&quot;"',
  "[a]: &Tab;file:/b 't'",
];

/** Code blocks as the panel renders them, from the complete parser. */
function renderedCodeBlocks(text: string): CodeBlock[] {
  return parseMarkdown(text)
    .filter(isCodeBlock)
    .map((token, index, all) => ({
      index,
      info: token.info.trim(),
      code: codeOf(token),
      isOpen:
        (token === all.at(-1) && isOpenCode(token, normalizeText(text))) ||
        (token.map?.[0] ?? 0) >= undecidedLine(normalizeText(text)),
    }));
}

describe('code blocks that the host extracts', () => {
  function compare(text: string): void {
    assert.deepEqual(codeBlocksOf(text), renderedCodeBlocks(text), JSON.stringify(text));
  }

  it('equal those that the panel renders in every CommonMark example', () => {
    for (const { markdown } of examples) {
      compare(markdown.replaceAll('→', '\t'));
    }
  });

  it('equal those that the panel renders after link reference definitions of any scheme', () => {
    for (const address of ADDRESSES) {
      compare(`${address}\n    code\n`);
      compare(`- a\n\n  ${address}\n      code\n\n\`\`\`js\nb\n\`\`\``);
      assert.equal(renderedCodeBlocks(`${address}\n    code\n`).length, 1);
    }
  });

  it('equal those that the panel renders in any text, with any line breaks', async () => {
    const line = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...LINES, ...ADDRESSES) }, fc.string());
    const end = fc.constantFrom('\n', '\n', '\r\n', '\r');
    await holds(
      fc.property(fc.array(fc.tuple(line, end), { maxLength: 14 }), (lines) =>
        compare(lines.flat().join('')),
      ),
      { runs: 3000 },
    );
  });
});
