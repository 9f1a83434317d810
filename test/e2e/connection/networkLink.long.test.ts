import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { killExtensionHosts } from '../../harness/vscode/extensionHosts.ts';
import { openWorkbench, type Workbench } from '../../harness/vscode/workbench.ts';
import { type Relay, startRelay } from '../../support/relay.ts';
import { endToEnd, questionsTo } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();

/** A window whose connection to its extension host can be cut, like that of a window over SSH. */
let remote: Workbench;
let relay: Relay;

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

describe('a window with a remote extension host', () => {
  before(async () => {
    const { vscode, browser, folder } = e2e;
    relay = await startRelay(vscode.port);
    remote = await openWorkbench({
      vscode: {
        ...vscode,
        url: (...place) => vscode.url(...place).replace(`:${vscode.port}/`, `:${relay.port}/`),
      },
      browser,
      folder,
    });
    await remote.ready();
    await person.connect();
  });

  after(() => relay?.close());

  function questions(): number {
    return questionsTo(e2e.service).length;
  }

  /** Asks for a long, slow reply. Resolves when its first words have arrived. */
  async function askAtLength(): Promise<void> {
    e2e.service.setLatency(50);
    await person.ask('Tell me.\n\n!long 400');
    await person.lastReply.locator('p, h1, h2, li').first().waitFor();
  }

  test('that loses its connection while a reply streams says so, and shows the whole reply once it is reconnected', async () => {
    await askAtLength();
    relay.cut();
    // VS Code tries to reconnect for some seconds before it shows anything.
    const dialog = remote.page.locator('.monaco-dialog-box', { hasText: 'Attempting to reconnect' });
    await dialog.waitFor({ timeout: 60_000 });
    await remote.screenshot('line-cut');
    e2e.service.setLatency(0);
    relay.restore();
    await dialog.getByRole('button', { name: 'Reconnect Now' }).click();
    await dialog.waitFor({ state: 'detached' });
    await person.replyFinished(1);
    assert.equal(questions(), 1);
    // The start of a stream reports 0 output tokens, its end the total.
    await person.lastReply.getByTitle(/\d tokens in.*[1-9]\d* tokens out/s).waitFor();
    assert.doesNotMatch(await person.lastReply.innerText(), /Stopped/);
    assert.equal(await person.lastReply.locator('.notes .notice').count(), 0);
  });

  test('whose extension host is killed while a reply streams sends nothing again by itself', async () => {
    await person.newChat();
    await askAtLength();
    const sentBefore = questions();
    await killExtensionHosts(e2e.vscode.dataDir);
    await remote.waitUntil(() => e2e.service.requests.at(-1)?.aborted === true);
    e2e.service.setLatency(0);
    // VS Code in a browser saves its state for a reload every few seconds.
    await remote.waitUntil(() => remote.page.evaluate(isInBrowserStorage, 'assistant.window'));
    await remote.page.reload();
    // VS Code restores the view by itself, some time after the reload.
    await person.lastQuestion.getByText('Tell me.').waitFor({ timeout: 60_000 });
    assert.equal(questions(), sentBefore);
    await person.ask('Are you there?');
    await person.replyFinished(2);
    assert.equal(questions(), sentBefore + 1);
  });
});
