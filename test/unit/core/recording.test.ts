import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReplyEvent } from '../../../src/contract/replyEvent.ts';
import { forkAfter } from '../../../src/core/exchange.ts';
import { MemoryFolder } from '../../support/memoryHistoryFiles.ts';
import { closeWindows, onDisk, openWindow, QUESTION, texts, until, type Window } from './historyWindows.ts';

const BY = { model: 'assistant-fable-5' };

async function* cut(text: string): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'text', text };
  yield { type: 'cutAtLimit' };
}

async function* failed(): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'failed', failure: { kind: 'serverError', detail: 'out of order' } };
}

/** Everything that can be done with a conversation; each does nothing where it can't be done. */
const OPERATIONS: Readonly<Record<string, (window: Window, undo: (() => void)[]) => void | Promise<void>>> = {
  ask: ({ conversations }) => conversations.current.ask(QUESTION),
  askInVain: ({ conversations, replies }) => {
    replies.push(failed());
    return conversations.current.ask(QUESTION);
  },
  askAndBeCut: ({ conversations, replies }) => {
    replies.push(cut('Because it'));
    return conversations.current.ask(QUESTION);
  },
  retry: ({ conversations: { current } }) => current.retry(current.conversation.turns.at(-1)?.id ?? '', BY),
  compare: ({ conversations: { current } }) => current.compare(current.comparable?.id ?? '', BY),
  keep: ({ conversations: { current } }, undo) => {
    undo.push(...[current.keep(current.conversation.turns.at(-1)?.id ?? '') ?? []].flat());
  },
  keepFirst: ({ conversations: { current } }, undo) => {
    undo.push(...[current.keep(current.conversation.turns.at(-2)?.id ?? '') ?? []].flat());
  },
  continueReply: ({ conversations: { current } }) => current.continueReply(current.continuable?.id ?? '', BY),
  takeBack: ({ conversations: { current } }) => {
    current.takeBack(current.conversation.turns.at(-1)?.id ?? '');
  },
  removeFirst: ({ conversations: { current } }, undo) => {
    undo.push(...[current.remove(current.conversation.turns[0]?.id ?? '') ?? []].flat());
  },
  removeLast: ({ conversations: { current } }, undo) => {
    undo.push(...[current.remove(current.conversation.turns.at(-1)?.id ?? '') ?? []].flat());
  },
  leaveOutFirst: ({ conversations: { current } }) => {
    current.leaveOut([current.conversation.turns[0]?.id ?? ''], true);
  },
  leaveOutAll: ({ conversations: { current } }) => {
    current.leaveOut(
      current.conversation.turns.map(({ id }) => id),
      true,
    );
  },
  sendAllAgain: ({ conversations: { current } }) => {
    current.leaveOut(
      current.conversation.turns.map(({ id }) => id),
      false,
    );
  },
  undo: (_window, undo) => undo.pop()?.(),
  chooseModel: ({ conversations }) => conversations.chooseModel('assistant-opus'),
  fork: ({ conversations }) => {
    const { turns } = conversations.current.conversation;
    conversations.open({ turns: forkAfter(turns, turns[0]?.id ?? '', () => crypto.randomUUID()) ?? [] });
  },
  duplicate: async ({ conversations }) => {
    await conversations.duplicate(conversations.current.conversation.id);
  },
};

afterEach(closeWindows);

describe('what happens in a conversation', () => {
  it('is in the history as it is in the window, whatever is done in whichever order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(OPERATIONS)), { minLength: 1, maxLength: 12 }),
        async (names) => {
          const folder = new MemoryFolder();
          const window = openWindow(folder);
          const undo: (() => void)[] = [];
          for (const name of names) {
            await OPERATIONS[name]?.(window, undo);
            await window.conversations.flush();
          }
          for (const { conversation } of window.conversations.all) {
            const stored = await onDisk(folder, conversation.id);
            assert.deepEqual(stored?.turns ?? [], conversation.turns);
            assert.equal(stored?.model, conversation.model);
            assert.equal(stored?.damage, undefined);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is written only in what is new: a long conversation costs no more than a short one', async () => {
    const folder = new MemoryFolder();
    const { conversations } = openWindow(folder);
    const sizes: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      await conversations.current.ask(QUESTION);
      await conversations.flush();
      sizes.push([...folder.files.values()][0]?.bytes.length ?? 0);
    }
    const [first = 0, second = 0] = sizes;
    assert.ok((sizes.at(-1) ?? 0) - (sizes.at(-2) ?? 0) < 1.2 * (second - first));
  });

  it('begins with the question, which is on disk before its request leaves', async () => {
    const folder = new MemoryFolder();
    const window = openWindow(folder);
    let letGo = (): void => undefined;
    folder.intercept = ({ kind }) =>
      kind === 'append'
        ? new Promise((resolve) => {
            letGo = () => resolve(undefined);
          })
        : undefined;
    const { id } = window.conversations.current.conversation;
    const asked = window.conversations.current.ask(QUESTION);
    await until(() => folder.count('append') === 1);
    assert.equal(window.requests, 0);
    folder.heal();
    letGo();
    await until(() => window.requests === 1);
    assert.equal((await onDisk(folder, id))?.turns[0]?.text, 'Why?');
    await asked;
  });

  it('is asked all the same where nothing can be saved, and saved when that works again', async () => {
    const folder = new MemoryFolder();
    folder.break(['append']);
    const window = openWindow(folder);
    const { id } = window.conversations.current.conversation;
    await window.conversations.current.ask(QUESTION);
    assert.deepEqual(texts(window), ['Why?', 'Because.']);
    assert.equal(window.history.state.saving, false);
    folder.heal();
    await window.history.retry();
    assert.equal(window.history.state.saving, true);
    assert.deepEqual((await onDisk(folder, id))?.turns, window.conversations.current.conversation.turns);
  });
});
