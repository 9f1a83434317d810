import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Turn } from '../../../src/core/conversation.ts';
import { conversationTitle, turnsAsMarkdown } from '../../../src/core/conversationText.ts';
import { attachment } from './support.ts';

function question(text: string, attachments = [attachment()]): Turn {
  return { kind: 'user', id: 'q', text, attachments, at: 0 };
}

const REPLY: Turn = {
  kind: 'assistant',
  id: 'r',
  model: 'assistant-haiku',
  text: '```ts\nopen',
  status: 'stopped',
  startedAt: 0,
};

describe('the title of a conversation', () => {
  it('is the first line of the first question, shortened where it is long', () => {
    assert.equal(conversationTitle([question('\n Why?\nAnd how?'), question('Later?')]), 'Why?');
    assert.equal(conversationTitle([question('🧭'.repeat(100))]), `${'🧭'.repeat(60)}…`);
  });

  it('is the file that was asked about where nothing was written', () => {
    assert.equal(conversationTitle([question('')]), 'src/duration.ts');
    assert.equal(conversationTitle([]), '');
  });
});

describe('a copy as Markdown', () => {
  it('has each turn under its heading, with attachments as they were sent the model of the reply, and an end to its code', () => {
    assert.equal(
      turnsAsMarkdown([question('Why?'), REPLY], { user: 'You', assistant: 'Assistant' }),
      [
        '## You\n\nsrc/duration.ts (typescript), lines 12-14:\n\n```typescript\nreturn 1;\n```\n\nWhy?\n',
        '## Assistant (assistant-haiku)\n\n```ts\nopen\n```\n',
      ].join('\n'),
    );
  });
});
