import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('a reply of another window streams here, can’t be stopped, and a question then goes into the queue', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('Because', { isInOtherWindow: true })] }), {
    type: 'replyText',
    turnId: 'reply-1',
    text: ' it is so.',
  });
  await panel.page.getByText('Because it is so.').waitFor();
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  assert.equal(await button('Stop').count(), 0);
  await panel.page.getByRole('textbox').fill('And then?');
  await panel.page.keyboard.press('Escape');
  await button('Add to Queue').click();
  await panel.posted('sendMessage');
  assert.deepEqual(panel.postedOf('stop'), []);
  await panel.receive({ type: 'replyChanged', turn: reply('Because it is so.', { id: 'reply-1' }) });
  await button('Send').waitFor();
  assert.equal(await button('Add to Queue').count(), 0);
});

test('while the conversation is loading, no welcome view is shown and typed text is kept', async () => {
  const panel = await open();
  await panel.receive(state({ isLoading: true }));
  assert.equal(await panel.page.locator('.welcome:visible').count(), 0);
  await panel.page.getByRole('textbox').fill('And');
  await panel.receive(
    state({ draft: 'Unsent before', turns: [question('Why?'), reply('Because.')], attachments: [SELECTION] }),
  );
  assert.equal(await panel.page.getByRole('textbox').inputValue(), 'Unsent before\nAnd');
  await panel.page.getByText('Because.').waitFor();
});
