import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { openWorkbench, type Workbench } from '../../harness/vscode/workbench.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();

/** The window that is joined to its extension host by a line that can be cut, as one that works over SSH is. */
let remote: Workbench;
let line: Relay;

const person = new Person({
  get vscode() {
    return e2e.vscode;
  },
  get browser() {
    return e2e.browser;
  },
  get folder() {
    return e2e.folder;
  },
  get service() {
    return e2e.service;
  },
  get workbench() {
    return remote;
  },
});

describe('a window far from its extension host', () => {
  before(async () => {
    const { vscode, browser, folder } = e2e;
    line = await startRelay(vscode.port);
    remote = await openWorkbench({
      vscode: {
        ...vscode,
        url: (...place) => vscode.url(...place).replace(`:${vscode.port}/`, `:${line.port}/`),
      },
      browser,
      folder,
    });
    await remote.ready();
    await person.connect();
  });

  after(() => line?.close());

  function questions(): number {
    return e2e.service.requests.filter(({ path }) => path.endsWith('/chat')).length;
  }

  /** Asks for a long reply, and stops it from coming once its first words are there. */
  async function askAtLength(): Promise<void> {
    e2e.service.setLatency(50);
    await person.ask('Tell me.\n\n!long 400');
    await person.lastReply.locator('p, h1, h2, li').first().waitFor();
  }

  test('whose line is cut in mid-stream says so, and has the whole reply when it is mended', async () => {
    await askAtLength();
    line.cut();
    // VS Code tries for some seconds by itself before it says anything.
    const says = remote.page.locator('.monaco-dialog-box', { hasText: 'Attempting to reconnect' });
    await says.waitFor({ timeout: 60_000 });
    await remote.screenshot('line-cut');
    e2e.service.setLatency(0);
    line.restore();
    await says.getByRole('button', { name: 'Reconnect Now' }).click();
    await says.waitFor({ state: 'detached' });
    await person.replyFinished(1);
    assert.equal(questions(), 1);
    // The beginning of a stream says 0, its end how many they are.
    assert.match(await person.lastReply.innerText(), /\d+ in.*[1-9]\d* out/s);
    assert.doesNotMatch(await person.lastReply.innerText(), /Stopped/);
    assert.equal(await person.lastReply.getByRole('alert').count(), 0);
  });

  test('whose extension host is killed in mid-stream asks nothing again by itself', async () => {
    await person.newChat();
    await askAtLength();
    const asked = questions();
    await killExtensionHosts(e2e.vscode.dataDir);
    await remote.waitUntil(() => e2e.service.requests.at(-1)?.aborted === true);
    e2e.service.setLatency(0);
    // VS Code in the browser writes down every few seconds what is to outlive a reload.
    await remote.waitUntil(() => remote.page.evaluate(isKept, 'window-'));
    await remote.page.reload();
    // The view comes back by itself, in the new window's own time.
    await person.lastQuestion.getByText('Tell me.').waitFor({ timeout: 60_000 });
    assert.equal(questions(), asked);
    await person.ask('Are you there?');
    await person.replyFinished(2);
    assert.equal(questions(), asked + 1);
  });
});
