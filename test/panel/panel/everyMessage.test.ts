import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TurnView } from '../../../src/protocol/conversation.ts';
import type { RoomMessage } from '../../../src/webview/rooms.ts';
import { suggest } from '../composer/suggestions.ts';
import { CONNECTION_VIEWS } from '../connection/connectionSamples.ts';
import { HITS, history, ROWS, SHOW_HISTORY } from '../history/historySamples.ts';
import type { HostMessage, PanelPage } from '../panelPage.ts';
import {
  CONTEXT_USAGE,
  CURRENT_FILE,
  growing,
  MANY_FILES,
  OFFER,
  OVERFLOW,
  QUEUED,
  question,
  REPLY,
  reply,
  SELECTION,
  state,
  TARGET,
} from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const UNITS = { ...SELECTION, id: 'attachment-2', path: 'src/units.ts' };
const RUNNING = growing('It grows:\n\n```\nlet code = 1;\n', { id: 'running' });
/** A conversation that is longer than the panel, with a running reply. */
const TURNS: TurnView[] = [
  ...[1, 2, 3, 4].flatMap((index) => [
    question(`Question ${index}?`, { attachments: MANY_FILES.slice(0, 7) }),
    reply(REPLY, { id: `reply-${index}` }),
  ]),
  question('And now?'),
  RUNNING,
];
const SHOWN = state({
  turns: TURNS,
  attachments: [SELECTION, UNITS],
  draft: 'My draft',
  contextUsage: CONTEXT_USAGE,
});
/** Text that the running reply gets. */
const MORE = 'let more = 2;\nconst most';
const FAILED = {
  ...RUNNING,
  text: `${RUNNING.text}${MORE} = 3;\n`,
  status: 'failed' as const,
  notice: {
    severity: 'error' as const,
    message: 'No answer.',
    actions: [{ action: 'retry' as const, label: 'Try Again' }],
  },
};

/**
 * A sample of each message that the host sends by itself, such that nothing that is held has to go: it compiles only if
 * none is missing. Those that move the focus or the text on purpose, as a command of the user, are `undefined`.
 */
