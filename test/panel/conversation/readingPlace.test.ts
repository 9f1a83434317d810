import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { TurnView } from '../../../src/protocol/conversation.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';
import { growing, MANY_FILES, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const PARAGRAPH = 'A paragraph of the reply, which is longer than one line of a panel of this width.\n\n';
const LONG = PARAGRAPH.repeat(40);
const DETAILS = `<details>\n<summary>The whole log</summary>\n\n${LONG}\n\n</details>\n\n`;
/** Only every other line is longer than the panel is wide. */
const CODE = Array.from(
  { length: 300 },
  (_, index) => `const line${index} = 0;${index % 2 === 0 ? ` // ${'a long comment '.repeat(8)}` : ''}`,
).join('\n');

function readingSettings(fontSize: number): ToPanel {
  return {
    type: 'readingSettings',
    readingSettings: { fontSize, announce: 'off', codeFontFeatures: 'normal', scrollOnSend: true },
  };
}

function fromEnd(panel: PanelPage): Promise<number> {
  return panel.log.evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
}

/** Top in the viewport, in px, once it is the same in three frames: groups of turns get their height when they come near. */
async function topOf(panel: PanelPage, part: Locator): Promise<number> {
  const tops: number[] = [];
  while (tops.length < 3 || new Set(tops.slice(-3)).size > 1) {
    await panel.untilDrawn();
    tops.push(await part.evaluate((shown) => Math.round(shown.getBoundingClientRect().top)));
  }
  return tops.at(-1) ?? 0;
}

function assertSame(top: number, before: number): void {
  assert.ok(Math.abs(top - before) <= 2, `${top} px instead of ${before}`);
}

const CODE_AT_END = [
  question('Why?'),
  growing(`${LONG}\`\`\`ts\n${CODE.slice(0, 1500)}\n\`\`\`\n\n`, { id: 'growing' }),
];
const DETAILS_AT_END = [question('Why?'), growing(LONG + DETAILS, { id: 'growing' })];
const EDITED = question(`Why?${'\nAnd why?'.repeat(3)}`, { id: 'edited' });

interface Act {
  turns: TurnView[];
  /** Selector of what must stay where it is. */
  part: string;
  act(panel: PanelPage): Promise<void>;
}

const ACTS: Record<string, Act> = {
  'details, by mouse': {
    turns: DETAILS_AT_END,
    part: 'summary',
    act: (panel) => panel.log.locator('summary').click(),
  },
  'details, by keyboard': {
    turns: DETAILS_AT_END,
    part: 'summary',
    act: (panel) => panel.log.locator('summary').press('Enter'),
  },
  'an earlier reply': {
    turns: [reply(LONG), reply(LONG, { id: 'earlier', compared: 'earlier' })],
    part: 'summary',
    act: (panel) => panel.log.locator('summary').press('Enter'),
  },
  'the other attachments': {
    turns: [reply(LONG), question('Why?', { attachments: [...MANY_FILES, ...MANY_FILES, ...MANY_FILES] })],
    part: '.question .chip',
    act: (panel) => panel.log.getByRole('button', { name: 'and 86 more' }).click(),
  },
  'a wrapped code block, by its menu': {
    turns: CODE_AT_END,
    part: '.code',
    act: async (panel) => {
      await panel.log.locator('.code').getByRole('button', { name: 'More Actions' }).click();
      await panel.page.getByRole('menuitemcheckbox', { name: 'Word Wrap' }).click();
    },
  },
  'a wrapped code block, by a command': {
    turns: CODE_AT_END,
    part: '.code',
    act: async (panel) => {
      await panel.log.locator('pre').evaluate((code) => code.focus({ preventScroll: true }));
      await panel.receive({ type: 'codeBlockCommand', command: 'toggleWrap' });
    },
  },
  'the editor of a question': {
    turns: [reply(LONG), EDITED, reply('Because.', { id: 'reply-2' })],
    part: '.question',
    act: (panel) => panel.receive({ type: 'editQuestion', turnId: 'edited' }),
  },
};

for (const [name, { turns, part, act }] of Object.entries(ACTS)) {
  test(`what the user opens at the end stays where it is, also when text arrives: ${name}`, async () => {
    const panel = await open();
    await panel.receive(state({ turns }));
    const opened = panel.log.locator(part).first();
    const before = await topOf(panel, opened);
    assert.equal(await fromEnd(panel), 0);
    await act(panel);
    assertSame(await topOf(panel, opened), before);
    assert.ok((await fromEnd(panel)) > 20, 'it has grown');
    await panel.receive({
      type: 'replyText',
      turnId: 'growing',
      text: LONG,
    });
    assertSame(await topOf(panel, opened), before);
    assert.equal(await panel.page.locator('.scroll-to-end').isVisible(), true);
  });
}

test('a click that opens nothing keeps following, also if text is about to be drawn', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing(LONG)] }));
  await panel.untilDrawn();
  await panel.page.evaluate(
    async (message) => {
      window.postMessage(message, window.origin);
      await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
      document.querySelector<HTMLElement>('.markdown p:last-child')?.click();
    },
    { type: 'replyText', turnId: 'reply-1', text: LONG },
  );
  await panel.log.locator('.markdown p').nth(79).waitFor();
  await panel.untilDrawn();
  assert.equal(await fromEnd(panel), 0);
});

