import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usedTokens, usedTokensSince } from '../../../../src/core/asking/usedTokens.ts';
import type { AssistantTurn, Turn } from '../../../../src/core/conversation/conversation.ts';
import { copyWithNewIds } from '../../../../src/core/conversation/exchange.ts';
import type { History } from '../../../../src/core/history/history.ts';
import { summarize } from '../../../../src/core/history/list/summarize.ts';
import type { StoredConversation } from '../../../../src/core/history/records/storedConversation.ts';

const TODAY = 1_000_000;
const NEVER = new AbortController().signal;

function reply(startedAt: number, part: Partial<AssistantTurn> = {}): AssistantTurn {
  return {
    kind: 'assistant',
    id: `r${startedAt}`,
    model: 'assistant-haiku',
    text: 'Yes.',
    status: 'finished',
    usage: { inputTokens: 100, outputTokens: 10 },
    startedAt,
    endedAt: startedAt + 5,
    ...part,
  };
}

function question(at: number): Turn {
  return { kind: 'user', id: `q${at}`, text: 'Why?', attachments: [], at };
}

function conversation(id: string, changedAt: number, turns: readonly Turn[]): StoredConversation {
  return {
    id,
    turns,
    pinned: false,
    createdAt: 0,
    changedAt,
    unfinishedReplies: [],
    unknownRecords: 0,
    isNewer: false,
  };
}

function historyOf(
  stored: readonly StoredConversation[],
  read: string[] = [],
): Pick<History, 'list' | 'open'> {
  return {
    list: async () => stored.map(summarize),
    open: async (id) => {
      read.push(id);
      return stored.find((one) => one.id === id);
    },
  };
}

describe('the tokens of a conversation', () => {
  it('are those of all requests of its replies, as far as the service reported them', () => {
    const turns = [
      question(1),
      reply(2, { earlierUsage: { inputTokens: 50, outputTokens: 5 } }),
      reply(3, { status: 'stopped', usage: { inputTokens: 7 } }),
      question(4),
    ];
    assert.deepEqual(usedTokens(turns), { inputTokens: 157, outputTokens: 15 });
    assert.deepEqual(usedTokens([question(1)]), { inputTokens: 0, outputTokens: 0 });
  });
});

describe('the tokens since a time', () => {
  it('are those of replies that ended since, in memory and in conversations that changed since', async () => {
    const read: string[] = [];
    const history = historyOf(
      [
        conversation('both', TODAY + 9, [reply(TODAY - 20), reply(TODAY + 1)]),
        conversation('late', TODAY + 9, [reply(TODAY - 2)]),
        conversation('old', TODAY - 1, [reply(TODAY + 2)]),
        conversation('loaded', TODAY + 9, [reply(TODAY + 3)]),
      ],
      read,
    );
    const loaded = [
      { id: 'loaded', turns: [reply(TODAY + 3), reply(TODAY + 4)] },
      { id: 'unsaved', turns: [reply(TODAY + 5), reply(TODAY - 50)] },
    ];
    const used = await usedTokensSince(TODAY, { history, loaded }, NEVER);
    assert.deepEqual(used, { inputTokens: 500, outputTokens: 50 });
    assert.deepEqual(read, ['both', 'late']);
  });

  it('count a reply once, also if its conversation was duplicated', async () => {
    const turns = [question(TODAY), reply(TODAY + 1)];
    const copies = copyWithNewIds(turns, () => 'new');
    const history = historyOf([conversation('a', TODAY + 9, turns), conversation('b', TODAY + 9, copies)]);
    const used = await usedTokensSince(TODAY, { history, loaded: [] }, NEVER);
    assert.deepEqual(used, { inputTokens: 100, outputTokens: 10 });
  });

  it('read no more conversations once the signal aborts', async () => {
    const abort = new AbortController();
    const read: string[] = [];
    const { list, open } = historyOf(
      ['a', 'b', 'c'].map((id) => conversation(id, TODAY, [])),
      read,
    );
    const history = {
      list,
      open: (id: string) => {
        abort.abort();
        return open(id);
      },
    };
    await assert.rejects(usedTokensSince(TODAY, { history, loaded: [] }, abort.signal), {
      name: 'AbortError',
    });
    assert.deepEqual(read, ['a']);
  });
});
