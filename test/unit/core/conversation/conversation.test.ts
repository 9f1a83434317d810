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

  it('is the path of the attachment if the question has no text', () => {
    assert.equal(conversationTitle([question('')]), 'src/duration.ts');
    assert.equal(conversationTitle([]), '');
  });
});
