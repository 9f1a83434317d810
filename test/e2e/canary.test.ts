import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { FAULTS } from '../faults/catalogue.ts';
import { killExtensionHosts } from '../harness/vscode/extensionHosts.ts';
import { startConnectProxy } from '../support/connectProxy.ts';
import { isLong } from '../support/long.ts';
import { closedBaseUrl } from '../support/service.ts';
import { TraceSearch } from '../support/traces.ts';
import { endToEnd } from './fixture.ts';
import { browserStorage, filesIn, type Leftover, recordedContent, watchDocument } from './leftovers.ts';
import { Person } from './person.ts';

/**
 * Takes keys through every path that handles them, and then searches everything stored or shown for any 12 characters
 * of a key. The extension logs everything; in the long run, VS Code does too, which makes it half as fast. The tests build
 * on each other, in this order.
 */
const proxy = await startConnectProxy({ status: 502 });
const e2e = endToEnd({
  dialogs: true,
  payload: [['logLevel', isLong ? 'trace' : 'assistant.assistant-chat=trace']],
  settings: () => ({ 'http.proxy': proxy.url }),
});
const person = new Person(e2e);

const WRONG_KEY = 'wrong-Qm4Zt8Vw2Xs6Lk1Pj9Rb3Nd7';
const REDACTED_DRAFT = 'Not sent: [redacted: your API key] and this';
const NOT_SECRET = ['local-active-', 'local-not-activated-', 'local-expired-', 'wrong-'];

after(() => proxy.close());

const printed: string[] = [];
const copied: string[] = [];
/** What the documents had shown when VS Code was reloaded. */
const reloaded: Leftover[] = [];

function workbenchDocument(): Locator {
  return e2e.workbench.page.locator('body');
}

function panelDocument(): Locator {
  return person.panel.locator('body');
}

async function askAndFail(question: string): Promise<void> {
  await person.newChat();
  await person.ask(question);
  await person.lastReply.locator('.notes .notice').waitFor();
}

/** Enters a key that is rejected. Also waits for the response, since the message may be that of the key before. */
async function tryKey(key: string, message: string): Promise<void> {
  const responses = (): number =>
    e2e.service.requests.filter(({ path, status }) => path.endsWith('/models') && status !== undefined)
      .length;
  const before = responses();
  await person.inputBox.fill('');
  await person.submit(key);
  await e2e.workbench.waitUntil(async () => responses() > before);
  await person.inputMessage.getByText(message).waitFor();
}

test('the connect flow rejects several keys and accepts the right one', async () => {
  const { page } = e2e.workbench;
  page.on('console', (message) => printed.push(message.text()));
  page.on('pageerror', (error) => printed.push(String(error.stack)));
  await watchDocument(workbenchDocument());
  await e2e.workbench.showPanel();
  await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
  await watchDocument(panelDocument());
  await person.panel.getByRole('button', { name: 'Connect' }).click();
  await person.inputBoxWith('Base URL of the chat service').waitFor();
  // VS Code asks the proxy for this host, and without TLS the proxy would read the key.
  await person.submit(e2e.service.baseUrl.replace('127.0.0.1', '127.0.0.2'));
  await person.inputMessage.getByText('must start with https://').waitFor();
  await person.inputBox.fill('');
  await person.submit(e2e.service.baseUrl);
  await person.inputBoxWith('Your API key for').waitFor();
  const { notActivated, expired, active } = e2e.service.keys;
  await tryKey(WRONG_KEY, '(401)');
  await tryKey(notActivated, '(403)');
  await tryKey(expired, '(403)');
  e2e.service.fault('F46.raw', { on: 'models', times: 1 });
  await tryKey(active, '(401)');
  await person.inputBox.fill('');
  await person.submit(active);
  await person.panel.getByRole('button', { name: 'Connect' }).waitFor({ state: 'detached' });
});

