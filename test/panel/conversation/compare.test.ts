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

test('Keep This Reply sends the reply to keep, and shows why it can’t be kept', async () => {
  const panel = await openBoth(800);
  const buttons = panel.page.getByRole('button', { name: 'Keep This Reply' });
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
  assert.equal(await replies.last().getByRole('button', { name: 'Keep This Reply' }).count(), 0);
  await panel.receive({ type: 'replyChanged', turn: SECOND });
  assert.equal(await replies.last().getByRole('button', { name: 'Keep This Reply' }).count(), 1);
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
    assert.equal(await keep.innerText(), 'Keep This Reply');
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
  assert.equal(await panel.page.getByRole('button', { name: 'Keep This Reply' }).count(), 0);
});

test('an earlier reply is closed above the new one, and opens in its place by mouse and keyboard', async () => {
  const panel = await open({ width: 340, height: 400 });
  const { page } = panel;
  const earlier = reply(`${'Long.\n\n'.repeat(30)}End`, { compared: 'earlier' });
  const turns = [question('Why?'), reply(earlier.text)];
  await panel.receive(state({ turns }));
  await page.getByRole('button', { name: 'Retry' }).focus();
  await panel.receive(state({ turns: [question('Why?'), earlier, growing('Tw', { id: 'reply-2' })] }));
  assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), 'Message');
  const summary = page.getByText(/^Earlier reply/);
  const article = page.getByRole('article', { name: 'Assistant, earlier reply, assistant-sonnet-4, ' });
  const end = article.getByText('End');
  const top = async () => (await summary.boundingBox())?.y ?? 0;
  assert.equal(await end.isVisible(), false);
  for (const toggle of [() => summary.click(), () => summary.press('Enter')]) {
    const before = await top();
    await toggle();
    await end.waitFor();
    await panel.receive({ type: 'replyText', turnId: 'reply-2', text: 'o '.repeat(500) });
    await panel.untilDrawn();
    assert.equal(await top(), before);
    assert.equal(await article.getByRole('button', { name: 'Retry' }).count(), 0);
    await article
      .getByRole('button', { name: /^Keep This Reply, an earlier one, assistant-sonnet-4, ./ })
      .waitFor();
    await toggle();
    await end.waitFor({ state: 'hidden' });
  }
});

test('an earlier reply is open again, beside the new one, if that has ended without text', async () => {
  const panel = await open({ width: 800 });
  const waiting = growing('', { id: 'reply-2', status: 'waiting' });
  await panel.receive(state({ turns: [question('Why?'), reply('One', { compared: 'earlier' }), waiting] }));
  const failed = reply('', { id: 'reply-2', status: 'failed', compared: 'second' });
  await panel.receive(state({ turns: [question('Why?'), FIRST, failed] }));
  const names = [
    'Assistant, reply 1 of 2, assistant-sonnet-4',
    'Assistant, reply 2 of 2, assistant-sonnet-4',
  ];
  const [first, second] = names.map((name) => panel.page.getByRole('article', { name, exact: true }));
  assert.ok(await first?.getByText('One').isVisible());
  assert.equal(await first?.getByRole('button', { name: 'Keep This Reply' }).count(), 1);
  assert.equal(await second?.getByRole('button', { name: 'Keep This Reply' }).count(), 0);
});

test('code blocks of a closed earlier reply are skipped, and Find opens it', async () => {
  const panel = await open();
  const code = (name: string): string => `\`\`\`ts\n${name}();\n\`\`\``;
  await panel.receive(
    state({
      turns: [
        question('Why?'),
        reply(code('old'), { compared: 'earlier' }),
        reply(code('new'), { id: 'reply-2' }),
      ],
    }),
  );
  for (const command of ['previous', 'previous'] as const) {
    await panel.receive({ type: 'codeBlockCommand', command });
    await panel.page.locator('pre:focus', { hasText: 'new()' }).waitFor();
  }
  await panel.page.keyboard.press('ControlOrMeta+F');
  await panel.page.getByRole('textbox', { name: 'Find' }).fill('old()');
  await panel.page.getByText('old();').waitFor();
});