test('choosing one of two replies at the end does not move what is visible', async () => {
  const panel = await open();
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index}.\n\n`).join('');
  const first = reply(lines, { compared: 'first' });
  const second = reply(PARAGRAPH, { id: 'reply-2', compared: 'second' });
  await panel.receive(state({ turns: [question('Why?'), first, second] }));
  const line = panel.log.getByText('Line 56.');
  const before = await topOf(panel, line);
  await panel.page.getByRole('button', { name: 'Keep This Reply' }).last().click();
  const kept = { ...second, compared: undefined, text: PARAGRAPH + LONG };
  await panel.receive(state({ turns: [question('Why?'), { ...first, compared: undefined }, kept] }));
  assertSame(await topOf(panel, line), before);
});

test('a sideways wheel keeps following', async () => {
  const panel = await open();
  await panel.receive(state({ turns: CODE_AT_END }));
  await panel.untilDrawn();
  await panel.log.locator('pre').hover();
  await panel.page.mouse.wheel(120, -10);
  await panel.page.waitForFunction(() => (document.querySelector('pre')?.scrollLeft ?? 0) > 0);
  await panel.receive({ type: 'replyText', turnId: 'growing', text: LONG });
  await panel.untilDrawn();
  assert.equal(await fromEnd(panel), 0);
});

/** A conversation of this many turns, the replies of different heights. */
function turns(count: number) {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? question(`Question ${index}`, { id: `turn-${index}` })
      : reply(
          Array.from(
            { length: (index % 7) + 1 },
            (_, paragraph) => `${paragraph} of ${index}. ${PARAGRAPH}`,
          ).join(''),
          { id: `turn-${index}` },
        ),
  );
}

/** The line that is read: of the code, its number, else what its block begins with. Taken below the question on top. */
function lineRead(panel: PanelPage): Promise<string> {
  return panel.log.evaluate((log) => {
    const covered = Number.parseFloat(log.style.getPropertyValue('--covered')) || 0;
    const caret = document.caretPositionFromPoint(60, log.getBoundingClientRect().top + covered + 4);
    const code = caret?.offsetNode.parentElement?.closest('code');
    if (!code || !caret) {
      return (caret?.offsetNode.parentElement?.textContent ?? '').slice(0, 12);
    }
    const range = document.createRange();
    range.setStart(code, 0);
    range.setEnd(caret.offsetNode, caret.offset);
    return String(range.toString().split('\n').length);
  });
}

test('in the middle of a long conversation, what is read stays when the font or the width changes', async () => {
  const panel = await open();
  await panel.receive(readingSettings(13), state({ turns: turns(300) }));
  await panel.untilTurns(300);
  const read = panel.log.getByText('3 of 145.');
  await read.evaluate((shown) => shown.scrollIntoView());
  await topOf(panel, read);
  await panel.log.evaluate((log) => {
    log.scrollTop += Number.parseFloat(getComputedStyle(log).scrollPaddingTop) || 0;
  });
  const before = await topOf(panel, read);
  const line = await lineRead(panel);
  assert.match(line, /^\d of 145/);
  for (const size of [20, 10, 26, 13]) {
    await panel.receive(readingSettings(size));
    await topOf(panel, read);
    assert.equal(await lineRead(panel), line, `${size} px`);
  }
  for (const width of [230, 700, 340]) {
    await panel.page.setViewportSize({ width, height: 700 });
    await topOf(panel, read);
    assert.equal(await lineRead(panel), line, `${width} px wide`);
  }
  assertSame(await topOf(panel, read), before);
});

test('in the middle of a long code block, the line that is read stays when it is wrapped or the font changes', async () => {
  const panel = await open();
  await panel.receive(
    readingSettings(13),
    state({ turns: [question('Why?'), reply(`\`\`\`ts\n${CODE}\n\`\`\``)] }),
  );
  const code = panel.log.locator('pre');
  await code.evaluate((shown) => shown.focus({ preventScroll: true }));
  await panel.log.evaluate((log) => log.scrollTo(0, log.scrollHeight / 2));
  await panel.untilDrawn();
  const before = await lineRead(panel);
  assert.match(before, /^1\d\d$/);
  const changes: ToPanel[] = [
    { type: 'codeBlockCommand', command: 'toggleWrap' },
    readingSettings(20),
    readingSettings(13),
    { type: 'codeBlockCommand', command: 'toggleWrap' },
  ];
  for (const message of changes) {
    await panel.receive(message);
    await topOf(panel, code);
    // Of the line at the top, another part may be visible.
    assert.ok(
      Math.abs(Number(await lineRead(panel)) - Number(before)) <= 1,
      `${message.type}: ${await lineRead(panel)}`,
    );
  }
});

