import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redact } from '../../../../../src/client/failures/redact.ts';
import { redactedFileName, toFileText } from '../../../../../src/core/history/transfer/exportFile.ts';
import type { PortableConversation } from '../../../../../src/core/history/transfer/portableConversation.ts';

const KEY = 'canary-4f9A"b/c1-d27E60';
const WORDS = { user: 'You', assistant: 'Assistant', untitled: 'Conversation', ends: {} };

function mask(text: string): string {
  return redact(text, KEY);
}

/** The key in every text that a conversation has, or what else a text may hold of it. */
function withIn(text: string): PortableConversation {
  const failure = { kind: 'serverError', host: text, detail: text } as const;
  return {
    id: text,
    title: text,
    model: text,
    workspace: { id: text, name: text },
    turns: [
      {
        kind: 'user',
        id: 'q',
        text: `Is ${text} right?\n`,
        attachments: [
          { id: 'a', kind: 'selection', path: text, languageId: text, startLine: 1, endLine: 1, text },
        ],
        at: 0,
      },
      {
        kind: 'assistant',
        id: 'r',
        model: text,
        text: `\0${text}  \nNo`,
        status: 'failed',
        failure: { ...failure, exchange: undefined } as typeof failure,
        leftOut: [text],
        startedAt: 0,
      },
    ],
  };
}

describe('an exported conversation', () => {
  for (const [what, text] of Object.entries({
    'as it is': KEY,
    'in JSON': JSON.stringify(KEY),
    'in base64': btoa(`Bearer ${KEY}`),
    'percent-encoded': encodeURIComponent(KEY),
    'cut short': KEY.slice(3, 18),
  })) {
    for (const format of ['markdown', 'json'] as const) {
      it(`has nothing of the key that stood in it ${what}, as ${format}`, () => {
        const file = toFileText([withIn(text)], { format, labels: WORDS, redact: mask });
        assert.equal(redact(file, KEY), file);
        assert.ok(!file.includes(KEY.slice(7, 15)));
        assert.ok(file.includes('•••') && file.includes('right?'));
      });
    }
  }

  it('has nothing of the key in the name of its file', () => {
    assert.doesNotMatch(redactedFileName({ id: 'c', title: `Is ${KEY}`, turns: [] }, mask), /canary|4f9A/);
  });
});
