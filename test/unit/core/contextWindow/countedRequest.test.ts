import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CountedRequest,
  findCountedRequest,
} from '../../../../src/core/contextWindow/countedRequest.ts';
import type { AssistantTurn, Turn } from '../../../../src/core/conversation/conversation.ts';

const SETTINGS = { model: 'any' };
const BASELINE = 100;

function question(id: string): Turn {
  return { kind: 'user', id, text: `Why ${id}?`, attachments: [], at: 0 };
}

/** A reply to a request with the turns of these ids. */
function reply(id: string, sent: readonly string[], more: Partial<AssistantTurn> = {}): AssistantTurn {
  return {
    kind: 'assistant',
    id,
    model: 'any-2026',
    text: `Because ${id}.`,
    status: 'finished',
    usage: { inputTokens: 110, outputTokens: 20 },
    requests: [{ turns: sent.map((turn) => ({ id: turn })), settings: SETTINGS, crc32: 0, bytes: 0 }],
    startedAt: 0,
    ...more,
  };
}

function counted(
  turns: readonly Turn[],
  removed?: readonly Turn[],
  model = 'any',
): CountedRequest | undefined {
  return findCountedRequest({ turns, ...(removed && { removed }) }, model, () => BASELINE);
}

const FIRST = [question('q1'), reply('a1', ['q1'])];

describe('findCountedRequest', () => {
  it("finds the request of the model's last reply, with its turns", () => {
    const [note] = reply('', ['q2']).requests ?? [];
    assert.ok(note);
    const second = [
      question('q2'),
      reply('a2', [], {
        usage: { inputTokens: 330, outputTokens: 20 },
        requests: [{ ...note, base: 'a1', turns: [{ from: 0, to: 1 }, { id: 'a1' }, { id: 'q2' }] }],
      }),
    ];
    const all = [...FIRST, ...second, question('q3')];
    const expected = { turnIds: new Set(['q1', 'a1', 'q2']), baselineTokens: 3 * BASELINE, inputTokens: 330 };
    assert.deepEqual(counted(all), { ...expected, reply: { id: 'a2', tokens: 20 } });
    const other = reply('a3', ['q1', 'a1', 'q2', 'a2', 'q3'], {
      requests: [{ ...note, settings: { model: 'other' } }],
    });
    assert.deepEqual(counted([...all, other]), counted(all));
    assert.equal(counted(all, undefined, 'unknown'), undefined);
  });

  it('includes turns removed since, and returns undefined if the turns are unknown', () => {
    const [first, answer] = FIRST as [Turn, Turn];
    const rest = [question('q2'), reply('a2', ['q1', 'a1', 'q2'], { usage: { inputTokens: 330 } })];
    assert.deepEqual(counted(rest, [first, answer]), counted([first, answer, ...rest]));
    assert.deepEqual(counted(rest, [first, answer, first])?.baselineTokens, 3 * BASELINE);
    assert.equal(counted(rest), undefined);
    const { requests: _, ...imported } = reply('a1', []);
    assert.equal(counted([first, imported]), undefined);
  });

  it('ignores continued replies, and the output count of a reply that ended early', () => {
    const [first] = FIRST as [Turn];
    const { requests = [] } = reply('a1', ['q1']);
    const goesOn = requests.map((note) => ({ ...note, goesOn: true as const }));
    assert.equal(counted([first, reply('a1', [], { requests: [...requests, ...goesOn] })]), undefined);
    for (const status of ['stopped', 'failed', 'interrupted', 'streaming'] as const) {
      assert.equal(counted([first, reply('a1', ['q1'], { status })])?.reply, undefined);
    }
    assert.deepEqual(counted([first, reply('a1', ['q1'], { status: 'cutAtLimit' })])?.reply, {
      id: 'a1',
      tokens: 20,
    });
  });

  it('ignores implausible counts', () => {
    const [first] = FIRST as [Turn];
    for (const inputTokens of [0, -5, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e12]) {
      assert.equal(counted([first, reply('a1', ['q1'], { usage: { inputTokens } })]), undefined);
    }
    assert.equal(counted([first, reply('a1', ['q1'], { usage: { outputTokens: 9 } })]), undefined);
    assert.equal(
      counted([first, reply('a1', ['q1'], { usage: { inputTokens: 20_000 } })])?.inputTokens,
      20_000,
    );
  });
});
