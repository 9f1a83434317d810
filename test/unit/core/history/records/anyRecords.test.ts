import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ConversationChange, HistoryRecord } from '../../../../../src/core/history/records/record.ts';
import { holds } from '../../../../support/property.ts';
import { ended, question, reply, state, text } from '../changes.ts';
import { stored } from '../stored.ts';

/** Few ids, so that turns follow, repeat and contradict each other in every way. Some are ids of branches. */
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'a~one', 'b~two', 'a~one~two');
const after = fc.option(id);
const piece = fc.string({ unit: fc.constantFrom('x', 'y'), maxLength: 4 });

const change: fc.Arbitrary<ConversationChange> = fc.oneof(
  fc.tuple(id, after).map(([own, before]) => question(own, before)),
  fc.tuple(id, after).map(([own, before]) => reply(own, before)),
  fc.tuple(id, fc.nat({ max: 8 }), piece).map(([turn, offset, piece]) => text(turn, offset, piece)),
  id.map((turn): ConversationChange => ({ type: 'state', turn, state: state() })),
  id.map((turn) => ended(turn)),
  fc.array(id, { maxLength: 3 }).map((turns): ConversationChange => ({ type: 'remove', turns })),
  fc.array(id, { maxLength: 3 }).map((turns): ConversationChange => ({ type: 'restore', turns })),
);

/** Records with any times and with gaps, as only damage or manual changes could produce. */
const records: fc.Arbitrary<HistoryRecord[]> = fc
  .array(
    fc.record({ w: fc.constantFrom('one', 'two'), at: fc.nat({ max: 20 }), isLost: fc.boolean(), change }),
    { maxLength: 25 },
  )
  .map((written) => {
    const counts = new Map<string, number>();
    return written.flatMap(({ w, at, isLost, change: what }): HistoryRecord[] => {
      const n = (counts.get(w) ?? 0) + 1;
      counts.set(w, n);
      return isLost && n % 3 === 0 ? [] : [{ v: 1, w, n, at, ...what }];
    });
  });

describe('arbitrary records', () => {
  it('fold to the same conversation in any order and with any duplicates', async () => {
    await holds(
      fc.property(records, (input) => {
        const conversation = stored(input);
        assert.deepEqual(stored([...input.toReversed(), ...input]), conversation);
      }),
      { runs: 500 },
    );
  });

  it('show every turn that is not removed exactly once', async () => {
    await holds(
      fc.property(records, (input) => {
        const { turns, unfinishedReplies, damage } = stored(input.filter(({ type }) => type !== 'remove'));
        const ids = turns.map((turn) => turn.id);
        assert.equal(new Set(ids).size, ids.length);
        for (const record of input) {
          if (record.type === 'question') {
            assert.ok(ids.includes(record.turn.id));
          } else if (record.type === 'reply') {
            assert.ok(ids.includes(record.id));
          }
        }
        for (const named of [...unfinishedReplies, ...(damage?.turnIds ?? [])]) {
          assert.ok(ids.includes(named));
        }
      }),
      { runs: 500 },
    );
  });
});
