import type { ReplyEvent } from '../../../../src/contract/replyEvent.ts';
import { forkAfter } from '../../../../src/core/conversation/exchange.ts';
import { committed } from '../../../support/committed.ts';
import { QUESTION, type Window } from '../history/historyWindows.ts';

const REPLY_OPTIONS = committed({ model: 'assistant-fable-5' });

async function* cut(text: string): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'text', text };
  yield { type: 'cutAtLimit' };
}

async function* failed(): AsyncGenerator<ReplyEvent, void, undefined> {
  yield { type: 'failed', failure: { kind: 'serverError', detail: 'out of order' } };
}

/** Everything that can be done with a conversation. Each operation does nothing if it is not possible. */
export const OPERATIONS: Readonly<
  Record<string, (window: Window, undo: (() => void)[]) => void | Promise<void>>
> = {
  ask: ({ conversations }) => conversations.current.ask(QUESTION),
  askElsewhere: ({ conversations }) =>
    conversations.current.ask(committed(QUESTION, 'https://other.example')),
  askAndFail: ({ conversations, replies }) => {
    replies.push(failed());
    return conversations.current.ask(QUESTION);
  },
  askAndCutOff: ({ conversations, replies }) => {
    replies.push(cut('Because it'));
    return conversations.current.ask(QUESTION);
  },
  retry: ({ conversations: { current } }) =>
    current.retry(current.conversation.turns.at(-1)?.id ?? '', REPLY_OPTIONS),
  compare: ({ conversations: { current } }) =>
    current.compare(current.comparableReply?.id ?? '', REPLY_OPTIONS),
  keep: ({ conversations: { current } }, undo) => {
    undo.push(...[current.keepReply(current.conversation.turns.at(-1)?.id ?? '') ?? []].flat());
  },
  keepFirst: ({ conversations: { current } }, undo) => {
    undo.push(...[current.keepReply(current.conversation.turns.at(-2)?.id ?? '') ?? []].flat());
  },
  continueReply: ({ conversations: { current } }) =>
    current.continueReply(current.continuableReply?.id ?? '', REPLY_OPTIONS),
  removeUnanswered: ({ conversations: { current } }) => {
    current.removeUnanswered(current.conversation.turns.at(-1)?.id ?? '');
  },
  removeFirst: ({ conversations: { current } }, undo) => {
    undo.push(...[current.remove(current.conversation.turns[0]?.id ?? '') ?? []].flat());
  },
  removeLast: ({ conversations: { current } }, undo) => {
    undo.push(...[current.remove(current.conversation.turns.at(-1)?.id ?? '') ?? []].flat());
  },
  leaveOutFirst: ({ conversations: { current } }) => {
    current.setLeftOut([current.conversation.turns[0]?.id ?? ''], true);
  },
  leaveOutAll: ({ conversations: { current } }) => {
    current.setLeftOut(
      current.conversation.turns.map(({ id }) => id),
      true,
    );
  },
  includeAll: ({ conversations: { current } }) => {
    current.setLeftOut(
      current.conversation.turns.map(({ id }) => id),
      false,
    );
  },
  maskFirst: ({ conversations: { current } }) =>
    current.mask(new Map([[current.conversation.turns[0]?.id ?? '', []]])),
  undo: (_window, undo) => undo.pop()?.(),
  chooseModel: ({ conversations }) => conversations.chooseModel('assistant-opus'),
  fork: ({ conversations }) => {
    const { conversation } = conversations.current;
    const first = conversation.turns[0]?.id ?? '';
    conversations.createAndShow({ turns: forkAfter(conversation, first, () => crypto.randomUUID()) ?? [] });
  },
  duplicate: async ({ conversations }) => {
    await conversations.duplicate(conversations.current.conversation.id, 'copy');
  },
};
