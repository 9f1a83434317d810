import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { OFFER, SELECTION, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

function focused(panel: PanelPage): Promise<string | null | undefined> {
  return panel.page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.ariaLabel || focused?.textContent;
  });
}

test('the definitions that the selection uses are added by one click or key, and the search for them is ended so', async () => {
  const panel = await open();
  await panel.receive(state({ attachments: [SELECTION], definitions: 'offered', offer: OFFER }));
  const faces = panel.page.locator('.composer .chip-face');
  assert.deepEqual(await faces.allTextContents(), ['duration.ts 12–24', 'Definitions', 'duration.ts 3–11']);
  const offered = panel.page.getByRole('button', { name: 'Add definitions used here', exact: true });
  assert.equal(await offered.locator('.icon-add').count(), 1);
  const title = 'Add the definitions in the workspace of what the selected code uses';
  assert.equal(await offered.getAttribute('title'), title);
  await offered.click();
  assert.equal((await panel.posted('definitionsAction')).action, 'add');
  assert.equal(await focused(panel), 'Message', 'the question can be typed');

  await panel.receive({
    type: 'attachments',
    attachments: [SELECTION],
    definitions: 'finding',
    offer: OFFER,
  });
  const finding = panel.page.getByRole('button', { name: 'Stop finding definitions…', exact: true });
  assert.equal(await finding.textContent(), 'Finding definitions…');
  assert.equal(await finding.getAttribute('title'), 'Stop finding definitions');
  assert.equal(await finding.locator('.icon-loading').count(), 1);
  await panel.textbox.press('Shift+Tab');
  await panel.page.keyboard.press('Home');
  await panel.page.keyboard.press('ArrowRight');
  assert.equal(await focused(panel), 'Stop finding definitions…');
  await panel.page.keyboard.press('Delete');
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('definitionsAction', 2)).action, 'stop');

  await panel.receive({ type: 'attachments', attachments: [SELECTION] });
  assert.deepEqual(await faces.allTextContents(), ['duration.ts 12–24']);
  await panel.textbox.fill('Why?');
  await panel.textbox.press('Enter');
  assert.deepEqual((await panel.posted('sendMessage')).attachmentIds, ['attachment-1']);
});
