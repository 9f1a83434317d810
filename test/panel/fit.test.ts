import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, reply, state } from './samples.ts';
import { FIT } from './scenes.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();
const STATE = state({ turns: [question('Why?'), reply('Because.')] });

test('the notice says why and what can be done, each button with what it means', async () => {
  const panel = await open();
  await panel.tell(STATE, { type: 'fit', fit: FIT });
  const notice = panel.page.getByRole('region', { name: 'Too Long for the Model' });
  assert.equal(await notice.getByText(FIT.message).first().isVisible(), true);
  for (const { label, detail } of FIT.choices) {
    const described = await notice
      .getByRole('button', { name: label })
      .evaluate(
        (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      );
    assert.equal(described, detail);
  }
  await panel.tell({ type: 'fit' });
  assert.equal((await panel.page.locator('.fit').boundingBox())?.height, 0);
  assert.equal(await panel.page.locator('.fit').getByRole('button').count(), 0);
});

test('it is told to a screen reader once, however its figures change', async () => {
  const panel = await open();
  await panel.tell(STATE);
  await panel.page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const line = document.querySelector('.fit [role=status]');
    new MutationObserver(() => said.push(line?.textContent ?? '')).observe(line ?? document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await panel.tell({ type: 'fit', fit: FIT });
  await panel.tell({ type: 'fit', fit: { ...FIT, message: FIT.message.replace('210K', '211K') } });
  await panel.frame();
  assert.deepEqual(await panel.page.evaluate(() => Reflect.get(window, 'said')), [FIT.message]);
});

test('a choice goes to the host by its name, after what was typed; the keyboard goes on in the composer', async () => {
  const panel = await open();
  await panel.tell(STATE, { type: 'fit', fit: FIT });
  await panel.textbox.fill('Much of it');
  const button = panel.page.getByRole('button', { name: 'Cut duration.ts' });
  await button.focus();
  await panel.page.keyboard.press('Enter');
  const { choiceId } = await panel.posted('fitChoice');
  assert.equal(choiceId, '1.1');
  const order = panel.said.map(({ type }) => type);
  assert.ok(order.lastIndexOf('draftChanged') < order.indexOf('fitChoice'), order.join());
  assert.equal(panel.saidOf('draftChanged').at(-1)?.text, 'Much of it');
  await panel.tell({ type: 'fit' });
  await panel.page.locator('textarea:focus').waitFor();
  assert.equal(panel.saidOf('sendMessage').length, 0, 'It was sent');
});

test('a button keeps the keyboard while the figures change', async () => {
  const panel = await open();
  await panel.tell(STATE, { type: 'fit', fit: FIT });
  await panel.page.getByRole('button', { name: 'Cut duration.ts' }).focus();
  const choices = FIT.choices.map((choice) => ({ ...choice, id: `2${choice.id.slice(1)}` }));
  await panel.tell({ type: 'fit', fit: { message: 'More.', choices: choices.slice(0, 3) } });
  assert.match(
    await panel.page.evaluate(() => document.activeElement?.textContent ?? ''),
    /^Cut duration\.ts/,
  );
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('fitChoice')).choiceId, '2.1');
  assert.equal(await panel.page.locator('.fit').getByRole('button').count(), 3);
});

test('Send Anyway sends what stands in the box once the host has taken it, and not where it has not', async () => {
  const panel = await open();
  await panel.tell(STATE, { type: 'fit', fit: FIT });
  await panel.textbox.fill('Much of it');
  panel.answer = () => 'This has changed meanwhile.';
  const anyway = panel.page.getByRole('button', { name: 'Send Anyway' });
  await anyway.click();
  await panel.page.getByText('This has changed meanwhile.').waitFor();
  assert.equal(panel.saidOf('sendMessage').length, 0, 'It was sent');
  panel.answer = () => undefined;
  await anyway.click();
  assert.equal((await panel.posted('sendMessage')).text, 'Much of it');
  assert.equal(await panel.page.getByText('This has changed meanwhile.').count(), 0);
});

test('what the notice says is not said a second time when it is the answer to Send', async () => {
  const panel = await open();
  await panel.tell(STATE, { type: 'fit', fit: FIT });
  panel.answer = () => FIT.message;
  await panel.textbox.fill('Much of it');
  await panel.page.keyboard.press('Enter');
  await panel.posted('sendMessage');
  await panel.frame();
  assert.equal(await panel.page.locator('.composer > .status').textContent(), '');
  assert.equal(await panel.textbox.inputValue(), 'Much of it');
});

test('names of files and models are text, and break where they must', async () => {
  const panel = await open({ width: 200 });
  const label = `Cut <b>x</b>\u202e${'x'.repeat(100)} to 3`;
  const choices = [{ id: '1', label, detail: label }];
  await panel.tell(STATE, { type: 'fit', fit: { message: label, choices } });
  assert.equal(await panel.page.locator('.fit b').count(), 0);
  assert.match((await panel.page.locator('.fit-detail').textContent()) ?? '', /^Cut <b>x<\/b>\[U\+202E\]/);
  assert.equal(await panel.page.evaluate(() => document.documentElement.scrollWidth), 200);
});