const SAMPLES: { readonly [T in RoomMessage['type'] | 'shown']: HostMessage[] | undefined } = {
  shown: [SHOWN],
  turns: [{ type: 'turns', turns: TURNS }],
  turnAdded: [{ type: 'turnAdded', turn: reply('Another one.', { id: 'added' }) }],
  replyText: [{ type: 'replyText', turnId: 'running', text: MORE }],
  replyChanged: [
    { type: 'replyChanged', turn: { ...RUNNING, text: `${RUNNING.text}${MORE} = 3;\n` } },
    { type: 'replyChanged', turn: FAILED },
  ],
  replyFiles: [
    {
      type: 'replyFiles',
      turnId: 'reply-4',
      blocks: [{ blockIndex: 0, path: 'src/duration.ts', leadsTo: 'file', isOwn: true }],
      links: [{ index: 0, text: 'match[1]', path: 'match.ts' }],
    },
  ],
  replyTarget: [{ type: 'replyTarget', turnId: 'reply-4', target: TARGET }],
  codeBlockStatus: [{ type: 'codeBlockStatus', turnId: 'reply-4', blockIndex: 0, text: 'Accepted.' }],
  codeBlockApplied: [
    {
      type: 'codeBlockApplied',
      turnId: 'reply-4',
      blockIndex: 0,
      applied: { path: 'src/duration.ts', lines: { start: 3, end: 11 } },
    },
    { type: 'codeBlockApplied', turnId: 'reply-4', blockIndex: 0 },
  ],
  preparing: [{ type: 'preparing', isPreparing: true }],
  queuedQuestion: [
    { type: 'queuedQuestion', queuedQuestion: QUEUED },
    { type: 'queuedQuestion', wasSent: true },
  ],
  attachments: [
    {
      type: 'attachments',
      attachments: [SELECTION, UNITS, ...MANY_FILES.slice(3)],
      currentFile: CURRENT_FILE,
      definitions: 'offered',
    },
  ],
  offer: [{ type: 'offer', offer: OFFER }, { type: 'offer' }],
  model: [{ type: 'model', model: { id: 'assistant-opus-5' } }],
  contextUsage: [{ type: 'contextUsage', contextUsage: { ...CONTEXT_USAGE, total: 9000 } }],
  overflow: [{ type: 'overflow', overflow: OVERFLOW }],
  draft: undefined,
  draftChangedElsewhere: undefined,
  insertPromptText: undefined,
  editQuestion: undefined,
  showTurn: undefined,
  saving: [{ type: 'saving', notSaving: { message: 'Not saved.' } }, { type: 'saving' }],
  connection: [
    { type: 'connection', connection: CONNECTION_VIEWS.noKey },
    { type: 'connection', connection: CONNECTION_VIEWS.ready },
  ],
  recentQuestions: [{ type: 'recentQuestions', recentQuestions: ['Why?'] }],
  wrapCode: [{ type: 'wrapCode', wrapCode: true }],
  readingSettings: [
    {
      type: 'readingSettings',
      readingSettings: {
        fontSize: 17,
        codeFontFeatures: 'normal',
        announce: 'sentences',
        scrollOnSend: true,
      },
    },
  ],
  candidates: [{ type: 'candidates', searchId: 0, items: [] }],
  prompts: [{ type: 'prompts', searchId: 0, items: [] }],
  fileIconFont: [{ type: 'fileIconFont', data: '', size: '100%' }],
  grammar: [{ type: 'grammar', language: 'typescript', files: [] }],
  codeTheme: [{ type: 'codeTheme', rules: [{ scope: [], foreground: '#123456' }] }, { type: 'codeTheme' }],
  codeBlockCommand: undefined,
  find: undefined,
  focusComposer: undefined,
  showHistory: undefined,
  history: [
    history(),
    history({ rows: ROWS.toReversed().map((row) => ({ ...row, changedAt: row.changedAt - 1 })) }),
  ],
  searchHits: [{ type: 'searchHits', searchId: 0, hits: HITS, total: 2 }],
  editTitle: undefined,
};

/** Selects text in a page, backward, so that the direction is checked too. */
async function select(panel: PanelPage, selector: string, start: number, end: number): Promise<void> {
  await panel.page
    .locator(selector)
    .first()
    .evaluate(
      (element, [from, to]) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (text) {
          getSelection()?.setBaseAndExtent(text, to ?? 0, text, from ?? 0);
        }
      },
      [start, end],
    );
}

/** Scrolls the conversation to a turn, as the user does. */
async function scrollTo(panel: PanelPage, selector: string): Promise<void> {
  await panel.page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const log = element.closest('.log');
      if (log) {
        log.scrollTop += element.getBoundingClientRect().top - log.getBoundingClientRect().top;
      }
    });
  await panel.untilDrawn();
}

