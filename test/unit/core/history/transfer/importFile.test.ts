import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { UserTurn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../../../../src/core/history/files/historyClock.ts';
import type { History } from '../../../../../src/core/history/history.ts';
import { changesBetween, NOTHING_RECORDED } from '../../../../../src/core/history/records/changesBetween.ts';
import { encodeRecord } from '../../../../../src/core/history/records/recordLine.ts';
import { createHistorySearch } from '../../../../../src/core/history/search/createHistorySearch.ts';
import { exportFileName } from '../../../../../src/core/history/transfer/exportFile.ts';
import { writeMarkdown } from '../../../../../src/core/history/transfer/exportMarkdown.ts';
import type { ImportOptions } from '../../../../../src/core/history/transfer/importConversation.ts';
import {
  type ImportedConversation,
  importFile,
} from '../../../../../src/core/history/transfer/importFile.ts';
import { readTurn } from '../../../../../src/core/history/transfer/portableConversation.ts';
import { MAX_RECORD_BYTES, sizeInRecord } from '../../../../../src/core/history/transfer/sizeInRecord.ts';
import { exportedJson } from '../../../../support/exportedJson.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../../support/property.ts';
import { anyText } from '../arbitraryConversations.ts';

function fileOf(...conversations: readonly unknown[]): string {
  return JSON.stringify({ format: 'assistant-chat-conversations', version: 1, conversations });
}

function question(id: string, more: object = {}): object {
  return { kind: 'user', id, text: `What is ${id}?`, attachments: [], at: 1_000_000, ...more };
}

describe('a file that is imported', () => {
  let folder: MemoryFolder;
  let opened: History[];

  beforeEach(() => {
    folder = new MemoryFolder();
    opened = [];
  });

  afterEach(async () => {
    folder.heal();
    await Promise.all(opened.map((history) => history.dispose()));
  });

  function historyOf(writer: string, files = folder): History {
    const history = createHistory(files.as(writer), { writer });
    opened.push(history);
    return history;
  }

  async function importText(
    text: string,
    { files = folder, ...options }: Partial<ImportOptions> & { files?: MemoryFolder } = {},
  ): Promise<ImportedConversation[]> {
    const slicer = new TimeSlicer(SYSTEM_CLOCK);
    return importFile(historyOf('one', files), text, { redact: (unmasked) => unmasked, slicer, ...options });
  }

  it('can be listed, opened, searched, exported and imported again after a new start, whatever is in it', async () => {
    const imported: boolean[] = [];
    await holds(
      fc.asyncProperty(fc.array(hostileConversation, { maxLength: 3 }), async (conversations) => {
        const files = new MemoryFolder();
        const text = fileOf(...conversations);
        const first = await importText(text, { files });
        const history = historyOf('two', files);
        const rows = await history.list();
        const search = createHistorySearch(files.as('two'));
        await search.search('a', { limit: 10 });
        await search.dispose();
        const ids = first.flatMap((one) => ('result' in one ? one.result.id : []));
        imported.push(ids.length > 0);
        assert.deepEqual(rows.map(({ id }) => id).sort(), [...new Set(ids)].sort());
        for (const row of rows) {
          const stored = (await history.open(row.id)) ?? assert.fail();
          assert.deepEqual([stored.damage, stored.unknownRecords, stored.isNewer], [undefined, 0, false]);
          assert.equal(stored.turns.length, row.turns);
          for (const turn of stored.turns) {
            // Rejects times that can't be shown.
            new Date(turn.kind === 'user' ? turn.at : turn.startedAt).toISOString();
          }
          exportFileName(stored);
          assert.match([...writeMarkdown(stored, LABELS)].join(''), /^# /);
          const [again] = await importText(await exportedJson([stored]), { files });
          assert.deepEqual(again && 'result' in again && again.result, {
            id: row.id,
            outcome: 'alreadyHere',
          });
        }
        for (const one of await importText(text, { files })) {
          assert.ok(!('result' in one) || one.result.outcome === 'alreadyHere', JSON.stringify(one));
        }
      }),
      { runs: 1000, gateRuns: 40 },
    );
    assert.ok(imported.filter(Boolean).length > imported.length / 4, 'Hardly anything was imported');
  });

  it('has as many turns as before if it has the same id several times', async () => {
    const ids = ['q', 'q', 'q (2)', 'q', `${'x'.repeat(190)}1`, `${'x'.repeat(190)}1`, `${'x'.repeat(190)}2`];
    await importText(fileOf({ id: 'c', turns: [...ids, ...ids].map((id) => question(id)) }));
    assert.equal((await historyOf('two').open('c'))?.turns.length, 14);
  });

  it('is reported if it is nested deeply or in another format', async () => {
    const nested = (start: string, end: string): string => start.repeat(100_000) + end.repeat(100_000);
    const deep = [nested('[', ']'), `${nested('{"a":', '')}1${'}'.repeat(100_000)}`];
    for (const text of ['[{"title":"x","mapping":{}}]', '{"messages":[]}', ...deep]) {
      const [only] = await importText(text);
      // Some engines don't read JSON that is nested so deeply.
      assert.ok(only && 'issue' in only && ['otherFormat', 'notJson'].includes(only.issue.kind));
    }
    assert.deepEqual(await importText(nested('[', '')), [{ title: '', issue: { kind: 'notJson' } }]);
    const inside = fileOf(
      { id: 'a', turns: [question('q', { attachments: [['-']] })] },
      { id: 'b', turns: [question('q', { later: ['-'] })] },
    ).replaceAll('"-"', nested('[', ']'));
    assert.deepEqual(await importText(inside), [
      { title: '', issue: { kind: 'badConversation', where: 'conversations[0].turns[0]' } },
      { title: 'What is q?', result: { id: 'b', outcome: 'imported' } },
    ]);
  });

  it('is imported without the conversations that have too many turns, or one larger than a record', async () => {
    const reply = { kind: 'assistant', id: 'r', model: 'm', text: '', status: 'finished', startedAt: 0 };
    // Each becomes a note in the place of one that can't be read.
    const requests = new Array(MAX_RECORD_BYTES / 64).fill(0);
    assert.deepEqual(
      await importText(
        fileOf(
          { id: 'a', turns: [question('q'), { ...reply, requests }] },
          { id: 'b', turns: [question('q')] },
          { id: 'c', turns: new Array(100_001).fill(0) },
        ),
      ),
      [
        { title: '', issue: { kind: 'tooLarge', where: 'conversations[0].turns[1]' } },
        { title: 'What is q?', result: { id: 'b', outcome: 'imported' } },
        { title: '', issue: { kind: 'tooManyTurns', where: 'conversations[2]' } },
      ],
    );
    assert.deepEqual(
      (await historyOf('two').list()).map(({ id }) => id),
      ['b'],
    );
  });

  it('has no turn that is larger as a record than it was estimated to be', async () => {
    await holds(
      fc.property(hostileTurn, (turn) => {
        const read = readTurn(turn);
        const longest = { v: 1, w: 'w'.repeat(200), n: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER };
        const turns = read === undefined ? [] : [{ ...QUESTION, id: '\u0001'.repeat(200) }, read];
        for (const change of changesBetween(NOTHING_RECORDED, { id: 'c', turns }).slice(2)) {
          const { length } = encodeRecord({ ...longest, ...change });
          assert.ok(length <= sizeInRecord(turn), `${length} bytes instead of ${sizeInRecord(turn)}`);
        }
      }),
      { runs: 2000, gateRuns: 200 },
    );
    assert.ok(sizeInRecord({ text: 'é'.repeat(100_000) }) < 203_000);
  });

  it('is read, compared and written in time slices, however many turns one conversation has', async () => {
    let now = 0;
    let slices = 0;
    const clock = {
      // Each step takes 1 ms, of a slice of 10.
      now: () => now,
      monotonic: () => now++,
      schedule: (_ms: number, run: () => void) => {
        slices++;
        const immediate = setImmediate(run);
        return () => clearImmediate(immediate);
      },
    };
    const slicer = new TimeSlicer(clock);
    const turns = Array.from({ length: 2000 }, (_, index) => question(`q${index}`, { at: index }));
    const text = fileOf({ id: 'c', turns });
    for (const [outcome, minSlices, writes] of [
      ['imported', 200, 10],
      ['alreadyHere', 300, 0],
    ] as const) {
      slices = 0;
      const before = folder.count('append');
      const [only] = await importText(text, { slicer });
      assert.deepEqual(only && 'result' in only && only.result.outcome, outcome);
      assert.ok(slices > minSlices, `${slices} slices`);
      assert.ok(folder.count('append') - before >= writes);
    }
    assert.equal((await historyOf('two').open('c'))?.turns.length, turns.length);
  });

  it('is imported up to the conversation in which the user cancels, which is complete', async () => {
    const turns = Array.from({ length: 1000 }, (_, index) => question(`q${index}`, { at: index }));
    const text = fileOf({ id: 'a', turns }, { id: 'b', turns }, { id: 'c' }, { id: 'd', turns });
    const controller = new AbortController();
    folder.intercept = ({ kind, name }) => {
      if (kind === 'append' && name === 'b') {
        controller.abort();
      }
      return undefined;
    };
    const results = await importText(text, { signal: controller.signal });
    assert.deepEqual(
      results.map((one) => 'result' in one && one.result),
      ['a', 'b'].map((id) => ({ id, outcome: 'imported' })),
    );
    folder.heal();
    const rows = await historyOf('two').list();
    assert.deepEqual(rows.map(({ id, turns: count }) => [id, count]).sort(), [
      ['a', 1000],
      ['b', 1000],
    ]);
  });

  it("can be canceled while the disk doesn't answer", async () => {
    const controller = new AbortController();
    folder.intercept = ({ kind }) => {
      if (kind === 'list') {
        controller.abort();
        return new Promise(() => undefined);
      }
      return undefined;
    };
    const results = await importText(fileOf({ id: 'a', turns: [question('q')] }), {
      signal: controller.signal,
    });
    assert.deepEqual([results, folder.count('append')], [[], 0]);
  });
});

const QUESTION: UserTurn = { kind: 'user', id: 'q', text: 'a', attachments: [], at: 0 };
const LABELS = { user: 'You', assistant: 'Assistant', earlierReply: '', untitled: 'Conversation', ends: {} };

const hostileNumber = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(0, 1, 200, 1_795_262_400_000, 8.64e15) },
  fc.constantFrom(-0, -1, 0.5, 1e300, -1e300, 8.65e15, 2 ** 53, 5e-324),
);
const hostileId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'a (2)', 'c~d') },
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    '../x',
    'UPPER',
    '\ud83d',
    'x'.repeat(200),
    'x'.repeat(201),
  ),
);
const anything = fc.oneof(
  hostileNumber,
  anyText,
  fc.constantFrom(null, true, {}, [], [null], { a: { a: 1 } }, JSON.parse('{"__proto__":{"kind":"user"}}')),
);

