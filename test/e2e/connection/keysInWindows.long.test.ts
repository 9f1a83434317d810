import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorkbench, type Workbench } from '../../harness/vscode/workbench.ts';
import { endToEnd } from '../fixture.ts';
import { isKept } from '../isKept.ts';
import { Person } from '../person.ts';

/**
 * Two windows of one user in a browser, the hardest case: there VS Code reads its secrets once for each page and
 * tells no other page of a change, so a removal arrives by way of the extension's state. Not shown here: a key
 * that is set in one page is seen by the others after a reload alone. A changed address reaches the other windows
 * of the desktop and of VS Code's own pages at once, but not those of this server's build, whose pages name the
 * settings file in another way than its watcher does; that every change counts from the next question on is
 * shown by the suites in the extension host.
 */
const e2e = endToEnd();
const person = new Person(e2e);
let second: Workbench;
let other: Person;

test('a second window uses the key that was entered in the first', async () => {
  await person.connect();
  second = await openWorkbench({
    vscode: e2e.vscode,
    browser: e2e.browser,
    folder: e2e.folder,
    beside: e2e.workbench,
  });
  await second.ready();
  other = new Person({
    vscode: e2e.vscode,
    browser: e2e.browser,
    folder: e2e.folder,
    workbench: second,
    service: e2e.service,
  });
  await second.showPanel();
  await other.ask('From the second window?');
  await other.replyFinished(1);
});

test('a key that is removed in one window is not sent from the other any more', async () => {
  await e2e.workbench.runCommand('Assistant: Remove API Key');
  await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
  // VS Code writes the extension's state down, and tells the other page, a moment later.
  await e2e.workbench.waitUntil(() => e2e.workbench.page.evaluate(isKept, 'removed\\":true'));
  const before = e2e.service.requests.length;
  await other.ask('Still there?');
  await other.panel.getByText('Set the base URL and the API key first.').waitFor();
  assert.equal(e2e.service.requests.length, before);
  assert.equal(await other.composer.inputValue(), 'Still there?');
  assert.equal(await other.replies.count(), 1, 'The conversation is gone');
});

test('the other window says so as soon as somebody comes back to it', async () => {
  await second.leaveAndComeBack();
  await other.panel.getByRole('button', { name: 'Connect' }).waitFor();
});
