import type { ToPanel } from '../../src/protocol/toPanel.ts';
import { EVERYTHING, growing, MANY, question, REPLY, reply, SELECTION, state } from './samples.ts';

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

/** Longer than any line, without a place to break it. */
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

/** What the panel looks like in each of its states. */
export const SCENES: Readonly<Record<string, () => ToPanel[]>> = {
  empty: () => [state({ model: { id: 'assistant-sonnet-4' } })],
  connect: () => [state({ connection: 'notConnected', model: { id: '' } })],
  conversation: () => [state({ turns: [QUESTION, reply(REPLY)] })],
  markdown: () => [state({ turns: [question('Show everything'), reply(EVERYTHING)] })],
  streaming: () => [
    state({
      attachments: [SELECTION, UNITS],
      draft: 'and for negative num',
      turns: [
        question('Write tests for it', { attachments: [SELECTION, UNITS] }),
        growing(GROWING, { startedAt: Date.now() - 3200 }),
      ],
    }),
  ],
  waiting: () => [
    state({ turns: [question('Explain `UNIT`'), growing('', { status: 'waiting', startedAt: Date.now() })] }),
  ],
  problems: () => [
    state({
      connection: 'notConnected',
      turns: [
        question('Explain `UNIT`'),
        reply('', {
          status: 'failed',
          inputTokens: undefined,
          outputTokens: undefined,
          problem: {
            severity: 'error',
            message: 'The service did not accept the API key (401). Check the key in the dashboard.',
            detail: 'invalid key',
            actions: [
              { action: 'setApiKey', label: 'Set API Key' },
              { action: 'retry', label: 'Try Again' },
            ],
          },
        }),
        question('Refactor it'),
        reply('First, move the table of units out of the function so that it is built once…', {
          id: 'reply-2',
          status: 'cutAtLimit',
          outputTokens: 1024,
          problem: {
            severity: 'warning',
            message: 'Cut at the limit of 1,024 tokens.',
            actions: [{ action: 'openSettings', label: 'Settings' }],
          },
        }),
        question('And now?'),
        reply('The table', { id: 'reply-3', status: 'stopped' }),
      ],
    }),
  ],
  extremes: () => [
    state({
      model: { id: `assistant-${WORD}`, contextWindow: 200_000, usedTokens: 190_000 },
      attachments: [{ ...SELECTION, path: `${WORD}.ts` }, ...MANY],
      draft: WORD,
      turns: [
        question(WORD, { attachments: [{ ...SELECTION, path: `${WORD}.ts` }, ...MANY] }),
        reply(`# ${WORD}\n\n- ${WORD}\n\n\`${WORD}\`\n\n${WIDE_TABLE}\n\n\`\`\`${WORD}\n${WORD}\n\`\`\``, {
          model: WORD,
          status: 'failed',
          problem: {
            severity: 'error',
            message: 'The service could not take the request (422).',
            detail: `body.messages.0.content: ${WORD}${WORD}`,
            actions: [
              { action: 'editMessage', label: 'Edit Message' },
              { action: 'retry', label: 'Try Again' },
            ],
          },
        }),
      ],
    }),
  ],
  rightToLeft: () => [
    state({
      draft: 'ومع الأعداد السالبة؟',
      turns: [question('لماذا تعيد هذه الدالة `NaN`؟', { attachments: [SELECTION] }), reply(RIGHT_TO_LEFT)],
    }),
  ],
};
