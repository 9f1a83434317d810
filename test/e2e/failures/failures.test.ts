import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endToEnd, questionsTo } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

describe('a failed turn', () => {
  before(() => person.connect());

  test('offers Change API Key…, and Retry uses the new key', async () => {
    await person.newChat();
    e2e.service.failNext(401);
    await person.ask('With which key?');
    const alert = person.lastReply.locator('.notes .notice');
    await alert.getByText('Check the key in the dashboard').waitFor();
    await alert.getByRole('button', { name: 'Other Actions…' }).click();
    assert.deepEqual(await alert.locator('.menu').getByRole('menuitem').allInnerTexts(), [
      'Retry',
      'Copy Details',
    ]);
    await e2e.workbench.page.keyboard.press('Escape');
    await alert.getByRole('button', { name: 'Change API Key…' }).click();
    await person.inputBoxWith('Your API key for').waitFor();
    await person.submit(e2e.service.keys.active);
    await person.inputBox.waitFor({ state: 'hidden' });
    await person.retryOrContinue('Retry');
    await person.replyFinished(1);
    assert.equal(await alert.count(), 0);
    assert.equal(await person.replies.count(), 1);
  });

  test('names a model that is not available, and Retry uses the model that the user selects', async () => {
    await person.newChat();
    e2e.service.failNext(
      404,
      JSON.stringify({ error: { message: 'There is no such model.', param: 'model' } }),
    );
    await person.ask('Which?');
    const alert = person.lastReply.locator('.notes .notice');
    await alert.getByText('The model assistant-sonnet-4 is not available (404).').waitFor();
    await alert.getByRole('button', { name: 'Select Model' }).click();
    await e2e.workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'assistant-haiku' })
      .click();
    await person.panel.getByRole('button', { name: /^Select Model.*assistant-haiku/ }).waitFor();
    await person.retryOrContinue('Retry');
    await person.replyFinished(1);
    assert.deepEqual(
      questionsTo(e2e.service)
        .slice(-2)
        .map(({ body }) => body.model),
      ['assistant-sonnet-4', 'assistant-haiku'],
    );
  });

  test('with status 404 opens the setting for the base URL', async () => {
    await person.newChat();
    e2e.service.failNext(404);
    await person.ask('Where?');
    await person.lastReply.getByRole('button', { name: 'Open Settings' }).click();
    const settings = e2e.workbench.page.locator('.settings-editor');
    await settings.getByText('Base URL of the chat service').waitFor();
    await e2e.workbench.runCommand('View: Close Editor');
  });

  test('whose stream nobody can read is retried without streaming, which stays off until that is undone', async () => {
    await person.newChat();
    e2e.service.fault('F61.otherLines');
    await person.ask('What is this?');
    const notice = person.lastReply.locator('.notes .notice');
    await notice.getByText('The service streamed its reply in a format that can’t be read.').waitFor();
    await person.chooseInNotice('Show Start of Response');
    await notice.getByText('{"model":"local","message":{"role":"assistant"').waitFor();
    await notice.getByRole('button', { name: 'Turn Off Streaming and Retry' }).click();
    await notice.getByText('Streaming is now off for this service').waitFor();
    await person.replyFinished(1);
    await person.ask('And this?');
    await person.replyFinished(2);
    e2e.service.clearFaults();
    await person.replies.first().getByRole('button', { name: 'Turn On Streaming Again' }).click();
    await person.replies.first().locator('.notice').waitFor({ state: 'detached' });
    await person.ask('And that?');
    await person.replyFinished(3);
    assert.deepEqual(
      questionsTo(e2e.service)
        .slice(-4)
        .map(({ body }) => body.stream === true),
      [true, false, false, true],
    );
  });

  test('copies a report without its text by Copy Details', async () => {
    await e2e.workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.newChat();
    e2e.service.failNext(403);
    await person.ask('A secret question?');
    await person.chooseInNotice('Copy Details');
    const copied = (): Promise<string> => e2e.workbench.page.evaluate(() => navigator.clipboard.readText());
    await e2e.workbench.waitUntil(async () => (await copied()).startsWith('Assistant Chat: '));
    const report = await copied();
    assert.match(report, /^Failure: forbidden\nStatus: 403\nHost: 127\.0\.0\.1:\d+$/m);
    assert.match(report, /^Request: POST \/chat, attempt 1$/m);
    assert.ok(!report.includes('secret question'), report);
  });

  test('with a rejected parameter is replaced by Edit Question', async () => {
    await person.newChat();
    e2e.service.failNext(422);
    e2e.service.failNext(422);
    await person.ask('Not so?');
    await person.lastReply.getByRole('button', { name: 'Edit Question' }).click();
    const editor = person.panel.getByRole('textbox', { name: 'Edit question' });
    assert.equal(await editor.inputValue(), 'Not so?');
    await editor.fill('Or so?');
    await editor.press('Enter');
    await person.lastQuestion.getByText('Or so?').waitFor();
    await person.replyFinished(1);
  });
});

describe('a service that asks to wait', () => {
  test('gets the request again after a visible countdown', async () => {
    await person.newChat();
    const before = questionsTo(e2e.service).length;
    e2e.service.failNext(429, undefined, { 'Retry-After': '4' });
    await person.ask('Later?');
    await person.lastReply.getByText(/The service asked to wait \(429\)\. Retrying in [1-4] s\./).waitFor();
    await person.replyFinished(1);
    assert.equal(await person.lastReply.locator('.notes .notice').count(), 0);
    assert.equal(questionsTo(e2e.service).length - before, 2);
  });

  // Last, since nothing else is sent before the requested time is over.
  test('for longer than 60 s gets the request again only by Wait and Retry, and not after Stop', async () => {
    await person.newChat();
    const before = questionsTo(e2e.service).length;
    e2e.service.failNext(429, undefined, { 'Retry-After': '600' });
    await person.ask('In ten minutes?');
    const alert = person.lastReply.locator('.notes .notice');
    await alert.getByText(/asked to wait 10 min, longer than the maximum automatic wait of/).waitFor();
    await alert.getByRole('button', { name: 'Wait and Retry' }).click();
    await person.lastReply.getByText(/Sending in (10|9) min/).waitFor();
    await person.panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await person.lastReply.getByText('Stopped').waitFor();
    await person.replyFinished(1);
    assert.equal(questionsTo(e2e.service).length - before, 1);
  });
});

describe('the log', () => {
  test('has a line for each request, and Show Log opens it', async () => {
    await e2e.workbench.runCommand('Assistant: Show Log');
    const line = e2e.workbench.page.locator('.part.panel .view-line', { hasText: /POST\s\/chat\s429\sin\s/ });
    await line.first().waitFor();
  });
});
