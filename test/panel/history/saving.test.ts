import assert from 'node:assert/strict';
import { test } from 'node:test';
import { question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();
const TURNS = [question('Why?'), reply('Because.')];
const NOT_SAVING = { message: 'Conversations are not being saved: the disk is full.' };

test('a banner is shown in every conversation while saving fails', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS }), { type: 'saving', notSaving: NOT_SAVING });
  const banner = panel.page.locator('.saving');
  assert.equal(await panel.page.getByRole('status').getByText(NOT_SAVING.message).count(), 1);
  await panel.receive(state({ conversationId: 'conversation-2', notSaving: NOT_SAVING }));
  assert.equal(await banner.getByText(NOT_SAVING.message).isVisible(), true);
  await panel.receive({ type: 'saving' });
  assert.equal((await banner.boundingBox())?.height, 0);
  assert.equal(await banner.getByRole('button').count(), 0);
});

test('the banner offers Retry and Export, and focuses the composer when saving succeeds', async () => {
  const panel = await open();
  await panel.receive(state({ turns: TURNS, notSaving: NOT_SAVING }));
  await panel.page.getByRole('button', { name: 'Export…' }).click();
  await panel.posted('exportConversation');
  await panel.page.locator('.saving').getByRole('button', { name: 'Retry' }).click();
  await panel.posted('retrySaving');
  await panel.receive({ type: 'saving' });
  await panel.page.locator('textarea:focus').waitFor();
});
