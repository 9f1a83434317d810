import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HistoryRecord } from '../../../../../src/core/history/records/record.ts';
import { holds } from '../../../../support/property.ts';
import { question, reply, text } from '../changes.ts';
import { stored } from '../stored.ts';

/** A window reads the reply, or appends a piece to the text that it knows. */
interface Step {
  writer: 'one' | 'two' | 'three';
  does: 'look' | 'write';
  piece: string;
}

const script = fc.array(
  fc.record<Step>({
    writer: fc.constantFrom('one', 'two', 'three'),
    does: fc.constantFrom('look', 'write', 'write', 'write'),
    // Few letters, so that what two windows write at the same time often starts alike.
    piece: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 25 },
);

describe('a reply that several windows continue at the same time', () => {
  it('keeps everything that each of them wrote after the text it knew, without duplicates', async () => {
    await holds(
      fc.property(script, (steps) => {
        const records: HistoryRecord[] = [];
        const counts = new Map<string, number>();
        const add = (w: string, change: ReturnType<typeof text>): void => {
          const n = (counts.get(w) ?? 0) + 1;
          counts.set(w, n);
          records.push({ v: 1, w, n, at: records.length, ...change });
        };
        add('one', question('q', null));
        add('one', reply('r', 'q'));
        const known = new Map<string, string>();
        const wrote = new Map<string, number>();
        for (const { writer, does, piece } of steps) {
          const before = known.get(writer) ?? '';
          if (does === 'write') {
            add(writer, text('r', before.length, piece));
            known.set(writer, before + piece);
            wrote.set(writer, (wrote.get(writer) ?? 0) + piece.length);
          } else if (before === '') {
            known.set(writer, stored(records).turns[1]?.text ?? '');
          }
        }
        const conversation = stored(records);
        const texts = conversation.turns.slice(1).map((turn) => turn.text);
        for (const [writer, own] of known) {
          assert.ok(
            !wrote.has(writer) || texts.some((one) => one.startsWith(own)),
            `${writer} has ${own} in ${texts.join()}`,
          );
        }
        assert.ok(texts.length <= Math.max(1, wrote.size));
        assert.equal(conversation.damage, undefined);
        // The result is the same in any order of reading.
        assert.deepEqual(stored(records.toReversed()), conversation);
      }),
      { runs: 1000 },
    );
  });
});