/** The property, or anything in its place. */
function hostile<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary }, { weight: 1, arbitrary: anything });
}

const hostileNote = fc.record(
  {
    settings: hostile(fc.record({ model: hostile(anyText), max_tokens: hostile(hostileNumber) })),
    crc32: hostile(hostileNumber),
    bytes: hostile(hostileNumber),
    leftOut: hostile(fc.array(hostileNumber)),
    masked: hostile(fc.array(hostileNumber)),
    continuedAt: hostileNumber,
  },
  { requiredKeys: ['settings', 'crc32', 'bytes'] },
);

const hostileAttachment = fc.record(
  {
    id: hostile(hostileId),
    kind: hostile(fc.constantFrom('file', 'later')),
    path: hostile(anyText),
    languageId: hostile(anyText),
    text: hostile(anyText),
    startLine: hostileNumber,
    endLine: hostileNumber,
    leftOutLines: hostileNumber,
  },
  { requiredKeys: ['id', 'kind', 'path', 'languageId', 'text'] },
);

const hostileTurn = fc.oneof(
  fc.record(
    {
      kind: hostile(fc.constant('user')),
      id: hostile(hostileId),
      text: hostile(anyText),
      attachments: hostile(fc.array(hostileAttachment, { maxLength: 2 })),
      at: hostile(hostileNumber),
      isLeftOut: hostile(fc.boolean()),
      editedFrom: fc.record({ conversation: hostileId, turn: hostileId }),
    },
    { requiredKeys: ['kind', 'id', 'text', 'attachments', 'at'] },
  ),
  fc.record(
    {
      kind: hostile(fc.constant('assistant')),
      id: hostile(hostileId),
      model: hostile(anyText),
      text: hostile(anyText),
      status: hostile(fc.constantFrom('waiting', 'streaming', 'finished', 'failed', 'later')),
      startedAt: hostile(hostileNumber),
      endedAt: hostile(hostileNumber),
      alternativeTo: hostileId,
      usage: fc.record({ inputTokens: hostileNumber, outputTokens: hostileNumber }),
      failure: fc.record({ kind: hostile(fc.constant('later')), detail: anyText, status: hostileNumber }),
      requests: hostile(fc.array(hostile(hostileNote), { maxLength: 2 })),
      wait: anything,
      isInOtherWindow: anything,
    },
    { requiredKeys: ['kind', 'id', 'model', 'text', 'status', 'startedAt'] },
  ),
);

/** What someone could write into a file. */
const hostileConversation = fc.record(
  {
    id: hostile(hostileId),
    turns: hostile(fc.array(hostileTurn, { maxLength: 5 })),
    title: hostile(anyText),
    model: hostile(anyText),
    pinned: hostile(fc.boolean()),
    workspace: hostile(fc.record({ id: anyText, name: anyText })),
  },
  { requiredKeys: ['id', 'turns'] },
);