test('the user asks about code, follows up, asks without streaming, and stops a reply', async () => {
  await person.askAbout('duration.ts', 4, 6, 'Why does “5 s” fail?');
  await person.replyFinished(1);
  await person.ask('And with tabs?');
  await person.replyFinished(2);
  await e2e.workbench.changeSettings({ 'assistant.streaming': 'off' });
  await person.ask('In one piece?');
  await person.replyFinished(3);
  await e2e.workbench.changeSettings({ 'assistant.streaming': 'auto' });
  e2e.service.setLatency(10);
  await person.ask('Write much.\n\n!long 5000');
  await person.replies.nth(3).locator('p').first().waitFor();
  await person.panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await person.lastReply.getByText('Stopped').waitFor();
  e2e.service.setLatency(0);
});

test('the user selects a model, and listing models fails with an error that contains the key', async () => {
  const { page } = e2e.workbench;
  const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'assistant-haiku' });
  await e2e.workbench.runCommand('Assistant: Select Model');
  await row.click();
  await page.locator('.statusbar-item', { hasText: 'assistant-haiku' }).waitFor();
  for (const id of ['F46.raw', 'F46.base64']) {
    e2e.service.fault(id, { on: 'models', times: 1 });
    const requestsBefore = e2e.service.requests.length;
    await e2e.workbench.runCommand('Assistant: Select Model');
    // The notification may still be the previous one.
    await e2e.workbench.waitUntil(() => e2e.service.requests.length > requestsBefore);
    await e2e.workbench.notification('(401)');
  }
});

for (const id of Object.keys(FAULTS).filter((name) => name.startsWith('F46'))) {
  test(`the user copies the details of a failure that contains the key: ${id}`, async () => {
    await e2e.workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    e2e.service.fault(id, { times: 1 });
    await askAndFail(`Why ${id}?`);
    await e2e.workbench.page.evaluate(() => navigator.clipboard.writeText(''));
    await person.chooseInNotice('Copy Details');
    const clipboard = (): Promise<string> =>
      e2e.workbench.page.evaluate(() => navigator.clipboard.readText());
    await e2e.workbench.waitUntil(async () => (await clipboard()).includes('Failure: unauthorized'));
    copied.push(await clipboard());
  });
}

test('other failures contain the key too', async () => {
  const key = e2e.service.keys.active;
  const host = `https://${key.replaceAll('_', '-')}.example`;
  const answers: readonly (readonly [number, string, Record<string, string>])[] = [
    [403, `<html><title>${key}</title><body>${encodeURIComponent(key)}</body></html>`, {}],
    [404, JSON.stringify({ error: { message: `No model for ${key}`, param: 'model' } }), {}],
    [401, key, { 'WWW-Authenticate': `Bearer realm="${key}"`, 'X-Request-Id': btoa(key) }],
    [413, JSON.stringify({ detail: [{ loc: ['header', key], msg: `Bearer ${key}` }] }), {}],
    [418, Buffer.from(`Bearer ${key}`).toString('hex'), {}],
    [307, '', { Location: `${host}/?key=${key}` }],
    [307, '', { Location: `https://user:${key}@elsewhere.example/` }],
  ];
  for (const [status, body, headers] of answers) {
    e2e.service.failNext(status, body, headers);
    await askAndFail(`Why ${status}?`);
  }
  e2e.service.failNext(422, `${key} is not valid`);
  e2e.service.failNext(422, `${key} is not valid`);
  await askAndFail('Why 422?');
});

