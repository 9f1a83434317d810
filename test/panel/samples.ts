import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttachmentView, CurrentFileView, OfferView } from '../../src/protocol/attachments.ts';
import type { ContextUsageView, OverflowView } from '../../src/protocol/contextWindow.ts';
import type { AssistantTurnView, QueuedQuestionView, UserTurnView } from '../../src/protocol/conversation.ts';
import type { PanelState, ReplyTarget } from '../../src/protocol/toPanel.ts';
import { REPOSITORY } from '../harness/paths.ts';
import type { HostMessage } from './panelPage.ts';

/** 2026-03-04 14:02 in the machine's time zone, an arbitrary fixed time. */
export const AT = new Date(2026, 2, 4, 14, 2).getTime();

export const SELECTION = {
  id: 'attachment-1',
  kind: 'selection' as const,
  path: 'src/duration.ts',
  languageId: 'typescript',
  startLine: 12,
  endLine: 24,
};

/** What the code blocks of a reply about `SELECTION` can replace. */
export const TARGET: ReplyTarget = {
  file: 'duration.ts',
  languageId: 'typescript',
  startLine: 3,
  endLine: 11,
};

/** Attachments of each kind, with the optional details that the panel shows. */
export const EACH_KIND: readonly AttachmentView[] = [
  { ...SELECTION, tokens: 152 },
  { id: 'file', kind: 'file', path: 'src/units.ts', languageId: 'typescript', tokens: 812 },
  { id: 'folder', kind: 'folder', path: 'src/parsers', languageId: 'plaintext', tokens: 96 },
  {
    id: 'symbol',
    kind: 'symbol',
    symbol: 'parseDuration',
    path: 'src/duration.ts',
    languageId: 'typescript',
    startLine: 12,
    endLine: 24,
  },
  { id: 'problems', kind: 'problems', path: 'the workspace', languageId: 'plaintext', tokens: 240 },
  { id: 'terminal', kind: 'terminal', path: 'bash', languageId: 'shellscript', tokens: 1240, redacted: 2 },
  {
    id: 'command',
    kind: 'terminal',
    path: 'bash',
    languageId: 'plaintext',
    command: { exitCode: 1 },
    tokens: 70,
  },
  { id: 'diff', kind: 'diff', path: 'sample', languageId: 'diff', tokens: 5200, leftOutLines: 120 },
  { id: 'instructions', kind: 'instructions', path: 'AGENTS.md', languageId: 'markdown', tokens: 310 },
  { id: 'secrets', kind: 'file', path: 'deploy/.env', languageId: 'dotenv', tokens: 44, secretLines: [3, 7] },
];

export const CURRENT_FILE: CurrentFileView = { path: 'src/duration.ts', attachmentId: 'current' };
export const OFFER: OfferView = { kind: 'selection', path: 'src/duration.ts', startLine: 3, endLine: 11 };

/** More attachments than a user would add. */
export const MANY_FILES = Array.from({ length: 30 }, (_, index) => ({
  ...SELECTION,
  id: `attachment-${index}`,
  path: `src/file${index}.ts`,
  startLine: index + 1,
  endLine: index * 20 + 1,
}));

export const REPLY = [
  'The pattern allows no space between the number and the unit, so `match` is `null` and `match[1]` is never read.',
  'Reject it clearly, or allow the space:',
  '',
  '```ts title="duration.ts"',
  'export function parseDuration(text: string) {',
  '  const match = /^(\\d+)(ms|s|m)$/.exec(text);',
  '  if (!match) throw new RangeError(text);',
  '  // unit to milliseconds',
  '  return Number(match[1]) * UNIT[match[2]];',
  '}',
  '```',
  '',
  'With `\\s*` before the unit, “5 s” becomes 5,000.',
].join('\n');

/** Every kind of block that a reply can contain, some of them nested. */
export const EVERYTHING = [
  '# One',
  '## Two',
  'Text with *emphasis*, **strong words**, ~~a slip~~, `code`, [a link](https://example.org/a?b=c)',
  'and a line that goes on.  ',
  'After a hard break: <b>no HTML</b> &amp; an entity.',
  '',
  '1. first',
  '2. second',
  '   - inner',
  '   - other',
  '',
  '     ```python',
  '     def area(r: float) -> float:',
  '         """Of a circle."""',
  '         return 3.14 * r ** 2',
  '     ```',
  '3. third',
  '',
  '> A quotation',
  '> with',
  '>',
  '> ```',
  '> a block without a language',
  '> ```',
  '',
  '| name | bytes | note |',
  '|:-----|------:|:----:|',
  '| one  | 1,024 | `x`  |',
  '| two  |   512 | y    |',
  '',
  '---',
  '',
  '    indented code',
  '',
  '![a chart](https://example.org/chart.png) and [a local file](./notes.md)',
  '',
  '5. starts at five',
].join('\n');

