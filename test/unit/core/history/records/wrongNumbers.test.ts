import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from '../../../../../src/core/checksum.ts';
import type { AssistantTurn } from '../../../../../src/core/conversation/conversation.ts';
import type { HistoryRecord, ReplyState } from '../../../../../src/core/history/records/record.ts';
import { decodeLines } from '../../../../../src/core/history/records/recordLine.ts';
import { rebuildRequest } from '../../../../../src/core/requests/rebuildRequest.ts';
import { conversationsIn } from '../../../../support/exportedJson.ts';
import { ANCHOR, attachment } from '../../support.ts';
import { question, reply, text } from '../changes.ts';
import { by, recordsOf, stored } from '../stored.ts';

const STATE: ReplyState = {
  model: 'fast',
  status: 'failed',
  usage: { inputTokens: 1, outputTokens: 2 },
  earlierUsage: { inputTokens: 1, outputTokens: 2 },
  failure: {
    kind: 'rateLimited',
    status: 429,
    retryAfterSeconds: 5,
    limitSeconds: 6,
    exchange: {
      method: 'POST',
      path: '/chat',
      attempt: 1,
      status: 429,
      sentBytes: 10,
      receivedBytes: 20,
      startedAt: 3,
      headMs: 4,
      totalMs: 5,
    },
  },
  maxTokens: 7,
  requests: [
    {
      settings: { model: 'fast', max_tokens: 7, temperature: 0.5 },
      leftOut: [0, 1],
      masked: [0, 2],
      continuedAt: 3,
      baselineTokens: 9,
      crc32: 1,
      bytes: 2,
    },
  ],
  startedAt: 2,
  endedAt: 3,
};
const QUESTION = {
  kind: 'user' as const,
  id: 'q',
  text: 'why?',
  attachments: [attachment({ command: { exitCode: 1 }, redacted: 1, leftOutLines: 2, anchor: ANCHOR })],
  at: 1,
};
const RECORDS: readonly HistoryRecord[] = [
  { v: 1, w: 'one', n: 1, at: 1000, type: 'question', turn: QUESTION, after: null },
  { v: 1, w: 'one', n: 2, at: 1001, type: 'reply', id: 'r', after: 'q', state: STATE },
];

const WRONG = ['1e300', '-1e300', '-1', '0.5', '1e999', '-1e999', '9007199254740992'];

/** JSON with one of its numbers after the other replaced by each wrong one. */
function* withWrongNumbers(value: object): Generator<string> {
  const json = JSON.stringify(value);
  for (const { index, 0: start, 1: before = '' } of json.matchAll(/([:[,])-?\d+(?:\.\d+)?(?=[,}\]])/g)) {
    for (const wrong of WRONG) {
      yield json.slice(0, index) + before + wrong + json.slice(index + start.length);
    }
  }
}

function lineOf(json: string): Uint8Array {
  const bytes = new TextEncoder().encode(json);
  return new TextEncoder().encode(`\n${crc32(bytes).toString(16).padStart(8, '0')} ${json}`);
}

function timesIn(value: unknown): number[] {
  const times = JSON.stringify(value).matchAll(/"(?:at|startedAt|endedAt|changedAt|createdAt)":([^,}]+)/g);
  return [...times].map(([, time]) => Number(time));
}

function assertDates(value: unknown, json: string): void {
  for (const time of timesIn(value)) {
    assert.ok(!Number.isNaN(new Date(time).getTime()), json);
  }
}

describe('a wrong number', () => {
  for (const record of RECORDS) {
    it(`in the record of a ${record.type} costs nothing but itself`, () => {
      let count = 0;
      for (const json of withWrongNumbers(record)) {
        const [read] = decodeLines(lineOf(json)).records;
        // The version and the number of a record say what it is.
        if (/"(?:v|n)":(?!\d{1,4},)/.test(json)) {
          continue;
        }
        count++;
        assert.equal(read?.type, record.type, json);
        assertDates(read, json);
        assertDates(stored([read]), json);
      }
      assert.ok(count > 40);
    });
  }

  it('in an imported turn costs nothing but itself', async () => {
    const turns = [QUESTION, { kind: 'assistant', id: 'r', text: 'Because', ...STATE }];
    for (const json of withWrongNumbers(turns)) {
      const file = `{"format":"assistant-chat-conversations","version":1,"conversations":[{"id":"c","turns":${json}}]}`;
      const [read] = await conversationsIn(file);
      assert.ok(read !== undefined && 'conversation' in read, json);
      assert.deepEqual(
        read.conversation.turns.map(({ text: own }) => own),
        ['why?', 'Because'],
      );
      // None becomes the newest for ever.
      assert.ok(
        timesIn(read).every((time) => time <= 3),
        json,
      );
    }
  });
});

describe('sizes that others wrote', () => {
  it('of missing text are added up before anything is made of them', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const { turns } = stored(
      recordsOf(
        ...by('one', [
          question('q', null),
          ...ids.flatMap((id) => [reply(id, 'q'), text(id, 8 * 1024 * 1024, 'the end')]),
        ]),
      ),
    );
    const lengths = turns.map((turn) => turn.text.length);
    assert.ok(turns.slice(1).every((turn) => turn.text.includes('the end')));
    assert.ok(
      lengths.reduce((sum, length) => sum + length, 0) < 17 * 1024 * 1024,
      `There are ${lengths.join()} characters`,
    );
  });

  it('of a request that can’t have been made make nothing', () => {
    const turns: AssistantTurn[] = Array.from({ length: 3 }, (_, index) => ({
      kind: 'assistant',
      id: `r${index}`,
      text: 'x',
      ...STATE,
      requests: [
        {
          ...STATE.requests?.[0],
          settings: { model: '' },
          leftOut: [0, 1e15],
          masked: [1e15],
          crc32: 0,
          bytes: 1e15,
        },
      ],
    }));
    for (const turn of turns) {
      assert.equal(
        rebuildRequest([QUESTION, ...turns], turn, () => 'body'),
        undefined,
      );
    }
  });
});
