import type { FileLink } from '../../src/protocol/code.ts';
import { CODE_SCENES } from './code/codeScenes.ts';
import { CONNECTION_VIEWS } from './connection/connectionSamples.ts';
import { NOTICE_SCENES, STOPPED } from './failures/noticeScenes.ts';
import { history, SHOW_HISTORY } from './history/historySamples.ts';
import type { HostMessage } from './panelPage.ts';
import {
  AS_WRITTEN,
  AT,
  CURRENT_FILE,
  EACH_KIND,
  EVERYTHING,
  editing,
  growing,
  MANY_FILES,
  OFFER,
  OVERFLOW,
  QUEUED,
  question,
  REPLY,
  RICH,
  reply,
  SELECTION,
  state,
} from './samples.ts';

const QUESTION = question('Why does this return NaN for “5 s”?', { attachments: [SELECTION] });
const UNITS = { ...SELECTION, id: 'attachment-2', path: 'src/units.ts', startLine: 7, endLine: 7 };

const GROWING = [
  'These cover the units, the bounds and what must be refused:',
  '',
  '```ts title="duration.test.ts"',
  "test('reads seconds', () => {",
  "  equal(parseDuration('5s'), 5000);",
  '});',
  '',
  "test('refuses a bare number', () => {",
  '  throws(() => parseDu',
].join('\n');

/** Longer than any line, without a break opportunity. */
const WORD = 'Unbreakable'.repeat(14);

const WIDE_TABLE = [
  `|${'a column|'.repeat(14)}`,
  `|${'--|'.repeat(14)}`,
  `|${'some words|'.repeat(14)}`,
].join('\n');

const RIGHT_TO_LEFT = [
  '`match` هو `null` لأن النمط لا يسمح بمسافة بين العدد والوحدة.',
  '- ارفض بوضوح\n- أو اسمح بالمسافة',
  '> اقتباس',
  '| اسم | قيمة |\n|--|--:|\n| واحد | 1 |',
  '```ts\nconst one = 1;\n```',
  '# عنوان',
].join('\n\n');

const HIDDEN = [
  'A `RIGHT-TO-LEFT OVERRIDE` (\u202e) makes this line read other than it runs; `user\u200bName` holds a space.',
  `[A link\u00ad](https://example.org) and a word in tags: ${String.fromCodePoint(...Array.from({ length: 40 }, () => 0xe0061))}.`,
  '```ts\nconst role = "user"; /*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\nconst isAdmin\u3164 = true;\n```',
  'می\u200cخواهم \u{1f468}\u200d\u{1f469}\u200d\u{1f466}',
].join('\n\n');

/** Of some, the host finds the files. */
const FILE_NAMES = [
  '## In `src/duration.ts`',
  'The pattern is in `src/duration.ts:12`, its units are in [the table](src/units.ts#L3-L9), and **`parse.ts`** calls `parseDuration()`. See also `src/gone.ts` and [the notes](notes.md).',
  '- `src/parsers/iso8601/durationsWithFractionsOfSeconds.ts:1024-1240` is not affected.',
  '| File | Lines |\n|--|--:|\n| `src/duration.ts` | 24 |',
].join('\n\n');

const FILE_LINKS: readonly FileLink[] = [
  { index: 0, text: 'src/duration.ts', path: 'src/duration.ts' },
  { index: 1, text: 'src/duration.ts:12', path: 'src/duration.ts', lines: { start: 12, end: 12 } },
  { index: 2, text: 'src/units.ts#L3-L9', path: 'src/units.ts', lines: { start: 3, end: 9 } },
  { index: 3, text: 'parse.ts', path: 'src/parse.ts' },
  {
    index: 6,
    text: 'src/parsers/iso8601/durationsWithFractionsOfSeconds.ts:1024-1240',
    path: 'src/parsers/iso8601/durationsWithFractionsOfSeconds.ts',
    lines: { start: 1024, end: 1240 },
  },
];

const LEFT_OUT = 'Left out because only text can be shown: image, audio.';

const INCLUDE_QUESTION = { action: 'includeQuestion', label: 'Send with Later Questions' } as const;
const LEFT_OUT_BY_USER = { actions: [INCLUDE_QUESTION] };
/** State of a question that got no reply. */
const WITHOUT_REPLY = {
  actions: [
    { action: 'retry', label: 'Retry' } as const,
    { action: 'editMessage', label: 'Edit Question' } as const,
    INCLUDE_QUESTION,
  ],
};

