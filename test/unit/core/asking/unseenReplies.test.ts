import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { Conversations } from '../../../../src/core/asking/conversations.ts';
import { UnseenReplies } from '../../../../src/core/asking/unseenReplies.ts';
import { titleOf } from '../../../../src/core/conversation/conversation.ts';
import { committed } from '../../../support/committed.ts';
import { NO_HISTORY } from '../../../support/noHistory.ts';
import { Channel } from '../support.ts';

/** Conversations whose replies end when told, and a chat that can be hidden. */
class Chat {
  readonly conversations: Conversations;
  readonly unseen: UnseenReplies;
  readonly #visibility = new Emitter<void>();
  readonly onVisibilityChanged = this.#visibility.event;
  isConversationVisible = true;
  #reply = new Channel();

  constructor() {
    let ids = 0;
    this.conversations = new Conversations({
      fetchReply: () => this.#reply.events(),
      now: () => 1000 + ids,
      monotonic: () => ids,
      newId: () => `id${++ids}`,
      history: NO_HISTORY,
      workspace: () => undefined,
      redactor: async () => (text) => text,
    });
    this.unseen = new UnseenReplies(this.conversations, this);
  }

  setVisible(isVisible: boolean): void {
    this.isConversationVisible = isVisible;
    this.#visibility.fire();
  }

  /** Asks in the current conversation. @returns a function that continues the reply, and resolves when it has ended */
  ask(text: string): (event?: ReplyEvent) => Promise<void> {
    const reply = new Channel();
    this.#reply = reply;
    const ended = this.conversations.current.ask(committed({ text, attachments: [], model: 'haiku' }));
    return (event = { type: 'finished' }) => {
      reply.push(event);
      return ended;
    };
  }

  /** The badge, and the conversations. */
  get state(): [number, string[]] {
    const rows = this.unseen.conversations.map(
      ({ session, state }) => `${titleOf(session.conversation)} ${state}`,
    );
    return [this.unseen.count, rows];
  }
}

/** Waits for a condition that becomes true without a timer. */
async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns++) {
    assert.ok(turns < 1000, 'It never became true');
    await Promise.resolve();
  }
}

describe('UnseenReplies', () => {
  it('has no reply that runs and ends before the user', async () => {
    const chat = new Chat();
    const end = chat.ask('Seen?');
    assert.deepEqual(chat.state, [0, []]);
    await end();
    assert.deepEqual(chat.state, [0, []]);
    chat.setVisible(false);
    assert.deepEqual(chat.state, [0, []]);
  });

  it('has those that end while the chat is hidden, until it is shown', async () => {
    const chat = new Chat();
    const end = chat.ask('One?');
    chat.setVisible(false);
    assert.deepEqual(chat.state, [0, ['One? running']]);
    await end();
    assert.deepEqual(chat.state, [1, ['One? ended']]);
    await chat.ask('Two?')();
    assert.deepEqual(chat.state, [2, ['One? ended']]);
    chat.setVisible(true);
    assert.deepEqual(chat.state, [0, []]);
  });

  it('has those of another conversation than the one that is shown, until it is shown', async () => {
    const chat = new Chat();
    const { id } = chat.conversations.current.conversation;
    const end = chat.ask('One?');
    chat.conversations.startNew();
    const endOther = chat.ask('Other?');
    assert.deepEqual(chat.state, [0, ['One? running']]);
    await end();
    await endOther();
    assert.deepEqual(chat.state, [1, ['One? ended']]);
    // While the chat is hidden, showing it in there makes nothing seen.
    chat.setVisible(false);
    await chat.conversations.show(id);
    assert.deepEqual(chat.state, [1, ['One? ended']]);
    chat.setVisible(true);
    assert.deepEqual(chat.state, [0, []]);
  });

  it('counts a reply that failed, but none that was stopped, deleted or there before', async () => {
    const chat = new Chat();
    chat.conversations.createAndShow({
      turns: [
        { kind: 'assistant', id: 'old', model: 'haiku', text: 'x', status: 'interrupted', startedAt: 1 },
      ],
      title: 'Old',
    });
    chat.setVisible(false);
    assert.deepEqual(chat.state, [0, []]);
    await chat.ask('Failed?')({ type: 'failed', failure: { kind: 'modelNotFound' } });
    assert.deepEqual(chat.state, [1, ['Old ended']]);
    await chat.ask('Stopped?')({ type: 'stopped' });
    assert.deepEqual(chat.state, [1, ['Old ended']]);
    chat.conversations.remove(chat.conversations.current.conversation.id);
    assert.deepEqual(chat.state, [0, []]);
  });

  it('counts a reply while it waits', async () => {
    const chat = new Chat();
    const go = chat.ask('One?');
    chat.setVisible(false);
    void go({ type: 'waiting', wait: { reason: 'rateLimited', until: 9 } });
    await until(() => chat.unseen.count === 1);
    assert.deepEqual(chat.state, [1, ['One? waiting']]);
    void go({ type: 'started' });
    await until(() => chat.unseen.count === 0);
    assert.deepEqual(chat.state, [0, ['One? running']]);
    await go();
  });

  it('has none that is shown elsewhere, unless it goes on after that', async () => {
    const chat = new Chat();
    chat.setVisible(false);
    const shown = chat.unseen.showElsewhere(chat.conversations.current);
    const end = chat.ask('One?');
    assert.deepEqual(chat.state, [0, []]);
    await end();
    assert.deepEqual(chat.state, [0, []]);
    shown.dispose();
    assert.deepEqual(chat.state, [0, []]);
    await chat.ask('Two?')();
    assert.deepEqual(chat.state, [1, ['One? ended']]);
  });

  it('has none that another window fetches', async () => {
    const chat = new Chat();
    const elsewhere = { kind: 'assistant', id: 'elsewhere', model: 'haiku', text: '' } as const;
    chat.setVisible(false);
    const go = chat.ask('One?');
    const { current } = chat.conversations;
    // Both windows have asked at the same time.
    current.syncWith({
      turns: [
        { ...elsewhere, status: 'waiting', startedAt: 1, isInOtherWindow: true },
        ...current.conversation.turns,
      ],
      title: 'Both',
    });
    assert.deepEqual(chat.state, [0, ['Both running']]);
    void go({ type: 'waiting', wait: { reason: 'rateLimited', until: 9 } });
    await until(() => chat.unseen.count === 1);
    assert.deepEqual(chat.state, [1, ['Both waiting']]);
    void go({ type: 'started' });
    await go();
    assert.deepEqual(chat.state, [1, ['Both ended']]);
  });
});
