import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redact } from '../../../../../src/client/failures/redact.ts';
import { readJson } from '../../../../../src/core/history/transfer/conversationsAsJson.ts';
import { redactedFileName, toFileText } from '../../../../../src/core/history/transfer/exportFile.ts';
import type { PortableConversation } from '../../../../../src/core/history/transfer/portableConversation.ts';

const KEY = 'canary-4f9A"b/c1-d27E60';
const LABELS = { user: 'You', assistant: 'Assistant', earlierReply: '', untitled: 'Conversation', ends: {} };

function redactKey(text: string): string {
  return redact(text, KEY);
}

/** A conversation with the text in every field, such as the key or an encoded form of it. */
function conversationWith(text: string): PortableConversation {
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

describe('a conversation exported with the API key in it', () => {
  for (const [what, text] of Object.entries({
    'as plain text': KEY,
    'escaped in JSON': JSON.stringify(KEY),
    'in base64': btoa(`Bearer ${KEY}`),
    'percent-encoded': encodeURIComponent(KEY),
    truncated: KEY.slice(3, 18),
  })) {
    for (const format of ['markdown', 'json'] as const) {
      it(`contains nothing of a key that was in it ${what}, as ${format}`, () => {
        const file = toFileText([conversationWith(text)], { format, labels: LABELS, redact: redactKey });
        assert.equal(redact(file, KEY), file);
        assert.ok(!file.includes(KEY.slice(7, 15)));
        assert.ok(file.includes('•••') && file.includes('right?'));
      });
    }
  }

  it('is read again as the same turns if the key is a word of the format', () => {
    const words = ['user', 'assistant', 'failed', 'selection', 'serverError', 'turns', 'text', 'kind'];
    for (const key of words) {
      const conversation = conversationWith('A text');
      const file = toFileText([conversation], {
        format: 'json',
        labels: LABELS,
        redact: (text) => redact(text, key),
      });
      const [read] = readJson(file);
      assert.ok(read && 'conversation' in read, key);
      const shapeOf = ({ turns }: PortableConversation) =>
        turns.map((turn) =>
          turn.kind === 'user'
            ? turn.attachments.map(({ kind }) => kind)
            : [turn.kind, turn.status, turn.failure?.kind],
        );
      assert.deepEqual(shapeOf(read.conversation), shapeOf(conversation), key);
    }
  });

  it('contains nothing of the key in its file name', () => {
    assert.doesNotMatch(
      redactedFileName({ id: 'c', title: `Is ${KEY}`, turns: [] }, redactKey),
      /canary|4f9A/,
    );
  });
});
