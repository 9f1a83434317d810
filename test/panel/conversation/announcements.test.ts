import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingSettings } from '../../../src/protocol/panel.ts';
import { ANNOUNCEMENT_TTL_MS } from '../../../src/webview/conversation/announcer.ts';
import { history, SHOW_HISTORY } from '../history/historySamples.ts';
import type { HostMessage, PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

/** Announcements that are still in the page. */
function remaining(panel: PanelPage): Promise<string[]> {
  return panel.page.locator('.announcements > *').allTextContents();
}

async function openRunning(announce: ReadingSettings['announce'] = 'sentences'): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?')] }));
  await panel.receive({
    type: 'readingSettings',
    readingSettings: { announce, codeFontFeatures: 'normal', scrollOnSend: false },
  });
  await panel.receive({ type: 'turnAdded', turn: growing('', { status: 'waiting' }) });
  await panel.receive({ type: 'replyChanged', turn: growing('') });
  return panel;
}

async function write(panel: PanelPage, text: string): Promise<void> {
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
}

const REPLY =
  'One is **first**. Two `is` next.\n\n- a line\n- another\n\n```ts\nconst one = 1;\n```\n\nThe end';

test('a growing reply is announced by sentence as rendered, and a code block by its name', async () => {
  const panel = await openRunning();
  await write(panel, 'One is **first**. Two `is`');
  await panel.untilAnnounced('One is first.');
  await write(panel, REPLY.slice(REPLY.indexOf(' next.'), REPLY.indexOf('The end')));
  await write(panel, 'The end');
  await panel.untilAnnounced('Code block 1, TypeScript');
  await panel.receive({ type: 'replyChanged', turn: reply(REPLY) });
  await panel.untilAnnounced('Reply finished');
  assert.deepEqual(await panel.announced(), [
    'Assistant is writing',
    'One is first.',
    'Two is next.',
    'a line\nanother',
    'Code block 1, TypeScript',
    'The end',
    'Reply finished',
  ]);
});

test('a reply is announced only at its end or not at all if the settings say so', async () => {
  const texts = {
    end: ['Assistant is writing', 'So it is. And more.', 'Reply finished'],
    off: ['Assistant is writing', 'Reply finished'],
  };
  for (const [announce, expected] of Object.entries(texts)) {
    const panel = await openRunning(announce as ReadingSettings['announce']);
    await write(panel, 'So it is. And');
    await panel.untilDrawn();
    await panel.receive({ type: 'replyChanged', turn: reply('So it is. And more.') });
    assert.deepEqual(await panel.announced(), expected);
  }
});

test('opening a conversation announces neither its replies nor its failures', async () => {
  const panel = await open();
  const failed = reply('Some.', {
    status: 'failed',
    notice: { severity: 'error', message: 'No answer.', actions: [] },
  });
  await panel.receive(state({ turns: [question('Why?'), failed] }));
  assert.deepEqual(await panel.announced(), []);
  assert.equal(await panel.log.getAttribute('aria-live'), 'off');
  await panel.receive({ type: 'turnAdded', turn: growing('', { id: 'reply-2', status: 'waiting' }) });
  await panel.receive({ type: 'replyChanged', turn: { ...failed, id: 'reply-2' } });
  assert.deepEqual(await panel.announced(), ['Some.', 'No answer.']);
  assert.equal(await panel.page.locator('[aria-live=assertive]').textContent(), 'No answer.');
});

test('only new text is announced of a reply that is already streaming when it is shown', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('It is old. It is')] }));
  await write(panel, ' new. And');
  await panel.untilAnnounced('It is new.');
  assert.deepEqual(await panel.announced(), ['It is new.']);
});