test('the error event of a stream contains the key', async () => {
  const { active } = e2e.service.keys;
  const event = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { message: `Bad ${active}` } })}\n\n`;
  e2e.service.failNext(200, event, { 'Content-Type': 'text/event-stream' });
  await askAndFail('Why in the stream?');
});

test('the user types the key, has it redacted, and recalls the question', async () => {
  const { active } = e2e.service.keys;
  await person.newChat();
  await person.ask(`Why is ${active} refused?`);
  const dialog = e2e.workbench.page.locator('.monaco-dialog-box', { hasText: 'seems to contain a secret' });
  await dialog.getByText('Your API key for the service: your question, line 1').waitFor();
  await dialog.getByRole('button', { name: 'Redact and Send' }).click();
  await person.replyFinished(1);
  await person.newChat();
  await person.composer.press('ArrowUp');
  await person.waitForDraft('Why is [redacted: your API key] refused?');
});

test('the user opens the log and declines to send the key to another base URL', async () => {
  await e2e.workbench.runCommand('Assistant: Show Log');
  await e2e.workbench.page.locator('.part.panel .view-line', { hasText: '/chat' }).first().waitFor();
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': await closedBaseUrl() });
  await person.newChat();
  await person.ask('Where to?');
  const dialog = e2e.workbench.page.locator('.monaco-dialog-box');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await person.panel.getByText('Nothing was sent').waitFor();
  // The chat gets the focus back, which would close what opens before.
  await person.panel.locator('textarea:focus').waitFor();
  await e2e.workbench.changeSettings({ 'assistant.baseUrl': e2e.service.baseUrl });
});

test('a crash of the extension host leaves the draft, redacted', async () => {
  const { page } = e2e.workbench;
  await person.newChat();
  await person.fill(`Not sent: ${e2e.service.keys.active} and this`);
  await person.untilDraftSaved(REDACTED_DRAFT);
  reloaded.push(...(await shown()));
  await killExtensionHosts(e2e.vscode.dataDir);
  await page.reload();
  await e2e.workbench.ready();
  await watchDocument(workbenchDocument());
  // The command never hides a visible view.
  await e2e.workbench.runCommand('Assistant: Open Chat');
  await watchDocument(panelDocument());
  await person.waitForDraft(REDACTED_DRAFT);
});

test('no trace of a key is found while a key is stored, nor after its removal', async () => {
  const search = new TraceSearch([...Object.values(e2e.service.keys), WRONG_KEY], NOT_SECRET);
  assert.deepEqual(tracesIn(search, await allLeftovers()), []);
  await person.removeApiKey();
  await e2e.workbench.notification('The API key was removed');
  const leftovers = await allLeftovers();
  assert.deepEqual(tracesIn(search, leftovers), []);

  // Make sure that the search covered what it should.
  const locations = leftovers.map(({ location }) => location).join('\n');
  for (const location of [
    /settings\.json$/m,
    /Assistant Chat\.log$/m,
    /state\.vscdb|IndexedDB vscode-web/m,
  ]) {
    assert.match(locations, location);
  }
  const content = (name: string): string =>
    leftovers.flatMap(({ location, content: text }) => (location === name ? [String(text)] : [])).join('\n');
  assert.match(content('the workbench'), /Your API key for/);
  assert.match(content('the workbench'), /The API key was removed/);
  assert.match(content('the panel'), /did not accept the API key/);
  assert.match(content('localStorage'), /secrets\.provider/);
  assert.match(content('the clipboard'), /Failure: unauthorized/);
});

test('the search finds planted traces', async () => {
  const search = new TraceSearch([e2e.service.keys.active], NOT_SECRET);
  const planted = join(e2e.folder, 'planted.bin');
  await writeFile(planted, Buffer.from(`Bearer ${e2e.service.keys.active}`).toString('base64'));
  await e2e.workbench.page.evaluate((key) => localStorage.setItem('planted', key), e2e.service.keys.active);
  const found = tracesIn(search, await allLeftovers()).map((trace) => trace.split(' in ')[0]);
  assert.deepEqual(found, [`${planted}: base64`, 'localStorage: raw']);
});

async function allLeftovers(): Promise<Leftover[]> {
  return [
    ...(await filesIn(e2e.vscode.dataDir)),
    ...(await filesIn(e2e.folder)),
    ...(await browserStorage(e2e.workbench.page)),
    ...reloaded,
    ...(await shown()),
    { location: 'the console', content: printed.join('\n') },
    { location: 'the proxy', content: proxy.heard() },
    { location: 'the clipboard', content: copied.join('\n') },
  ];
}

async function shown(): Promise<Leftover[]> {
  return [
    { location: 'the workbench', content: await recordedContent(workbenchDocument()) },
    { location: 'the panel', content: await recordedContent(panelDocument()) },
  ];
}

function tracesIn(search: TraceSearch, leftovers: readonly Leftover[]): string[] {
  return leftovers.flatMap(({ location, content }) => {
    const trace = search.find(content);
    if (trace === undefined) {
      return [];
    }
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
    const around = JSON.stringify(text.slice(Math.max(0, trace.at - 200), trace.at + 50));
    return [`${location}: ${trace.encoding} in ${around}`];
  });
}
