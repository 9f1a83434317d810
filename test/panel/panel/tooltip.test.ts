import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('an element that gets the focus by keyboard shows its tooltip, inside the panel, until a key or a blur', async () => {
  for (const width of [170, 640]) {
    const panel = await open({ width });
    const { page } = panel;
    await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
    const tooltip = page.locator('.tooltip');
    const details = page.locator('.reply-details');
    await panel.log.focus();
    for (
      let presses = 0;
      presses < 20 && !(await details.evaluate((part) => part.matches(':focus')));
      presses += 1
    ) {
      await page.keyboard.press('Tab');
    }
    await tooltip.waitFor();
    assert.equal(await tooltip.innerText(), await details.getAttribute('title'));
    assert.equal(await tooltip.getAttribute('aria-hidden'), 'true');
    const box = await tooltip.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 700);
    await page.evaluate(() => {
      window.addEventListener('keydown', ({ key, defaultPrevented }) =>
        Object.assign(window, { escape: key === 'Escape' && !defaultPrevented }),
      );
    });
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate('window.escape'), true, 'Escape is left to others');
    await page.keyboard.press('Enter');
    await tooltip.waitFor();
    await page.keyboard.press('Tab');
    await tooltip.filter({ hasText: 'Copy Reply' }).waitFor();
    await panel.textbox.focus();
    await tooltip.waitFor({ state: 'hidden' });
  }
});

test('a tooltip is above other popovers, and disappears when its element is scrolled', async () => {
  const panel = await open();
  const { page } = panel;
  await panel.receive(state({ turns: [question('Why?'), reply('A paragraph.\n\n'.repeat(60))] }));
  const tooltip = page.locator('.tooltip');
  await page.getByRole('button', { name: 'Copy Reply' }).focus();
  await page.keyboard.press('Tab');
  await tooltip.waitFor();
  await panel.receive({
    type: 'readingSettings',
    readingSettings: { announce: 'off', codeFontFeatures: 'normal', scrollOnSend: true },
  });
  assert.equal(await tooltip.isVisible(), true);
  await panel.log.evaluate((log) => log.scrollBy(0, -50));
  await tooltip.waitFor({ state: 'hidden' });
});

test('the mouse gets no second tooltip', async () => {
  const panel = await open();
  const { page } = panel;
  await panel.stopClock();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await page.getByRole('button', { name: 'Copy Reply' }).click();
  await page.clock.runFor(5000);
  assert.equal(await page.locator('.tooltip').isVisible(), false);
});

test('a tooltip is beside its element, wherever the previous one was', async () => {
  const panel = await open({ width: 200 });
  const { page } = panel;
  await panel.receive(state({ turns: [] }));
  await panel.textbox.fill('Why?');
  const tooltip = page.locator('.tooltip');
  const show = async (name: RegExp): Promise<{ y: number; height: number } | null> => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await tooltip.waitFor();
    return tooltip.boundingBox();
  };
  const first = await show(/^Select Model/);
  await show(/^Send/);
  assert.deepEqual(await show(/^Select Model/), first);
});

test('an element without a tooltip does not show the one of its container', async () => {
  const panel = await open();
  await panel.stopClock();
  await panel.receive(state({ turns: [question('Why?')] }), {
    type: 'editQuestion',
    turnId: 'question-Why?',
  });
  await panel.page.getByRole('textbox', { name: 'Edit question' }).focus();
  await panel.page.clock.runFor(5000);
  assert.equal(await panel.page.locator('.tooltip').isVisible(), false);
});