test('announcements are removed from the page once they have been read', async () => {
  const panel = await open();
  const { clock } = panel.page;
  await panel.stopClock();
  await panel.receive(state({ turns: [question('Why?')] }));
  await panel.receive({ type: 'turnAdded', turn: growing('') });
  await write(panel, 'It is so. And');
  await clock.runFor(1000);
  assert.ok((await remaining(panel)).includes('It is so.'));
  await clock.runFor(ANNOUNCEMENT_TTL_MS);
  assert.deepEqual(await remaining(panel), []);
  await panel.receive({ type: 'replyChanged', turn: reply('It is so. And more.') });
  assert.deepEqual(await remaining(panel), ['And more.', 'Reply finished']);
});

test('switching to another conversation removes all announcements at once', async () => {
  const panel = await open();
  await panel.stopClock();
  await panel.receive(state({ turns: [question('Why?'), growing('So')] }));
  await panel.receive({ type: 'replyChanged', turn: reply('So it is.') });
  const lines = ['So it is.', 'Reply finished'];
  assert.deepEqual(await remaining(panel), lines);
  await panel.receive(state({ turns: [question('Why?'), reply('So it is.')] }));
  assert.deepEqual(await remaining(panel), lines, 'Another state of the same conversation');
  await panel.receive(state({ conversationId: 'other', turns: [] }));
  assert.deepEqual(await remaining(panel), []);
});

test('a task is announced as completed or incomplete', async () => {
  const panel = await openRunning();
  const tasks = '- [x] pattern changed\n- [ ] tests written';
  await panel.receive({ type: 'replyChanged', turn: reply(tasks) });
  assert.deepEqual((await panel.announced()).slice(-2), [
    'Completed task: pattern changed\nIncomplete task: tests written',
    'Reply finished',
  ]);
});

test('of closed details only the summary is announced, callouts with their kind, and footnotes at the end', async () => {
  const text =
    '> [!TIP]\n> hint\n\n<details>\n<summary>Log</summary>\n\nhidden\n\n</details>\n\n[^1]: note\n\nLast[^1] words';
  const panel = await openRunning('end');
  await write(panel, text);
  await panel.receive({ type: 'replyChanged', turn: reply(text) });
  await panel.untilAnnounced('Reply finished');
  assert.deepEqual(await panel.announced(), [
    'Assistant is writing',
    'Tip\nhint',
    'Log',
    'Last1 words',
    'note',
    'Reply finished',
  ]);
});

test('a reply that ends or fails while the list of conversations is open is announced', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('So')] }), SHOW_HISTORY, history());
  await panel.receive({ type: 'replyChanged', turn: reply('So it is.') });
  const failed = growing('', { id: 'reply-2', status: 'waiting' });
  await panel.receive({ type: 'turnAdded', turn: failed });
  const notice = { severity: 'error' as const, message: 'No answer.', actions: [] };
  await panel.receive({ type: 'replyChanged', turn: { ...failed, status: 'failed', notice } });
  const spoken = await panel.page.evaluate(() =>
    [...document.querySelectorAll('[aria-live] > div')]
      .filter((line) => line.checkVisibility({ visibilityProperty: true }))
      .map((line) => line.textContent),
  );
  assert.deepEqual(spoken, ['So it is.', 'Reply finished', 'No answer.']);
});

test('turns that are shown again are announced from where the reading was, and nothing twice', async () => {
  const panel = await open();
  await panel.stopClock();
  const turns = (text: string, status: 'streaming' | 'finished' = 'streaming'): HostMessage => ({
    type: 'turns',
    turns: [question('Why?'), reply(text, { status })],
  });
  await panel.receive(state({ turns: [question('Why?')] }), { type: 'turnAdded', turn: growing('') });
  await write(panel, 'One. Two');
  await panel.page.clock.runFor(1000);
  assert.deepEqual(await panel.announced(), ['Assistant is writing', 'One.']);
  await panel.receive(turns('One. Two. Three'), turns('One. Two. Three'), turns('One. Two. Three'));
  await panel.page.clock.runFor(1000);
  await panel.receive(turns('One. Two. Three.', 'finished'), turns('One. Two. Three.', 'finished'));
  assert.deepEqual((await panel.announced()).slice(2), ['Two.', 'Three.', 'Reply finished']);
});
