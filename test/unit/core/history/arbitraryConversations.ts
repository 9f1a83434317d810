import fc from 'fast-check';
import { FAILURE_KINDS } from '../../../../src/contract/failure.ts';
import type { Attachment } from '../../../../src/core/attachments/attachment.ts';
import type { AssistantTurn, Turn, UserTurn } from '../../../../src/core/conversation/conversation.ts';
import type { RequestNote } from '../../../../src/core/conversation/requestNote.ts';
import type { PortableConversation } from '../../../../src/core/history/transfer/portableConversation.ts';
import { anyCharacter } from '../../../support/property.ts';

/** Text that may break a format made of lines. */
const HOSTILE = [
  '---\ntitle: x\n---',
  '```',
  '````ts',
  '~~~~',
  '> ```js',
  '    indented',
  '\0',
  '\ud83d',
  '\udded',
  '\u202eright to left\u2066',
  'שלום',
  '\ufeff',
  '\u2028',
  '\v\f\u0085\u00a0',
  '\x1b[31m',
  '\\u0000',
  '\u{1f9ed}',
  '\ufffd',
  ' ',
  '  ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  'a',
  'word',
] as const;

const hostileText = fc
  .array(fc.constantFrom(...HOSTILE), { maxLength: 12 })
  .chain((parts) => fc.constantFrom('', '\n', '\r\n').map((between) => parts.join(between)));

export const anyText: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.lorem({ mode: 'sentences', maxCount: 3 }),
);

const id = fc.uuid();
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const count = fc.nat({ max: 100_000 });
const fromOne = fc.integer({ min: 1, max: 100_000 });

const attachment: fc.Arbitrary<Attachment> = fc.record({
  id,
  kind: fc.constant('selection'),
  path: anyText,
  languageId: fc.oneof(fc.constantFrom('typescript', 'c++', ''), anyText),
  startLine: fromOne,
  endLine: fromOne,
  text: anyText,
});

const question: fc.Arbitrary<UserTurn> = fc.record(
  {
    kind: fc.constant('user'),
    id: fc.constant('-'),
    text: anyText,
    attachments: fc.array(attachment, { maxLength: 2 }),
    isLeftOut: fc.boolean(),
    at: time,
  },
  { requiredKeys: ['kind', 'id', 'text', 'attachments', 'at'] },
);

const usage = fc.record({ inputTokens: count, outputTokens: count }, { requiredKeys: [] });

const failure = fc.record(
  {
    kind: fc.constantFrom(...FAILURE_KINDS),
    status: count,
    host: anyText,
    detail: anyText,
    retryAfterSeconds: count,
    limitSeconds: count,
  },
  { requiredKeys: ['kind'] },
);

const note: fc.Arbitrary<RequestNote> = fc.record(
  {
    leftOut: fc.array(count, { maxLength: 3 }),
    masked: fc.array(count, { maxLength: 3 }),
    continuedAt: count,
    baselineTokens: count,
    settings: fc.record(
      { model: anyText, max_tokens: fromOne, temperature: fc.constantFrom(0, 0.7), stream: fc.boolean() },
      { requiredKeys: ['model'] },
    ),
    folded: fc.constant<true>(true),
    crc32: count,
    bytes: count,
  },
  { requiredKeys: ['settings', 'crc32', 'bytes'] },
);

const reply: fc.Arbitrary<AssistantTurn> = fc.record(
  {
    kind: fc.constant('assistant'),
    id: fc.constant('-'),
    model: anyText,
    text: anyText,
    status: fc.constantFrom('finished', 'cutAtLimit', 'stopped', 'failed', 'interrupted'),
    usage,
    earlierUsage: usage,
    leftOut: fc.array(anyText, { maxLength: 2 }),
    failure,
    maxTokens: count,
    requests: fc.array(note, { maxLength: 2 }),
    startedAt: time,
    endedAt: time,
  },
  { requiredKeys: ['kind', 'id', 'model', 'text', 'status', 'startedAt'] },
);

const turns: fc.Arbitrary<Turn[]> = fc
  .array(fc.tuple(question, fc.array(reply, { maxLength: 2 }), fc.boolean()), { maxLength: 4 })
  .map((exchanges) =>
    exchanges.flatMap(([userTurn, [first, second], isRetried], index): Turn[] => [
      { ...userTurn, id: `q${index}` },
      ...(first
        ? [{ ...first, id: `r${index}`, ...(second && isRetried && { alternativeTo: `a${index}` }) }]
        : []),
      ...(second ? [{ ...second, id: `a${index}`, ...(!isRetried && { alternativeTo: `r${index}` }) }] : []),
    ]),
  );

/** Conversations with every kind of turn that the history can contain. */
export const anyConversation: fc.Arbitrary<PortableConversation> = fc
  .record(
    {
      id,
      turns,
      model: anyText,
      title: anyText.filter((title) => title !== ''),
      pinned: fc.constant<true>(true),
      workspace: fc.record({ id: fc.constant(''), name: anyText }),
    },
    { requiredKeys: ['id', 'turns'] },
  )
  // fast-check creates objects without a prototype, which `deepEqual` tells apart.
  .map((conversation) => structuredClone(conversation));
