import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMarkdown } from '../../../../src/core/markdown/parseMarkdown.ts';
import { type BlockNode, createMarkdownTree } from '../../../../src/webview/markdown/createMarkdownTree.ts';
import { holds } from '../../../support/property.ts';
import { DIALECT_CASES } from './dialectCases.ts';
import { LINES, TABLE_LINES } from './markdownLines.ts';

/** The only words of a reply that are markup, and the rule by which each vanishes from the text. */
const MARKUP_WORDS: Readonly<Record<string, RegExp>> = {
  comment: /<!--(?:.|\n)*?(?:-->|$)/g,
  'number of a list item': /(?<![^\s>`])\d{1,9}[.)](?=\s|$)/g,
  'destination and title of a link': /\]\([^\n]*?(?:\)|$)/gm,
  'label of a link': /\]\[[^\]\n]*\]/g,
  'link definition, whose destination and title may be on the next lines':
    /^[\s>+*-]*(?:\d+[.)] )?\[[^\]\n]*\]:.*(?:\n.+){0,2}/gm,
  footnote: /\[\^[^\]\n]*\]?:?/g,
  tag: /<\/?(?:br|kbd|sub|sup|details|summary)(?: open)?(?: ?\/)?>/gi,
  task: /\[[xX]\]/g,
  callout: /\[!\w*\]/g,
  entity: /&\w+;/g,
};
/** Punctuation that may be markup. */
const MARKUP_CHARACTERS = /[\s`*_~#>|+=:[\]()!\\<&;$"'^.-]/g;

function visibleWords(text: string): string {
  const words = Object.values(MARKUP_WORDS).reduce((rest, markup) => rest.replaceAll(markup, ' '), text);
  return words.replaceAll(MARKUP_CHARACTERS, '');
}

function shownText(blocks: readonly BlockNode[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'container':
          return shownText(block.children);
        case 'text':
          return block.tokens.map(({ content, nesting }) => (nesting === 0 ? content : '')).join('');
        case 'code':
          return block.info + block.content;
        default:
          return '';
      }
    })
    .join('\n');
}

function assertNothingLost(text: string): void {
  const shown = shownText(createMarkdownTree(parseMarkdown(text), 0));
  let at = 0;
  for (const character of visibleWords(text)) {
    const found = shown.indexOf(character, at);
    assert.ok(
      found >= 0,
      `${JSON.stringify(character)} of ${JSON.stringify(text)} is not in ${JSON.stringify(shown)}`,
    );
    at = found + 1;
  }
}

test('every visible character of what models write is in the text of the panel, wherever the reply is cut', () => {
  for (const { reads, leaves } of Object.values(DIALECT_CASES)) {
    for (const text of [...reads.map(([each]) => each), ...leaves]) {
      for (let end = 1; end <= text.length; end++) {
        assertNothingLost(text.slice(0, end));
      }
    }
  }
});

test('every visible character of any lines is in the text of the panel', async () => {
  const texts = Object.values(DIALECT_CASES).flatMap(({ reads, leaves }) => [
    ...reads.map(([text]) => text),
    ...leaves,
  ]);
  const part = fc.constantFrom(...LINES, ...TABLE_LINES, ...texts);
  await holds(
    fc.property(fc.array(part, { maxLength: 10 }), fc.nat(400), (parts, end) =>
      assertNothingLost(parts.join('\n').slice(0, end)),
    ),
    { runs: 5000 },
  );
});
