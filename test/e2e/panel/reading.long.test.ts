import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

describe('the panel', () => {
  before(async () => {
    await person.connect();
    e2e.service.setLatency(5);
  });

  test('shows the whole reply if it was hidden while the reply streamed', async () => {
    await person.ask('Write.\n\n!long 600');
    await person.lastReply.locator('p').first().waitFor();
    await e2e.workbench.hidePanel();
    await e2e.workbench.page.locator('.statusbar-item .codicon-loading').waitFor({ state: 'detached' });
    await e2e.workbench.showPanel();
    await person.replyFinished(1);
    await person.lastReply.getByTitle(/\d tokens in.*\d tokens out/s).waitFor();
  });

  test('keeps the draft while it is hidden', async () => {
    await person.fill('An unsent thought');
    await e2e.workbench.hidePanel();
    await e2e.workbench.showPanel();
    await person.waitForDraft('An unsent thought');
    await person.fill('');
  });

  test('keeps a question about a selection in the composer while a reply streams', async () => {
    await person.newChat();
    e2e.service.setLatency(20);
    await person.ask('Write.\n\n!long 3000');
    await person.lastReply.locator('p').first().waitFor();
    await person.fill('A thought of my own');
    await person.askAbout('units.ts', 1, 2, 'And these?');
    await person.panel.getByRole('button', { name: 'Remove units.ts' }).waitFor();
    await person.waitForDraft('A thought of my own\n\nAnd these?');
    await person.panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await person.lastReply.getByText('Stopped').waitFor();
    e2e.service.setLatency(5);
    await person.composer.press('Enter');
    await person.replyFinished(2);
    assert.match(await person.lastQuestion.innerText(), /units\.ts.*A thought of my own.*And these\?/s);
  });

  test('loses nothing when it is moved to the secondary side bar while a reply streams', async () => {
    await person.newChat();
    await person.ask('Write.\n\n!long 600');
    await person.lastReply.locator('p').first().waitFor();
    await e2e.workbench.runCommand('View: Move View');
    const picker = e2e.workbench.page.locator('.quick-input-widget:visible');
    await picker.locator('.monaco-list-row', { hasText: 'Side Bar / Assistant' }).click();
    await picker.locator('.monaco-list-row', { hasText: 'New Secondary Side Bar Entry' }).click();
    await e2e.workbench.page
      .locator('.part.auxiliarybar iframe.webview.ready, .part.auxiliarybar')
      .first()
      .waitFor();
    await person.replyFinished(1);
    await person.lastReply.getByTitle(/\d tokens in.*\d tokens out/s).waitFor();
    await e2e.workbench.screenshot('secondary-side-bar');
  });
});
