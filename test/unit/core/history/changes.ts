import fc from 'fast-check';
import type { UserTurn } from '../../../../src/core/conversation/conversation.ts';
import type { ConversationChange, ReplyState } from '../../../../src/core/history/records/record.ts';

/** The change that adds a question. */
export function question(id: string, after: string | null, text = `what is ${id}?`): ConversationChange {
  const turn: UserTurn = { kind: 'user', id, text, attachments: [], at: 1 };
  return { type: 'question', turn, after };
}

export function state(part: Partial<ReplyState> = {}): ReplyState {
  return { model: 'fast', status: 'streaming', startedAt: 2, ...part };
}

export function reply(id: string, after: string | null, part: Partial<ReplyState> = {}): ConversationChange {
  return { type: 'reply', id, after, state: state({ status: 'waiting', ...part }) };
}

export function text(turn: string, offset: number, piece: string): ConversationChange {
  return { type: 'text', turn, offset, text: piece };
}

export function ended(turn: string, part: Partial<ReplyState> = {}): ConversationChange {
  return { type: 'state', turn, state: state({ status: 'finished', endedAt: 9, ...part }) };
}

/** The changes of an exchange, from its question to the end of its reply, with the text in pieces. */
export function exchange(
  name: string,
  after: string | null,
  ...pieces: readonly string[]
): ConversationChange[] {
  let offset = 0;
  const texts = pieces.map((piece) => {
    offset += piece.length;
    return text(`${name}-reply`, offset - piece.length, piece);
  });
  return [
    question(name, after),
    reply(`${name}-reply`, name),
    ...texts,
    ended(`${name}-reply`, { endedAt: 9 }),
  ];
}

const anyId = fc.string({ minLength: 1, maxLength: 20 });
/** Any text, including lone surrogates and line breaks. */
const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', '\r', '\ud83d', '\ude00', 'é', '\u2028'), fc.string()),
});
const tokens = fc.nat({ max: 1_000_000 });
const line = fc.integer({ min: 1 });
const anyParts = fc.array(
  fc.record({
    kind: fc.constantFrom('secret', 'value in .env', 'GitHub token'),
    start: fc.maxSafeNat(),
    end: fc.maxSafeNat(),
  }),
  { maxLength: 3 },
);
const anyState: fc.Arbitrary<ReplyState> = fc.record(
  {
    maskedParts: anyParts,
    model: anyText,
    status: fc.constantFrom(
      'waiting',
      'streaming',
      'finished',
      'cutAtLimit',
      'stopped',
      'failed',
      'interrupted',
    ),
    startedAt: fc.nat(),
    endedAt: fc.nat(),
    alternativeTo: anyId,
    usage: fc.record({ inputTokens: tokens, outputTokens: tokens }, { requiredKeys: [] }),
    leftOut: fc.array(anyText),
    failure: fc.record(
      {
        kind: fc.constantFrom('serverError', 'offline'),
        detail: anyText,
        status: fc.nat(),
        exchange: fc.constant({
          method: 'POST',
          path: '/chat',
          attempt: 1,
          sentBytes: 3,
          receivedBytes: 0,
          startedAt: 1,
          totalMs: 2,
        }),
      },
      { requiredKeys: ['kind'] },
    ),
  },
  { requiredKeys: ['model', 'status', 'startedAt'] },
);

const anyAfter = fc.option(anyId);

/** Every kind of change, with every field. */
export const anyChange: fc.Arbitrary<ConversationChange> = fc.oneof(
  fc.record(
    { type: fc.constant('begin'), workspace: fc.record({ id: anyText, name: anyText }), copyOf: anyText },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    type: fc.constant('question'),
    after: anyAfter,
    turn: fc.record({
      kind: fc.constant('user'),
      id: anyId,
      maskedParts: anyParts,
      text: anyText,
      at: fc.nat(),
      attachments: fc.array(
        fc.record({
          id: anyText,
          kind: fc.constant('selection'),
          path: anyText,
          languageId: anyText,
          startLine: line,
          endLine: line,
          text: anyText,
        }),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({ type: fc.constant('reply'), id: anyId, state: anyState, after: anyAfter }),
  fc.record({ type: fc.constant('text'), turn: anyId, offset: fc.nat({ max: 1000 }), text: anyText }),
  fc.record({ type: fc.constant('state'), turn: anyId, state: anyState }),
  fc.record({ type: fc.constant('pulse'), turn: anyId }),
  fc.record(
    { type: fc.constant('leaveOut'), turn: anyId, leftOut: fc.boolean() },
    { requiredKeys: ['type', 'turn'] },
  ),
  fc.record({ type: fc.constantFrom('remove', 'restore', 'mask'), turns: fc.array(anyId) }),
  fc.record({ type: fc.constant('mask'), turns: fc.array(anyId), parts: anyParts }),
  fc.record({ type: fc.constant('sent'), turns: fc.array(anyId), to: anyId }),
  fc.record({ type: fc.constant('title'), title: anyText }),
  fc.record({ type: fc.constant('pin'), pinned: fc.boolean() }),
  fc.record({ type: fc.constant('model'), model: anyText }),
  fc.record({ type: fc.constant('trash'), trashed: fc.boolean() }),
);
