import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type ConnectProxy, startConnectProxy } from '../../support/connectProxy.ts';
import {
  AUTHORITY_FILE,
  forwardRequests,
  type SocketServer,
  startTlsServer,
} from '../../support/tlsServers.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** A host name that DNS can't resolve, so that only the proxy can reach it. The proxy leads to the service over TLS. */
const BASE_URL = 'https://chat.example.test/api/v1';
const TLS_HANDSHAKE = '\u0016\u0003';

const proxy: ConnectProxy = await startConnectProxy({ status: 502 });
let secure: SocketServer;

const e2e = endToEnd({
  settings: () => ({
    'assistant.baseUrl': BASE_URL,
    'http.proxy': proxy.url,
    // If this is on, VS Code uses the system's certificates and ignores the variable below.
    'http.systemCertificates': false,
  }),
  env: { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE },
});
const person = new Person(e2e);

describe('VS Code with a proxy', () => {
  before(async () => {
    const { port } = new URL(e2e.service.baseUrl);
    secure = await startTlsServer('valid', {}, (socket, piece) =>
      forwardRequests(socket, Number(port), piece),
    );
    proxy.respondWith({ port: secure.port });
    await e2e.workbench.showPanel();
    await person.panel.getByRole('button', { name: 'Connect' }).click();
    await person.inputBoxWith('Your API key for chat.example.test').waitFor();
    await person.submit(e2e.service.keys.active);
    await person.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
  });

  after(async () => {
    await secure?.close();
    await proxy.close();
  });

  /** Asks a question that fails, and returns the text of its notice with its details. */
  async function failureOf(question: string): Promise<string> {
    await person.newChat();
    await person.ask(question);
    const alert = person.lastReply.locator('.notes .notice');
    await alert.waitFor();
    await person.lastQuestion.getByText(question).waitFor();
    await alert.getByRole('button', { name: 'Other Actions…' }).click();
    await alert.getByRole('menuitemcheckbox', { name: 'Show Details' }).click();
    return (await alert.innerText()).replaceAll('\n', ' ');
  }

  test('sends requests through it, encrypted except for the host name', async () => {
    await person.ask('By which way?');
    await person.replyFinished(1);
    await person.lastReply.getByText('This is the local service').waitFor();
    const heard = proxy.heard();
    assert.match(heard, /^CONNECT chat\.example\.test:443 HTTP\/1\.1\r\n/);
    assert.ok(heard.includes(TLS_HANDSHAKE), 'No TLS went through the proxy');
    assert.ok(secure.heard().includes(e2e.service.keys.active), 'The key did not reach the service');
    for (const secret of [e2e.service.keys.active.slice(0, 16), 'Bearer', 'By which way?']) {
      assert.ok(!heard.includes(secret), `The proxy heard ${secret}`);
    }
  });

  test('that requires a sign-in names the proxy, opens its setting and does not retry', async () => {
    proxy.respondWith({ status: 407 });
    const connectionsBefore = proxy.connections();
    assert.match(await failureOf('Sign in?'), /The proxy for chat\.example\.test .* http\.proxy.*\b407\b/);
    assert.equal(proxy.connections(), connectionsBefore + 1);
    await person.lastReply.getByRole('button', { name: 'Open Settings' }).click();
    await e2e.workbench.page
      .locator('.settings-editor .setting-item-label', { hasText: 'Proxy' })
      .first()
      .waitFor();
    await e2e.workbench.runCommand('View: Close Editor');
  });

  test('reports a certificate of an unknown authority with the setting that helps', async () => {
    proxy.respondWith({ port: secure.port });
    await e2e.workbench.changeSettings({ 'http.systemCertificates': true });
    const text = await failureOf('Trusted?');
    assert.match(text, /certificate of chat\.example\.test.*http\.systemCertificates.*UNABLE_TO_VERIFY/);
    assert.doesNotMatch(text, /ignore|anyway|strictSSL/i);
    await e2e.workbench.screenshot('failure-certificate');
    await e2e.workbench.changeSettings({ 'http.systemCertificates': false });
  });

  test('that can’t be reached names the proxy and its port', async () => {
    const port = await closedPort();
    await e2e.workbench.changeSettings({ 'http.proxy': `http://127.0.0.1:${port}` });
    assert.match(await failureOf('There?'), new RegExp(`The proxy for chat\\.example\\.test.*${port}`));
  });

  test('sends the request again by Retry when the proxy setting is corrected', async () => {
    await e2e.workbench.changeSettings({ 'http.proxy': proxy.url });
    await person.retryOrContinue('Retry');
    await person.replyFinished(1);
    await person.lastReply.getByText('This is the local service').waitFor();
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
