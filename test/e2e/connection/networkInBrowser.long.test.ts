import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Relay, startRelay } from '../../support/relay.ts';
import { type SocketServer, startSocketServer, WHOLE_REPLY } from '../../support/tlsServers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** A service that answers whatever it is asked, and says nothing of pages that may read it (CORS). */
const closedService: SocketServer = await startSocketServer((socket) => socket.end(WHOLE_REPLY));

/** The line to the service that answers pages. */
let line: Relay;

const e2e = endToEnd({
  settings: () => ({
    'remote.extensionKind': { 'assistant.assistant-chat': ['web'] },
    'assistant.baseUrl': `http://127.0.0.1:${closedService.port}/api/v1`,
  }),
});
const person = new Person(e2e);

describe('the extension in a browser', () => {
  before(async () => {
    line = await startRelay(Number(new URL(e2e.service.baseUrl).port));
    // Where a test takes part in a page's requests, as it does when VS Code starts, the browser leaves out preflights.
    await e2e.workbench.page.context().unrouteAll();
    await e2e.workbench.showPanel();
    await person.panel.getByRole('button', { name: 'Connect' }).click();
  });

  after(async () => {
    await line?.close();
    await closedService.close();
  });

  /** Tells the extension host what the browser would: whether there is a network. This part is a stub. */
  async function setOnline(online: boolean): Promise<void> {
    for (const worker of e2e.workbench.page.workers()) {
      await worker.evaluate((isOnline) => {
        Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
        dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
      }, online);
    }
  }

  test('explains a service that allows no calls from a page, which never gets the key', async () => {
    await person.boxThatSays('Your API key for').waitFor();
    await person.answer(e2e.service.keys.active);
    await person.inputMessage.getByText('does not allow calls from VS Code in a browser (CORS)').waitFor();
    const heard = closedService.heard();
    assert.match(heard, /^OPTIONS \/api\/v1\/models HTTP\/1\.1\r\n/, 'The browser asked before');
    assert.match(heard, /HEAD \/ HTTP\/1\.1\r\n/, 'The address was asked whether anything answers there');
    assert.doesNotMatch(heard, /^(GET|POST) /m);
    assert.ok(!heard.includes(e2e.service.keys.active.slice(-12)), 'The key went out');
    await e2e.workbench.page.keyboard.press('Escape');
  });

  test('without a network says so calmly, sends nothing by itself when it is back, and then what Retry asks', async () => {
    await e2e.workbench.changeSettings({ 'assistant.baseUrl': `http://127.0.0.1:${line.port}/api/v1` });
    await person.panel.getByRole('button', { name: 'Connect' }).click();
    await person.boxThatSays('Your API key for').waitFor();
    await person.answer(e2e.service.keys.active);
    await person.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
    const before = e2e.service.requests.length;

    line.cut();
    await setOnline(false);
    await person.ask('Is anybody there?');
    await person.lastReply.getByText('There is no network that leads to').waitFor();
    await e2e.workbench.screenshot('offline');
    line.restore();
    await setOnline(true);
    await person.lastQuestion.getByText('Is anybody there?').waitFor();
    assert.equal(e2e.service.requests.length, before);

    await person.goOn('Retry');
    await person.replyFinished(1);
    await person.lastReply.getByText('Is anybody there?').waitFor();
    assert.equal(e2e.service.requests.length, before + 1);
  });
});
