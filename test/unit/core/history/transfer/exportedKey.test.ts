import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor, redact } from '../../../../../src/client/failures/redact.ts';
import type { AssistantTurn, UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../../../../src/core/history/files/historyClock.ts';
import { exportFileName, toExported } from '../../../../../src/core/history/transfer/exportFile.ts';
import { writeMarkdown } from '../../../../../src/core/history/transfer/exportMarkdown.ts';
import { importFile } from '../../../../../src/core/history/transfer/importFile.ts';
import type { PortableConversation } from '../../../../../src/core/history/transfer/portableConversation.ts';
import { conversationsIn, exportedJson } from '../../../../support/exportedJson.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../../support/property.ts';
import { anyConversation } from '../arbitraryConversations.ts';

const KEY = 'canary-4f9A"b/c1-d27E60';
const LABELS = { user: 'You', assistant: 'Assistant', earlierReply: '', untitled: 'Conversation', ends: {} };

function redactKey(text: string): string {
  return redact(text, KEY);
}

/** A conversation with the text in every field that is a text, such as the key or an encoded form of it. */
function conversationWith(text: string): PortableConversation {
  const question: UserTurn = {
    kind: 'user',
    id: 'q',
    text: `Is ${text} right?\n`,
    attachments: [
      {
        id: 'a',
        kind: 'selection',
        path: text,
        languageId: 'ts',
        symbol: text,
        startLine: 1,
        endLine: 1,
        text,
      },
    ],
    at: 0,
  };
  const reply: AssistantTurn = {
    kind: 'assistant',
    id: 'r',
    model: text,
    text: `\0${text}  \nNo`,
    status: 'failed',
    failure: { kind: 'serverError', host: text, detail: text, proxy: text },
    leftOut: [text],
    requests: [{ settings: { model: text }, crc32: 1, bytes: 2 }],
    startedAt: 0,
  };
  return {
    id: 'c',
    title: text,
    model: text,
    workspace: { id: text, name: text },
    turns: [question, reply],
  };
}

async function exportedAs(format: 'markdown' | 'json', conversation: PortableConversation): Promise<string> {
  const slicer = new TimeSlicer(SYSTEM_CLOCK);
  return format === 'json'
    ? exportedJson([conversation], redactKey)
    : [...writeMarkdown(await toExported(conversation, redactKey, slicer), LABELS)].join('');
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
      it(`contains nothing of a key that was in it ${what}, as ${format}`, async () => {
        const file = await exportedAs(format, conversationWith(text));
        assert.equal(redact(file, KEY), file);
        assert.ok(!file.includes(KEY.slice(7, 15)));
        assert.ok(file.includes('•••') && file.includes('right?'));
      });
    }
  }

  it('is recognized when it is imported again, and is the same elsewhere but for its texts, whatever the key is', async () => {
    const ids = ['c0ffee00-0000-4000-8000-000000000000', 'q9', 'r9', 'a9'];
    // Short ones, and those that are parts of ids, numbers, times, kinds and names of the format.
    const keys = [
      ...[
        'user',
        'assistant',
        'selection',
        'finished',
        'failed',
        'turns',
        'text',
        'kind',
        'id',
        'true',
        'null',
      ],
      ...['r9', '0000', '4000-8000', 'c0ffee00', '1234', 'haiku', 'word', '•••', '": "', KEY],
    ];
    await holds(
      fc.asyncProperty(
        anyConversation,
        fc.constantFrom(...keys),
        fc.constantFrom('finished', 'interrupted'),
        async (conversation, key, status) => {
          const [id = '', question = '', reply = '', other = ''] = ids;
          const withKey: PortableConversation = {
            ...conversation,
            id,
            turns: [
              ...conversation.turns,
              { kind: 'user', id: question + key, text: `My ${key}!`, attachments: [], at: 1_234_000 },
              { kind: 'assistant', id: reply, model: 'haiku', text: `Is ${key}`, status, startedAt: 1234 },
              {
                kind: 'assistant',
                id: other,
                model: key,
                text: key,
                status,
                startedAt: 1,
                alternativeTo: reply,
              },
            ],
          };
          const redactWith = createRedactor(key);
          const options = { redact: redactWith, slicer: new TimeSlicer(SYSTEM_CLOCK) };
          const file = await exportedJson([withKey], redactWith);
          const here = new MemoryFolder();
          const history = createHistory(here.as('one'), { writer: 'one' });
          await importFile(history, await exportedJson([withKey]), options);
          const stored = (await history.open(id))?.turns;
          const [again] = await importFile(history, file, options);
          assert.deepEqual(again && 'result' in again && again.result, { id, outcome: 'alreadyHere' });
          assert.deepEqual((await history.open(id))?.turns, stored);

          const [read] = await conversationsIn(file);
          assert.ok(read && 'conversation' in read, JSON.stringify(read));
          assert.deepEqual(withoutTexts(read.conversation), withoutTexts(withKey));
        },
      ),
      { runs: 300, gateRuns: 60 },
    );
  });

  it('contains nothing of the key in its file name', async () => {
    const conversation = { id: 'c', title: `Is ${KEY}`, turns: [] };
    const exported = await toExported(conversation, redactKey, new TimeSlicer(SYSTEM_CLOCK));
    assert.doesNotMatch(exportFileName(exported), /canary|4f9A/);
  });
});

const TEXTS = new Set(
  ['text', 'path', 'symbol', 'model', 'title', 'host', 'detail', 'proxy', 'leftOut'].concat('workspace'),
);

/** The conversation with the types of its texts in their place. */
function withoutTexts(conversation: PortableConversation): unknown {
  return JSON.parse(JSON.stringify(conversation), (name, value) =>
    TEXTS.has(name) && !(name === 'leftOut' && typeof value?.[0] === 'number') ? typeof value : value,
  );
}
