import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

const ring = (): Locator => person.panel.getByRole('button', { name: /tokens would be sent$/ });
const parts = (): Locator => person.panel.getByRole('dialog', { name: 'Tokens in the next request' });

/** The tokens of the part that is named so, in the parts that are open. */
async function tokensOf(name: string): Promise<number> {
  const row = parts().getByRole('listitem').filter({ hasText: name });
  return Number(/(\d+)$/.exec((await row.textContent()) ?? '')?.[1]);
}

describe('the meter', () => {
  before(async () => {
    await person.connect();
  });

  test('tells what would be sent while it is written, and the conversation once it was', async () => {
    await person.ask('Why does it do that?');
    await person.replyFinished(1);
    await person.composer.fill('And now, in three words, all the rest of what you know about it, please.');
    await ring().press('Enter');
    await e2e.workbench.waitUntil(async () => (await tokensOf('Question')) > 10);
    assert.ok((await tokensOf('Conversation so far')) > 50);
    await parts()
      .getByText(/^An estimate, ±\d+ % by what the service counted lately\.$/)
      .waitFor();
    await person.panel.getByRole('button', { name: 'Show Request' }).press('Escape');
    await parts().waitFor({ state: 'hidden' });
  });

  test('leads to the request itself', async () => {
    await ring().click();
    await person.panel.getByRole('button', { name: 'Show Request' }).click();
    await e2e.workbench.page
      .locator('.monaco-editor .view-lines')
      .getByText('And now, in three words')
      .first()
      .waitFor();
  });
});