/** States of the panel: what the user does there. */
const STATES: Readonly<Record<string, (panel: PanelPage) => Promise<void>>> = {
  'typing in the text box': async (panel) => {
    await panel.textbox.focus();
    await panel.textbox.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 5));
  },
  'choosing a suggestion': async (panel) => {
    await panel.textbox.focus();
    await panel.page.keyboard.press('End');
    await suggest(panel, ' @');
  },
  'on a chip': async (panel) =>
    panel.page
      .getByRole('button', { name: /^units.ts/ })
      .first()
      .focus(),
  'reading in the middle, with a selection': async (panel) => {
    await scrollTo(panel, '.turn-group article:nth-child(4)');
    await panel.log.focus();
    await select(panel, '.turn-group article:nth-child(4) .markdown p', 4, 30);
  },
  'selecting in the growing code': async (panel) => {
    await select(panel, '.log article[aria-busy=true] .code code', 4, 8);
    await panel.page.locator('.log article[aria-busy=true] .code pre').focus();
  },
  'on a button of a code block': async (panel) => {
    const block = panel.page.locator('.turn-group article:nth-child(4) .code');
    await block.getByRole('button', { name: 'Copy' }).focus();
  },
  'on a chip of a question in the middle': async (panel) => {
    await scrollTo(panel, '.turn-group article:nth-child(3)');
    await panel.page.locator('.turn-group article:nth-child(3) .chip-face').first().focus();
  },
  'editing a question': async (panel) => {
    await panel.receive({ type: 'editQuestion', turnId: TURNS[2]?.id ?? '' });
    await panel.page.keyboard.type('changed ');
  },
  'searching in the conversation': async (panel) => {
    await panel.receive({ type: 'find' });
    await panel.page.keyboard.type('match');
    await panel.untilDrawn();
    await panel.page.keyboard.press('Enter');
    await panel.untilDrawn();
  },
  'on a button in the list of conversations': async (panel) => {
    await panel.receive(SHOW_HISTORY, history());
    await panel.page
      .locator('.row', { hasText: 'Duration parser' })
      .locator('button[aria-label=Unpin]')
      .focus();
  },
  'renaming a conversation': async (panel) => {
    await panel.receive(SHOW_HISTORY, history(), { type: 'editTitle', rowId: 'Summarize the module' });
    await panel.page.keyboard.press('Home');
    await panel.page.keyboard.type('To ');
  },
};

/** What the user holds. The focused element is compared by identity. */
interface Held {
  focus: string;
  isSameFocus: boolean;
  selection: string;
  caret: unknown;
  isAtEnd: boolean;
  /** Distance of the block that was at the top of the conversation from there, in px. */
  top: number;
}

/** @param isStart whether to remember the focused element and the block at the top */
function held(panel: PanelPage, isStart = false): Promise<Held> {
  return panel.page.evaluate((start) => {
    const focused = document.activeElement;
    const log = document.querySelector<HTMLElement>('.log');
    if (!log) {
      throw new Error('There is no conversation');
    }
    const { top } = log.getBoundingClientRect();
    // Not by identity: a block may be drawn again.
    const blocks = [...log.querySelectorAll('.markdown > *, .markdown-part > *, .question > *')];
    if (start) {
      const covered = Number.parseFloat(log.style.getPropertyValue('--covered')) || 0;
      const block = blocks.findIndex((each) => each.getBoundingClientRect().top > top + covered);
      Object.assign(window, { heldFocus: focused, heldBlock: block });
    }
    const block = blocks[Reflect.get(window, 'heldBlock')];
    const isField = focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement;
    return {
      focus: `${focused?.nodeName} ${focused?.ariaLabel}`,
      isSameFocus: focused === Reflect.get(window, 'heldFocus'),
      selection: isField ? '' : `${getSelection()}`,
      caret: isField ? [focused.value, focused.selectionStart, focused.selectionEnd] : undefined,
      isAtEnd: log.scrollHeight - log.clientHeight - log.scrollTop < 4,
      top: block === undefined ? 0 : Math.round(block.getBoundingClientRect().top - top),
    };
  }, isStart);
}

/** Messages that change the height of blocks: what is next to one may move by some lines, while another stays. */
const RESIZING = new Set(['readingSettings', 'wrapCode', 'replyTarget']);

for (const [name, enter] of Object.entries(STATES)) {
  test(`no message of the host takes the focus, the selection or the place away: ${name}`, async () => {
    const panel = await open({ height: 600 });
    await panel.receive(SHOWN);
    await enter(panel);
    await panel.untilDrawn();
    const before = await held(panel, true);
    for (const [type, messages] of Object.entries(SAMPLES)) {
      for (const message of messages ?? []) {
        await panel.receive(message);
        await panel.untilDrawn();
        const { top, ...now } = await held(panel);
        const { top: topBefore, ...all } = before;
        assert.deepEqual(now, all, `${type}: ${JSON.stringify(message).slice(0, 100)}`);
        const tolerance = RESIZING.has(type) ? 100 : 2;
        assert.ok(
          now.isAtEnd || Math.abs(top - topBefore) <= tolerance,
          `${type}: ${top} px, not ${topBefore}`,
        );
        before.top = top;
      }
    }
  });
}
