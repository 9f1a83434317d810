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

test('its code is as dim as its words', async () => {
  const panel = await open();
  const text = 'Because of `one`.\n\n```ts\nconst one = 1; // a word\n```';
  await panel.tell(
    state({ turns: [question('Why?', { isNotSent: true }), reply(text, { isNotSent: true })] }),
  );
  await panel.page.locator('pre span').first().waitFor();
  const colours = await panel.page
    .locator('.markdown :is(p, p code, pre, pre code, pre span)')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  assert.ok(colours.length > 4);
  assert.equal(new Set(colours).size, 1, colours.join());
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
