import * as vscode from 'vscode';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { keepReply } from '../../../src/vscode/conversation/turnEdits.ts';
import { postTurnEvents } from '../../../src/vscode/conversation/turnFeed.ts';
import { toAssistantTurnView, toTurnViews } from '../../../src/vscode/conversation/turnViews.ts';
import { committed } from '../../support/committed.ts';
import { equal, ok } from '../assert.ts';
import { ask, connect, lastReply, removeKey } from '../extensionAccess.ts';
import { confirmCommand } from '../stubDialogs.ts';

/** How the replies of a conversation are shown beside each other. */
function comparedIn(turns: readonly Turn[]): unknown[] {
  return toTurnViews(turns, () => undefined).flatMap((view) =>
    view.kind === 'assistant' ? [view.compared] : [],
  );
}

describe('replies to one question', () => {
  afterEach(removeKey);

  it('are retried by command, by default the last one, which is kept as an earlier reply', async () => {
    const services = await connect();
    const { id } = await ask(services, 'First?');
    await vscode.commands.executeCommand('assistant.retry');
    const newReply = await lastReply(services);
    const { turns } = services.conversations.current.conversation;
    equal(
      turns.map((turn) => turn.id),
      [turns[0]?.id, id, newReply.id],
    );
    equal(comparedIn(turns), ['earlier', undefined]);
    await confirmCommand('keepReply', 'Keep Reply', { turnId: id });
    equal(
      services.conversations.current.conversation.turns.map((turn) => turn.id),
      [turns[0]?.id, id],
    );
  });

  it('are shown as two compared replies if a retry has ended without text', () => {
    const question: Turn = { kind: 'user', id: 'q', text: 'Why?', attachments: [], at: 0 };
    const ended = { kind: 'assistant', model: 'm', status: 'finished', startedAt: 0 } as const;
    const earlier: Turn = { ...ended, id: 'earlier', text: 'So.', alternativeTo: 'new' };
    const failed: Turn = { ...ended, id: 'new', text: '', status: 'failed', failure: { kind: 'tooLarge' } };
    equal(comparedIn([question, earlier, { ...failed, status: 'waiting' }]), ['earlier', undefined]);
    equal(comparedIn([question, earlier, failed]), ['first', 'second']);
    const notice = toAssistantTurnView(failed, [question, earlier, failed], () => undefined).notice;
    ok(notice?.message.includes('the question: '), 'Expected the sizes of what was sent');
    const other: Turn = { ...ended, id: 'other', text: 'No.', alternativeTo: 'new' };
    equal(comparedIn([question, earlier, { ...failed, text: 'Yes.' }, other]), [
      'earlier',
      'first',
      'second',
    ]);
  });

  it('are all posted again if a retry has ended without text', async () => {
    const services = await connect();
    const session = services.conversations.current;
    await ask(services, 'First?');
    let posted = 0;
    const ui = {
      show: () => undefined,
      postInOrder: ({ type }: ToPanel) => {
        posted += type === 'turns' ? 1 : 0;
      },
      postReplyText: () => undefined,
    };
    const feed = postTurnEvents(services.conversations, ui);
    try {
      const retrying = session.retry(
        session.conversation.turns.at(-1)?.id ?? '',
        committed({ model: 'unknown' }, services.connections.baseUrl),
      );
      equal(posted, 1);
      await retrying;
      equal([posted, session.conversation.turns.at(-1)?.text], [2, '']);
    } finally {
      feed.dispose();
    }
  });

  it('can be compared with the reply of another model until one of the two is kept', async () => {
    const services = await connect();
    const first = await ask(services, 'First?');
    equal(await services.pipeline.compare(first.id, 'assistant-haiku'), undefined);
    const second = await lastReply(services);
    const { turns } = services.conversations.current.conversation;
    equal([second.model, second.text], ['assistant-haiku', first.text]);
    equal(comparedIn(turns), ['first', 'second']);
    ok(
      (await services.pipeline.compare(second.id, 'assistant-haiku')) !== undefined,
      'A third reply was started',
    );
    await confirmCommand('keepReply', 'Keep Reply', { turnId: second.id });
    equal(
      services.conversations.current.conversation.turns.map(({ id }) => id),
      [turns[0]?.id, second.id],
    );
    ok(keepReply(services.conversations, second.id) !== undefined, 'The only reply was kept');
  });
});
