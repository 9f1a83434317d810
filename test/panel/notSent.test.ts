import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, reply, state } from './samples.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

function turns(isNotSent: boolean) {
  const mark = isNotSent ? { isNotSent } : {};
  return [
    question('Why?', mark),
    reply('Because.', mark),
    reply('So.', { id: 'reply-2', ...mark }),
    question('And?'),
    reply('Then.', { id: 'reply-3' }),
  ];
}

test('a question that is not sent any more says so, its replies with it, and the others do not', async () => {
  const panel = await open();
  await panel.tell(state({ turns: turns(true) }));
  const articles = panel.page.getByRole('article');
  assert.deepEqual(await articles.evaluateAll((all) => all.map((each) => each.ariaDescription)), [
    'Not sent any more',
    'Not sent any more',
    'Not sent any more',
    null,
    null,
  ]);
  assert.equal(await panel.page.getByText('Not sent any more').count(), 1);
  const colour = (text: string): Promise<string> =>
    panel.page.getByText(text, { exact: true }).evaluate((node) => getComputedStyle(node).color);
  assert.notEqual(await colour('Because.'), await colour('Then.'));
  assert.notEqual(await colour('Why?'), await colour('And?'));
});

test('Send Again asks the host, and the mark goes when the host says so: the same nodes stay, the keyboard in the panel', async () => {
  const panel = await open();
  await panel.tell(state({ turns: turns(false) }));
  const article = await panel.page.getByRole('article').first().elementHandle();
  await panel.tell(state({ turns: turns(true) }));
  await panel.page.getByRole('button', { name: 'Send again' }).focus();
  await panel.page.keyboard.press('Enter');
  const { turnId, action } = await panel.posted('turnAction');
  assert.deepEqual([turnId, action], ['question-Why?', 'sendAgain']);
  assert.equal(await panel.page.getByText('Not sent any more').count(), 1, 'The host has not said it yet');
  await panel.tell(state({ turns: turns(false) }));
  assert.equal(await panel.page.getByText('Not sent any more').count(), 0);
  assert.equal(await panel.page.locator('.not-sent').count(), 0);
  assert.equal(await article?.evaluate((node) => node.isConnected && node.ariaDescription === null), true);
  await panel.page.locator('textarea:focus').waitFor();
});
