import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Relay, startRelay } from '../../support/relay.ts';
import { type SocketServer, startSocketServer, WHOLE_REPLY } from '../../support/tlsServers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** A service that responds to every request without CORS headers. */
const serviceWithoutCors: SocketServer = await startSocketServer((socket) => socket.end(WHOLE_REPLY));

/** Connection to the service that allows CORS. */
let relay: Relay;

const e2e = endToEnd({
  settings: () => ({
    'remote.extensionKind': { 'assistant.assistant-chat': ['web'] },
    'assistant.baseUrl': `http://127.0.0.1:${serviceWithoutCors.port}/api/v1`,
  }),
});
const person = new Person(e2e);

describe('the extension in a browser', () => {
  before(async () => {
    relay = await startRelay(Number(new URL(e2e.service.baseUrl).port));
    // While VS Code starts, the test intercepts requests, for which the browser skips preflight requests.
    await e2e.workbench.page.context().unrouteAll();
    await e2e.workbench.showPanel();
    await person.panel.getByRole('button', { name: 'Connect' }).click();
  });

  after(async () => {
    await relay?.close();
    await serviceWithoutCors.close();
  });

  /** Simulates in the extension host's worker that the browser goes online or offline. */
  async function setOnline(online: boolean): Promise<void> {
    for (const worker of e2e.workbench.page.workers()) {
      await worker.evaluate((isOnline) => {
        Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
      }, online);
    }
  }

  test('explains that a service does not allow CORS, and never sends it the key', async () => {
    await person.inputBoxWith('Your API key for').waitFor();
    await person.submit(e2e.service.keys.active);
    await person.inputMessage.getByText('does not allow requests from VS Code in a browser (CORS)').waitFor();
    const heard = serviceWithoutCors.heard();
    assert.match(heard, /^OPTIONS \/api\/v1\/models HTTP\/1\.1\r\n/, 'The browser sent no preflight request');
    assert.match(
      heard,
      /HEAD \/ HTTP\/1\.1\r\n/,
      'The extension did not check whether anything responds at the URL',
    );
    assert.doesNotMatch(heard, /^(GET|POST) /m);
    assert.ok(!heard.includes(e2e.service.keys.active.slice(-12)), 'The key was sent');
    await e2e.workbench.page.keyboard.press('Escape');
  });

  test('reports a missing network, sends nothing by itself when it is back, and sends the question on Retry', async () => {
    await e2e.workbench.changeSettings({ 'assistant.baseUrl': `http://127.0.0.1:${relay.port}/api/v1` });
    await person.panel.getByRole('button', { name: 'Connect' }).click();
    await person.inputBoxWith('Your API key for').waitFor();
    await person.submit(e2e.service.keys.active);
    await person.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
    const before = e2e.service.requests.length;

    relay.cut();
    await setOnline(false);
    await person.ask('Is anybody there?');
    await person.lastReply.getByText('There is no network connection to').waitFor();
    await e2e.workbench.screenshot('offline');
    relay.restore();
    await setOnline(true);
    await person.lastQuestion.getByText('Is anybody there?').waitFor();
    assert.equal(e2e.service.requests.length, before);

    await person.retryOrContinue('Retry');
    await person.replyFinished(1);
    await person.lastReply.getByText('This is the local service').waitFor();
    assert.equal(e2e.service.requests.length, before + 1);
  });
});
