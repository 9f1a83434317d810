import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { growing, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const FIRST = reply('One', { compared: 'first' });
const SECOND = reply('Two', { id: 'reply-2', model: 'assistant-haiku', compared: 'second' });

async function openBoth(width: number): Promise<PanelPage> {
  const panel = await open({ width });
  await panel.receive(state({ turns: [question('Why?'), FIRST, SECOND, question('And?')] }));
  return panel;
}

test('the second of two compared replies is beside the first if there is room, and other turns have the full width', async () => {
  const panel = await openBoth(800);
  for (const { width, place } of [
    { width: 800, place: 'beside' },
    { width: 500, place: 'beside' },
    { width: 340, place: 'below' },
    { width: 200, place: 'below' },
  ]) {
    await panel.page.setViewportSize({ width, height: 700 });
    const [before, first, second, after] = await panel.page
      .locator('.turn')
      .evaluateAll((turns) => turns.map((turn) => turn.getBoundingClientRect().toJSON()));
    if (place === 'beside') {
      assert.equal(first.top, second.top, `${width} px`);
      assert.ok(first.right < second.left, `${width} px`);
    } else {
      assert.ok(first.bottom < second.top, `${width} px`);
      assert.equal(first.left, second.left, `${width} px`);
    }
    assert.ok(before.bottom < first.top && after.top > Math.max(first.bottom, second.bottom));
    assert.ok(before.left <= first.left && before.right >= second.right);
  }
});

test('Keep This sends the reply to keep, and shows why it can’t be kept', async () => {
  const panel = await openBoth(800);
  const buttons = panel.page.getByRole('button', { name: 'Keep This' });
  await buttons.last().click();
  const { turnId, action } = await panel.posted('turnAction');
  assert.deepEqual([turnId, action], ['reply-2', 'keep']);
  panel.respond = () => 'A reply is still being written.';
  await buttons.first().click();
  await panel.page.getByText('A reply is still being written.').waitFor();
});

test('only the first compared reply says that the conversation continues with it, and a streaming one can’t be kept', async () => {
  const panel = await open({ width: 800 });
  await panel.receive(
    state({ turns: [question('Why?'), FIRST, growing('Tw', { id: 'reply-2', compared: 'second' })] }),
  );
  const replies = panel.page.getByRole('article', { name: 'Assistant' });
  const hint = 'The conversation continues with this reply.';
  assert.equal(await replies.first().getByText(hint).count(), 1);
  assert.equal(await replies.last().getByText(hint).count(), 0);
  assert.equal(await replies.last().getByRole('button', { name: 'Keep This' }).count(), 0);
  await panel.receive({ type: 'replyChanged', turn: SECOND });
  assert.equal(await replies.last().getByRole('button', { name: 'Keep This' }).count(), 1);
});

test('compared replies and their buttons have distinct accessible names, even if both are from the same model', async () => {
  const panel = await openBoth(800);
  const { page } = panel;
  for (const [position, model] of [
    [1, 'assistant-sonnet-4'],
    [2, 'assistant-haiku'],
  ] as const) {
    const name = `Assistant, reply ${position} of 2, ${model}`;
    assert.equal(await page.getByRole('article', { name, exact: true }).count(), 1);
    const keep = page.getByRole('button', {
      name: `Keep This Reply, ${position} of 2, ${model}`,
      exact: true,
    });
    assert.equal(await keep.innerText(), 'Keep This');
  }
  const same = { ...SECOND, model: FIRST.model };
  await panel.receive(state({ turns: [question('Why?'), FIRST, same] }));
  const names = await page
    .locator('.compared, .keep button')
    .evaluateAll((parts) => parts.map(({ ariaLabel }) => ariaLabel));
  assert.equal(new Set(names).size, 4, names.join());
  const { compared: _, ...kept } = SECOND;
  await panel.receive(state({ turns: [question('Why?'), kept] }));
  assert.equal(await page.getByRole('article', { name: 'Assistant', exact: true }).count(), 1);
});

test('each compared reply names its model above the text, even while streaming', async () => {
  const panel = await open({ width: 800 });
  const running = growing('Tw', { id: 'reply-2', model: 'assistant-haiku', compared: 'second' });
  await panel.receive(state({ turns: [question('Why?'), FIRST, running] }));
  const shown = () => panel.page.locator('.compared-model:visible').allTextContents();
  assert.deepEqual(await shown(), ['assistant-sonnet-4', 'assistant-haiku']);
  await panel.receive(state({ turns: [question('Why?'), reply('One')] }));
  assert.deepEqual(await shown(), []);
});

test('a kept reply is shown alone', async () => {
  const panel = await openBoth(800);
  const { compared: _, ...kept } = SECOND;
  await panel.receive(state({ turns: [question('Why?'), kept, question('And?')] }));
  assert.equal(await panel.page.locator('.compared').count(), 0);
  assert.equal(await panel.page.getByRole('button', { name: 'Keep This' }).count(), 0);
});
