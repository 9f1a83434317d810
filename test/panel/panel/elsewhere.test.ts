import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growing, question, reply, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

test('a reply that runs in another window grows, and can neither be stopped here nor keep from asking', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), growing('Because', { isInOtherWindow: true })] }), {
    type: 'replyText',
    turnId: 'reply-1',
    text: ' it is so.',
  });
  await panel.page.getByText('Because it is so.').waitFor();
  assert.equal(await panel.page.getByRole('button', { name: 'Stop' }).count(), 0);
  await panel.page.getByRole('textbox').fill('And then?');
  await panel.page.keyboard.press('Enter');
  await panel.posted('sendMessage');
});

test('as long as the conversation is being read, neither an empty chat nor one to connect is shown, and what is typed stays', async () => {
  const panel = await open();
  await panel.tell(state({ isLoading: true }));
  assert.equal(await panel.page.locator('.welcome:visible').count(), 0);
  await panel.page.getByRole('textbox').fill('And');
  await panel.tell(
    state({ draft: 'Unsent before', turns: [question('Why?'), reply('Because.')], attachments: [SELECTION] }),
  );
  assert.equal(await panel.page.getByRole('textbox').inputValue(), 'Unsent before\nAnd');
  await panel.page.getByText('Because.').waitFor();
});
