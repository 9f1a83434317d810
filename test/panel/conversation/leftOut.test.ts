import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NoticeView } from '../../../src/protocol/conversation.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const LEFT_OUT = 'Left out because only text can be shown: image, audio.';
const CUT: NoticeView = {
  severity: 'warning',
  message: 'The reply was cut off at the token limit.',
  actions: [],
};

test('parts left out of a reply are noted once below it and announced at its end', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Draw it'), growing('Here it is.')] }));
  const note = panel.page.locator('.turn .left-out');
  assert.equal(await note.count(), 0);
  await panel.receive({ type: 'replyChanged', turn: reply('Here it is.', { leftOut: LEFT_OUT }) });
  assert.equal(await panel.text(note), LEFT_OUT);
  assert.equal((await panel.announced()).at(-1), `Reply finished. ${LEFT_OUT}`);
  const above = await panel.page.locator('.markdown').boundingBox();
  const below = await panel.page.locator('.reply-foot').boundingBox();
  const box = await note.boundingBox();
  assert.ok(above && box && below && above.y + above.height < box.y && box.y + box.height < below.y);
});

test('a notice is shown below the note on left out parts, and both keep their nodes if the state does not change', async () => {
  const panel = await open();
  const turn = reply('Here', { status: 'cutAtLimit', leftOut: LEFT_OUT, notice: CUT });
  await panel.receive(state({ turns: [question('Draw it'), growing('Here')] }));
  await panel.receive({ type: 'replyChanged', turn });
  assert.deepEqual((await panel.announced()).slice(-2), [LEFT_OUT, CUT.message]);
  await panel.page.evaluate(() =>
    Object.assign(window, { notes: [...document.querySelectorAll('.notes > *')] }),
  );
  await panel.receive(state({ turns: [question('Draw it'), turn] }));
  const classes = await panel.page.evaluate(() =>
    (Reflect.get(window, 'notes') as Element[])
      .filter((node) => node.isConnected)
      .map((node) => node.className),
  );
  assert.deepEqual(classes, ['left-out', 'notice notice-warning']);
});

test('the note on left out parts marks hidden characters and wraps long names', async () => {
  const panel = await open({ width: 200 });
  const name = `im\u202eage${'x'.repeat(100)}`;
  await panel.receive(state({ turns: [question('Draw it'), reply('', { leftOut: `Left out: ${name}.` })] }));
  const note = panel.page.locator('.left-out');
  assert.match(await panel.text(note), /^Left out: im\[U\+202E\]agexxx/);
  const box = await note.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 200, JSON.stringify(box));
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 200);
});
