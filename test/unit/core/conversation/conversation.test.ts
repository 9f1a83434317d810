import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conversationTitle, type Turn } from '../../../../src/core/conversation/conversation.ts';
import { attachment } from '../support.ts';

function question(text: string, attachments = [attachment()]): Turn {
  return { kind: 'user', id: 'q', text, attachments, at: 0 };
}

describe('the title of a conversation', () => {
  it('is the first line of the first question, shortened if it is long', () => {
    assert.equal(conversationTitle([question('\n Why?\nAnd how?'), question('Later?')]), 'Why?');
    assert.equal(conversationTitle([question('🧭'.repeat(100))]), `${'🧭'.repeat(60)}…`);
  });

  const FENCED = '```ts\n\n{\nconst one = 1;\n```';
  for (const [name, text, title] of [
    ['the words after code', `${FENCED}\n\nWhy is this slow?`, 'Why is this slow?'],
    ['the words after code in another fence', '~~~~py\n~~~\nx = 1\n~~~~\n\nAnd this?', 'And this?'],
    [
      'the words after a Markdown file with code',
      '```md\n# Title\n```ts\na\n```\n```\nShorten it',
      'Shorten it',
    ],
    ['the first line of code with words, if there is nothing else', FENCED, 'const one = 1;'],
    ['the same of code whose fence is open', '```\n  return one;', 'return one;'],
    ['the words after a quotation', '> It is\n> slow.\n\nWhy?', 'Why?'],
    ['the quotation, if there is nothing else', '> > It is slow.\n```\na\n```', 'It is slow.'],
    ['a heading without its mark', '## Why? ##\n\nIt is slow', 'Why? ##'],
    ['the first item of a list', '- [ ] one\n- [ ] two', 'one'],
    ['the first item of a numbered list', '1. one\n2. two', 'one'],
    ['the words below a line', '---\nWhy?', 'Why?'],
    ['signs, if there is nothing else', '???\n!!!', '???'],
    ['what only looks like a mark', '#include <a.h>\n', '#include <a.h>'],
    ['what only looks like a quotation', '>=3.11 fails', '>=3.11 fails'],
    ['what only looks like a fence', '```one``` is slow', '```one``` is slow'],
    ['a number that begins no list', '2. grade functions', '2. grade functions'],
  ] as const) {
    it(`is ${name}`, () => {
      assert.equal(conversationTitle([question(text)]), title);
    });
  }

  it('is the path if there is only a fence', () => {
    assert.equal(conversationTitle([question('```\n\n```')]), 'src/duration.ts');
  });

  it('is the path of the attachment if the question has no text', () => {
    assert.equal(conversationTitle([question('')]), 'src/duration.ts');
    assert.equal(conversationTitle([]), '');
  });
});
