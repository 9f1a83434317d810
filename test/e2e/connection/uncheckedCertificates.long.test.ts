import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forward, type SocketServer, startTlsServer } from '../../support/tlsServers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** The service behind a certificate that nobody may accept. */
const secure: SocketServer = await startTlsServer('selfSigned', {}, (socket, piece) =>
  forward(socket, Number(new URL(e2e.service.baseUrl).port), piece),
);
after(() => secure.close());

/** The tests build on each other, in this order. */
const e2e = endToEnd({
  settings: () => ({ 'assistant.baseUrl': `https://localhost:${secure.port}/api/v1` }),
  env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  dialogs: true,
});
const person = new Person(e2e);

test('with NODE_TLS_REJECT_UNAUTHORIZED=0, a dialog comes before the key is sent, and Enter sends nothing', async () => {
  const { page } = e2e.workbench;
  const dialog = page.locator('.monaco-dialog-box');
  await e2e.workbench.showPanel();
  await person.panel.getByRole('button', { name: 'Connect' }).click();
  await person.inputBoxWith('Your API key for localhost').waitFor();
  await person.submit(e2e.service.keys.active);
  await dialog.getByText('NODE_TLS_REJECT_UNAUTHORIZED=0').waitFor();
  await e2e.workbench.screenshot('unchecked-certificate');
  await dialog.getByRole('button', { name: 'Don’t Send' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await person.inputMessage.getByText('Nothing was sent to localhost').waitFor();
  await e2e.workbench.screenshot('unchecked-certificate-refused');
  assert.equal(secure.connections(), 0);
});

test('consent holds for the window: the key and the questions are sent without another dialog', async () => {
  await person.inputBox.press('Enter');
  await e2e.workbench.page.getByRole('button', { name: 'Send Without Checking' }).click();
  await person.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
  await person.ask('Which way?');
  await person.replyFinished(1);
  assert.ok(secure.heard().includes(e2e.service.keys.active));
});