/** Messages that bring the panel into each of its states. */
const MESSAGES: Readonly<Record<string, () => HostMessage[]>> = {
  empty: () => [state({ model: { id: 'assistant-sonnet-4' } })],
  connect: () => [state({ connection: CONNECTION_VIEWS.addressNotAccepted, model: { id: '' } })],
  ...NOTICE_SCENES,
  ...Object.fromEntries(
    Object.entries(CONNECTION_VIEWS).map(([name, connection]) => [
      `first-${name}`,
      () => [state({ connection, model: { id: name === 'noModel' ? '' : 'assistant-sonnet-4' } })],
    ]),
  ),
  ...CODE_SCENES,
  conversation: () => [state({ turns: [QUESTION, reply(REPLY)] })],
  fileLinks: () => [
    state({ turns: [question('Where is that?'), reply(FILE_NAMES)] }),
    { type: 'replyFiles', turnId: 'reply-1', blocks: [], links: [...FILE_LINKS] },
  ],
  markdown: () => [state({ turns: [question('Show everything'), reply(EVERYTHING)] })],
  richMarkdown: () => [
    state({
      turns: [
        QUESTION,
        reply(`${RICH}\n\n${AS_WRITTEN}\n\n$$ x = \\frac{a}{b} $$`, {
          status: 'stopped',
          canContinue: true,
          notice: STOPPED,
        }),
      ],
    }),
  ],
  streaming: () => [
    state({
      attachments: [SELECTION, UNITS],
      draft: 'and for negative num',
      turns: [
        question('Write tests for the selection', { attachments: [SELECTION, UNITS] }),
        growing(GROWING, { elapsedMs: 3200 }),
      ],
      queuedQuestion: QUEUED,
    }),
  ],
  attachments: () => [
    state({
      attachments: [...EACH_KIND],
      definitions: 'offered',
      offer: OFFER,
      turns: [
        question('What do they have in common?', {
          attachments: EACH_KIND.map((each) => ({ ...each, id: `sent-${each.id}` })),
        }),
        reply('Nothing but you.'),
      ],
    }),
  ],
  currentFile: () => [
    state({
      attachments: [
        { ...SELECTION, id: 'current', kind: 'file', startLine: undefined, endLine: undefined, tokens: 950 },
        { ...UNITS, problem: 'src/units.ts did not respond.' },
      ],
      currentFile: CURRENT_FILE,
      definitions: 'finding',
      turns: [QUESTION, reply('So.')],
    }),
  ],
  waiting: () => [state({ turns: [question('Explain `UNIT`'), growing('', { status: 'waiting' })] })],
  rateLimitWait: () => [
    state({
      turns: [
        question('Explain `UNIT`'),
        growing('', {
          status: 'waiting',
          wait: {
            message: 'The limit of 60 requests per minute is reached. Sending in {0}.',
            remainingMs: 27_000,
          },
        }),
      ],
    }),
  ],
  stalledReply: () => [state({ turns: [question('Write tests'), growing(GROWING, { elapsedMs: 130_000 })] })],
  notSaving: () => [
    state({
      turns: [QUESTION, reply(REPLY)],
      notSaving: { message: 'Conversations are not being saved: the disk is full.' },
    }),
  ],
  hidden: () => [state({ turns: [question('Is `isAdmin\u200b` the same name?'), reply(HIDDEN)] })],
  plainText: () => [
    state({
      turns: [question('Quote it'), reply(`${'> '.repeat(40)}so deep\n\n**This** is \u202eno Markdown.\n`)],
    }),
  ],
  overflow: () => [
    state({
      attachments: [SELECTION, UNITS],
      draft: 'What does all of this do?',
      turns: [QUESTION, reply(REPLY)],
    }),
    { type: 'overflow', overflow: OVERFLOW },
  ],
  overflowSendAnyway: () => [
    state({ draft: 'What does all of this do?' }),
    {
      type: 'overflow',
      overflow: {
        noticeId: 1,
        message:
          'This exceeds the context window of assistant-haiku: with room for the reply, it needs about 310K tokens; the limit is 200K. The question alone exceeds the limit.',
        choices: OVERFLOW.choices.slice(-1),
      },
    },
  ],
  notSent: () => [
    state({
      turns: [
        { ...QUESTION, notSent: LEFT_OUT_BY_USER },
        reply(REPLY, { isNotSent: true }),
        question('And for `5 h`?', { notSent: LEFT_OUT_BY_USER }),
        reply('It is refused.', { id: 'reply-2', isNotSent: true }),
        question('And without a number?', { notSent: WITHOUT_REPLY }),
        reply('', { id: 'reply-4', status: 'stopped', notice: { ...STOPPED, actions: [] } }),
        question('Where is that said?'),
        reply('In the last line.', { id: 'reply-3' }),
      ],
    }),
  ],
  leftOut: () => [
    state({
      turns: [
        question('Draw it'),
        reply('Here is the plan of the house, with a few words about it.', { leftOut: LEFT_OUT }),
        question('Only the picture'),
        reply('', { id: 'reply-2', leftOut: LEFT_OUT }),
        question('And longer'),
        reply('First, the', {
          id: 'reply-3',
          status: 'cutAtLimit',
          leftOut: LEFT_OUT,
          notice: {
            severity: 'warning',
            message: 'The reply was cut off at the limit of 1,024 tokens.',
            actions: [{ action: 'openSettings', label: 'Open Settings' }],
          },
        }),
      ],
    }),
  ],
  compared: () => [
    state({
      turns: [
        question('Explain `UNIT`'),
        reply(REPLY, { compared: 'first' }),
        reply('It is the table of units:\n\n```ts\nconst UNIT = { ms: 1, s: 1000, m: 60_000 };\n```', {
          id: 'reply-2',
          model: 'assistant-haiku',
          compared: 'second',
        }),
      ],
    }),
  ],
  retried: () => [
    state({
      turns: [
        question('Explain `UNIT`'),
        reply(REPLY, { compared: 'earlier' }),
        reply('It is the table of units.', { id: 'reply-2' }),
        question('And what is `RATE`?'),
        reply('The most requests per minute.', { id: 'reply-3', compared: 'first' }),
        reply('A limit.', { id: 'reply-5', model: 'assistant-haiku', compared: 'second' }),
      ],
    }),
  ],
  extremes: () => [
    state({
      model: { id: `assistant-${WORD}` },
      contextUsage: {
        question: 1200,
        attachments: MANY_FILES.map(({ path }) => ({ name: path, tokens: 7000 })),
        history: 1_200_000,
        total: 1_411_200,
        contextWindow: 200_000,
      },
      attachments: [{ ...SELECTION, path: `${WORD}.ts` }, ...MANY_FILES],
      draft: WORD,
      queuedQuestion: { ...QUEUED, text: WORD, reason: 'Not sent because the reply failed.' },
      turns: [
        question(WORD, { attachments: [{ ...SELECTION, path: `${WORD}.ts` }, ...MANY_FILES] }),
        reply(`# ${WORD}\n\n- ${WORD}\n\n\`${WORD}\`\n\n${WIDE_TABLE}\n\n\`\`\`${WORD}\n${WORD}\n\`\`\``, {
          model: WORD,
          status: 'failed',
          notice: {
            severity: 'error',
            message: 'The service could not take the request (422).',
            detail: `body.messages.0.content: ${WORD}${WORD}`,
            actions: [
              { action: 'editMessage', label: 'Edit Question' },
              { action: 'retry', label: 'Try Again' },
            ],
          },
        }),
      ],
    }),
  ],
  editing,
  days: () => [
    state({
      turns: [
        QUESTION,
        reply('Because of the space.'),
        question('And now?', { at: AT + 24 * 3_600_000 }),
        reply('Now it is refused.', { id: 'reply-2', endedAt: AT + 24 * 3_600_000 + 4000 }),
      ],
    }),
  ],
  find: () => [state({ turns: [QUESTION, reply(REPLY)] }), { type: 'find' }],
  rightToLeft: () => [
    state({
      draft: 'ومع الأعداد السالبة؟',
      turns: [question('لماذا تعيد هذه الدالة `NaN`؟', { attachments: [SELECTION] }), reply(RIGHT_TO_LEFT)],
    }),
  ],
  history: () => [state({ turns: [QUESTION, reply(REPLY)] }), SHOW_HISTORY, history()],
  historyEmpty: () => [state(), SHOW_HISTORY, history({ rows: [] })],
  historyOff: () => [state(), SHOW_HISTORY, history({ isSaved: false })],
  historyProblem: () => [
    state(),
    SHOW_HISTORY,
    history({ rows: [], error: 'The conversations could not be read: EACCES: permission denied.' }),
  ],
  historyTrash: () => [state(), { type: 'showHistory', trash: true }, history()],
};

/** The scenes, each in a conversation of its own, so that one page can show them one after the other. */
export const SCENES: Readonly<Record<string, () => HostMessage[]>> = Object.fromEntries(
  Object.entries(MESSAGES).map(([scene, messages]) => [
    scene,
    () =>
      messages().map((message) =>
        message.type === 'shown' ? { ...message, conversationId: scene } : message,
      ),
  ]),
);
