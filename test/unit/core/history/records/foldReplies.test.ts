import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { HistoryRecord } from '../../../../../src/core/history/records/record.ts';
import { holds } from '../../../../support/property.ts';
import { question, reply, text } from '../changes.ts';
import { stored } from '../stored.ts';

/** What a window does with the reply: looks at it as it is, or writes a piece behind what it knows of it. */
interface Step {
  writer: 'one' | 'two' | 'three';
  does: 'look' | 'write';
  piece: string;
}

const script = fc.array(
  fc.record<Step>({
    writer: fc.constantFrom('one', 'two', 'three'),
    does: fc.constantFrom('look', 'write', 'write', 'write'),
    // Few letters: what two windows write at once is often the same at first.
    piece: fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 25 },
);

describe('a reply that several windows go on with at once', () => {
  it('keeps all that each of them wrote, behind what it knew, and has it twice nowhere', async () => {
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
        // Whoever reads a part of the files first, the end is the same.
        assert.deepEqual(stored(records.toReversed()), conversation);
      }),
      { runs: 1000 },
    );
  });
});
