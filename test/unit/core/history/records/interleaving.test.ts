import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import type { History } from '../../../../../src/core/history/history.ts';
import type { StoredConversation } from '../../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { holds } from '../../../../support/property.ts';
import { ended, question, reply, text } from '../changes.ts';
import { ManualClock } from '../manualClock.ts';

/** One step of a window. The steps of a window run one after another, interleaved with those of others. */
type Step = { window: number; does: 'ask' | 'reply' | 'write' | 'end' | 'look' | 'remove' | 'pin' | 'wait' };

class Window {
  readonly history: History;
  readonly clock = new ManualClock();
  readonly #name: string;
  #count = 0;
  /** The turns it shows since it last read them. */
  #shown: readonly string[] = [];
  #question: string | undefined;
  #reply: { id: string; length: number } | undefined;

  constructor(folder: MemoryFolder, name: string) {
    this.#name = name;
    this.history = createHistory(folder.as(name), { writer: name, clock: this.clock });
  }

  async do(step: Step['does'], requested: Requested): Promise<void> {
    switch (step) {
      case 'look':
        this.#shown = ((await this.history.open('a'))?.turns ?? []).map(({ id }) => id);
        break;
      case 'ask': {
        this.#count++;
        const id = `${this.#name}${this.#count}`;
        const after = this.#reply?.id ?? this.#question ?? this.#shown.at(-1) ?? null;
        requested.after.set(id, after);
        requested.texts.set(id, `what is ${id}?`);
        this.#question = id;
        this.#reply = undefined;
        await this.history.write('a', [question(id, after)], true);
        break;
      }
      case 'reply':
        if (this.#question !== undefined && this.#reply === undefined) {
          this.#reply = { id: `${this.#question}-reply`, length: 0 };
          requested.after.set(this.#reply.id, this.#question);
          requested.texts.set(this.#reply.id, '');
          await this.history.write('a', [reply(this.#reply.id, this.#question)]);
        }
        break;
      case 'write':
        if (this.#reply !== undefined) {
          const { id, length } = this.#reply;
          const piece = `${this.#name} says ${length}. `;
          requested.texts.set(id, requested.texts.get(id) + piece);
          this.#reply.length += piece.length;
          await this.history.write('a', [text(id, length, piece)]);
        }
        break;
      case 'end':
        if (this.#reply !== undefined) {
          const { id } = this.#reply;
          this.#shown = [...this.#shown, id];
          this.#question = undefined;
          this.#reply = undefined;
          await this.history.write('a', [ended(id)], true);
        }
        break;
      case 'remove': {
        const id = this.#shown.at(-1);
        if (id !== undefined) {
          this.#shown = this.#shown.slice(0, -1);
          requested.removed.add(id);
          await this.history.write('a', [{ type: 'remove', turns: [id] }]);
        }
        break;
      }
      case 'pin':
        await this.history.write('a', [
          { type: 'pin', pinned: true },
          { type: 'title', title: this.#name },
        ]);
        break;
      case 'wait':
        await this.clock.pass(1000);
        break;
    }
  }
}

/** Everything passed to `write`. */
interface Requested {
  after: Map<string, string | null>;
  texts: Map<string, string>;
  removed: Set<string>;
}

const steps = fc.array(
  fc.record<Step>({
    window: fc.nat({ max: 3 }),
    does: fc.constantFrom('ask', 'reply', 'write', 'write', 'end', 'look', 'look', 'remove', 'pin', 'wait'),
  }),
  { maxLength: 60 },
);

describe('windows that write the same conversation at the same time', () => {
  it('all see every turn once, exchanges together, and each turn after the one it follows', async () => {
    await holds(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        steps,
        fc.array(fc.nat({ max: 5000 })),
        async (count, script, ahead) => {
          const folder = new MemoryFolder();
          const windows = ['a', 'b', 'c', 'd'].slice(0, count).map((name) => new Window(folder, name));
          for (const [index, { clock }] of windows.entries()) {
            await clock.pass(ahead[index] ?? 0);
          }
          const requested: Requested = { after: new Map(), texts: new Map(), removed: new Set() };
          const running = new Map<Window, Promise<void>>();
          for (const { window, does } of script) {
            const one = windows[window % count] ?? assert.fail();
            // Steps of one window run one after another; those of other windows may still be running.
            await running.get(one);
            running.set(one, one.do(does, requested));
          }
          await Promise.all(running.values());
          const views = await Promise.all(
            [...windows, new Window(folder, 'new')].map(({ history }) => history.open('a')),
          );
          for (const view of views) {
            assert.deepEqual(view, views[0]);
          }
          assertOrder(views[0], requested);
        },
      ),
      { runs: 300 },
    );
  });
});

function assertOrder(stored: StoredConversation | undefined, { after, texts, removed }: Requested): void {
  const turns = stored?.turns ?? [];
  assert.deepEqual(
    turns.map((turn) => [turn.id, turn.text]).sort(),
    [...texts].filter(([id]) => !removed.has(id)).sort(),
  );
  assert.equal(stored?.damage, undefined);
  const positions = new Map(turns.map(({ id }, index) => [id, index]));
  for (const [id, cause] of after) {
    const own = positions.get(id);
    const before = positions.get(cause ?? '');
    if (own !== undefined && before !== undefined) {
      assert.ok(before < own, `${id} comes after ${cause}`);
      assert.ok(!id.endsWith('-reply') || own === before + 1, `${id} is next to its question`);
    }
  }
}
