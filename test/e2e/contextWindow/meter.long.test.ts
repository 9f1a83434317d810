import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

const ring = (): Locator => person.panel.getByRole('button', { name: /^Next request: about / });
const details = (): Locator => person.panel.getByRole('dialog', { name: 'Tokens in the next request' });

/** Tokens of the part with this name in the open details. */
async function tokensOf(name: string): Promise<number> {
  const row = details().getByRole('listitem').filter({ hasText: name });
  return Number(/(\d+)$/.exec((await row.textContent()) ?? '')?.[1]);
}

describe('the context usage ring', () => {
  before(async () => {
    await person.connect();
  });

  test('shows the tokens of the question being typed and of the conversation so far', async () => {
    await person.ask('Why does it do that?');
    await person.replyFinished(1);
    await person.composer.fill('And now, in three words, all the rest of what you know about it, please.');
    await ring().press('Enter');
    await e2e.workbench.waitUntil(async () => (await tokensOf('Question')) > 10);
    assert.ok((await tokensOf('Conversation so far')) > 50);
    await details()
      .getByText(/^Estimated \(±\d+%\) from the service’s recent counts\.$/)
      .waitFor();
    await person.panel.getByRole('button', { name: 'Show Request' }).press('Escape');
    await details().waitFor({ state: 'hidden' });
  });

  test('opens the request with Show Request', async () => {
    await ring().click();
    await person.panel.getByRole('button', { name: 'Show Request' }).click();
    await e2e.workbench.page
      .locator('.monaco-editor .view-lines')
      .getByText('And now, in three words')
      .first()
      .waitFor();
  });
});
