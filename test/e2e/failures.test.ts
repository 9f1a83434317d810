import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

interface Failure {
  readonly status: number;
  /** What the turn says. */
  readonly says: RegExp;
  /** The ways out that it offers. */
  readonly actions: readonly string[];
}

const FAILURES: readonly Failure[] = [
  { status: 401, says: /API key \(401\).*Check the key in the dashboard/, actions: ['Set API Key', 'Retry'] },
  { status: 403, says: /\(403\).*Activate the account or renew/, actions: ['Set API Key', 'Retry'] },
  { status: 404, says: /\(404\).*Check the URL and the model name/, actions: ['Open Settings', 'Retry'] },
  { status: 429, says: /\(429\).*Wait and retry/, actions: ['Retry'] },
  { status: 500, says: /\(500\).*Retry after a few seconds/, actions: ['Retry'] },
  { status: 503, says: /\(503\)/, actions: ['Retry'] },
];

describe('a failed turn', () => {
  before(() => person.connect());

  for (const { status, says, actions } of FAILURES) {
    test(`says what ${status} means and offers ${actions.join(', ')}`, async () => {
      await person.newChat();
      e2e.service.failNext(status);
      await person.ask('Why?');
      const alert = person.lastReply.getByRole('alert');
      await alert.waitFor();
      assert.match((await alert.innerText()).replaceAll('\n', ' '), says);
      assert.deepEqual(
        (await alert.getByRole('button').allInnerTexts()).map((text) => text.trim()),
        actions,
      );
      await person.lastQuestion.getByText('Why?').waitFor();
    });
  }

  test('is asked again in place by Retry', async () => {
    await person.newChat();
    e2e.service.failNext(500);
    await person.ask('Once more?');
    await person.lastReply.getByRole('button', { name: 'Retry' }).click();
    await person.lastReply
      .getByText('That is all')
      .or(person.lastReply.getByText('Once more?'))
      .first()
      .waitFor();
    await person.replyFinished(1);
    assert.equal(await person.replies.count(), 1);
  });

  test('with a refused parameter comes back into the composer by Edit Message', async () => {
    await person.newChat();
    e2e.service.failNext(422);
    e2e.service.failNext(422);
    await person.ask('Not so?');
    await person.lastReply.getByRole('button', { name: 'Edit Message' }).click();
    await person.panel.getByRole('article').first().waitFor({ state: 'detached' });
    assert.equal(await person.composer.inputValue(), 'Not so?');
    await person.composer.fill('');
  });

  test('keeps what came where the connection broke off, and never calls it finished', async () => {
    await person.newChat();
    await person.ask('Half?\n\n!cut');
    const alert = person.lastReply.getByRole('alert');
    await alert.getByText('The connection was lost').waitFor();
    assert.match(await person.lastReply.innerText(), /local service/);
    await e2e.workbench.screenshot('failure-connection-lost');
  });

  test('leaves no trace of the key in the panel, nor in any file of VS Code', async () => {
    const trace = e2e.service.keys.active.slice(0, 12);
    const page = await person.panel.locator('html').evaluate((html) => html.outerHTML);
    assert.ok(!page.includes(trace), 'The key is in the panel');
    const { dataDir } = e2e.vscode;
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    assert.ok(
      files.some(({ name }) => name === 'settings.json'),
      'The files were not found',
    );
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), 'latin1');
      assert.ok(!text.includes(trace), `The key is in ${name}`);
    }
  });
});
