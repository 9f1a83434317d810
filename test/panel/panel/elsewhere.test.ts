import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('a reply of another window streams here, can’t be stopped and doesn’t block questions', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('Because', { isInOtherWindow: true })] }), {
    type: 'replyText',
    turnId: 'reply-1',
    text: ' it is so.',
  });
  await panel.page.getByText('Because it is so.').waitFor();
  assert.equal(await panel.page.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
  await panel.page.getByRole('textbox').fill('And then?');
  await panel.page.keyboard.press('Enter');
  await panel.posted('sendMessage');
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