test('at the end, a change of the font, the width or the height keeps the end', async () => {
  const panel = await open();
  await panel.receive(readingSettings(13), state({ turns: turns(100) }));
  await panel.untilDrawn();
  for (const size of [20, 10, 13]) {
    await panel.receive(readingSettings(size));
    await topOf(panel, panel.log.locator('.turn').last());
    assert.ok((await fromEnd(panel)) <= 1, `${size} px`);
  }
  // Also after a click, which holds the place only for what it has opened.
  await panel.log.getByText('1 of 99.').click();
  for (const viewport of [
    { width: 230, height: 400 },
    { width: 700, height: 600 },
  ]) {
    await panel.page.setViewportSize(viewport);
    await topOf(panel, panel.log.locator('.turn').last());
    assert.ok((await fromEnd(panel)) <= 1, JSON.stringify(viewport));
  }
});

test('the place stays when turns above are removed', async () => {
  const panel = await open();
  const all = turns(100);
  await panel.receive(state({ turns: all }));
  await panel.untilTurns(100);
  const read = panel.log.getByText('Question 50', { exact: true });
  await read.evaluate((shown) => shown.scrollIntoView());
  const before = await topOf(panel, read);
  await panel.receive(state({ turns: all.slice(20) }));
  assertSame(await topOf(panel, read), before);
});

test('a place that another version has saved is restored by its turn', async () => {
  const panel = await open({
    savedState: {
      run: 'run-1',
      conversationId: 'conversation-1',
      hasTurns: true,
      place: { turnId: 'turn-50', offset: -40 },
      caret: 0,
    },
  });
  await panel.receive(state({ turns: turns(100) }));
  const log = await panel.log.boundingBox();
  const turn = panel.log.locator('.turn', { hasText: 'Question 50' });
  assertSame(await topOf(panel, turn), (log?.y ?? 0) + 40);
});