/** HTML, callouts and footnotes. */
/** What models write and the standards read otherwise. */
export const AS_WRITTEN = readFileSync(join(REPOSITORY, 'test/beside/samples/as-written.md'), 'utf8').trim();

export const RICH = [
  'Press <kbd>Ctrl</kbd>+<kbd>C</kbd> for H<sub>2</sub>O and x<sup>*n*</sup>.[^n] First line<br>second line. <!-- no -->',
  '',
  '> [!NOTE]',
  '> Something to *know*.[^2]',
  '',
  '> [!TIP]',
  '> A tip.',
  '',
  '> [!IMPORTANT]',
  '> Needed.',
  '',
  '> [!WARNING]',
  '> - careful',
  '',
  '> [!CAUTION]',
  '> Dangerous.',
  '',
  '<!-- dropped',
  '```',
  '-->',
  '<details>',
  '<summary>The `whole` log</summary>',
  '',
  'Inside, with a [late link][late].',
  '',
  '```js',
  'let hidden;',
  '```',
  '',
  '<details open><summary>Inner</summary>one line</details>',
  '',
  '</details>',
  '',
  '- <details>',
  '  <summary>In a list</summary>',
  '',
  '  text',
  '  </details>',
  '- next',
  '',
  '| a | b |',
  '|---|---|',
  '| one<br>two | <kbd>F5</kbd> |',
  '',
  'Only text: <b>bold</b>, <kbd class="x">k</kbd>, </details>, [^none], <sub>open.',
  '',
  '[^n]: The first note.',
  '[^2]: The second note has',
  '    `code`.',
  '',
  '[late]: https://example.org/late',
  '',
  'The end.',
].join('\n');

export function question(text: string, more: Partial<UserTurnView> = {}): UserTurnView {
  return { kind: 'user', id: `question-${text.slice(0, 50)}`, text, attachments: [], at: AT - 5000, ...more };
}

export function reply(text: string, more: Partial<AssistantTurnView> = {}): AssistantTurnView {
  return {
    kind: 'assistant',
    id: 'reply-1',
    model: 'assistant-sonnet-4',
    text,
    status: 'finished',
    inputTokens: 412,
    outputTokens: 168,
    startedAt: AT - 4000,
    endedAt: AT,
    ...more,
  };
}

/** A reply that is still streaming. */
export function growing(text: string, more: Partial<AssistantTurnView> = {}): AssistantTurnView {
  const { endedAt, inputTokens, outputTokens, ...rest } = reply(text, { status: 'streaming', ...more });
  return { elapsedMs: 0, ...rest };
}

/** A question that waits for the reply. */
export const QUEUED: QueuedQuestionView = {
  id: 'queued-1',
  text: 'Does the same hold for all other units, and what happens with a number that is negative or has a fraction?',
  attachments: [SELECTION],
};

/** Context usage without a question or attachments. */
export const CONTEXT_USAGE: ContextUsageView = {
  question: 0,
  attachments: [],
  history: 4100,
  total: 4100,
  contextWindow: 200_000,
};

export function state(more: Partial<PanelState> = {}): PanelState {
  return {
    type: 'shown',
    hostRunId: 'run-1',
    conversationId: 'conversation-1',
    connection: { state: 'ready' },
    model: { id: 'assistant-sonnet-4' },
    contextUsage: CONTEXT_USAGE,
    turns: [],
    isPreparing: false,
    attachments: [],
    draft: '',
    edits: [],
    wrapCode: false,
    recentQuestions: [],
    ...more,
  };
}

/** A conversation in which the question in the middle is being edited. */
export function editing(): HostMessage[] {
  return [
    state({
      turns: [
        question('Which units does it take?', { isEdited: true }),
        reply('Three of them.'),
        question('And which of `UNIT`?', { id: 'editing', attachments: [SELECTION] }),
        reply(REPLY, { id: 'reply-2' }),
        question('And now?', { attachments: [SELECTION] }),
      ],
    }),
    { type: 'editQuestion', turnId: 'editing' },
  ];
}

export const OVERFLOW: OverflowView = {
  noticeId: 1,
  message:
    'This exceeds the context window of assistant-haiku: with room for the reply, it needs about 210K tokens; the limit is 200K.',
  choices: [
    {
      kind: 'leaveOut',
      label: 'Leave Out the 2 Oldest Questions',
      detail:
        'They stay in the conversation but are no longer sent: “Why does this return NaN for “5 s”?”, “What is the unit of the second column in the table of all durations?…”.',
    },
    {
      kind: 'cut',
      label: 'Cut duration.ts to Its First 1,240 Lines',
      detail: '310 of its 1,550 lines are left out.',
    },
    { kind: 'model', label: 'Ask assistant-fable-5', detail: 'Its context window has 1M tokens.' },
    {
      kind: 'anyway',
      label: 'Send Anyway',
      detail: 'The token count is an estimate. The service may still accept the request.',
      sends: true,
    },
  ],
};
