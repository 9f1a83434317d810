import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { HOSTILE } from '../../panel/markdown/hostileText.ts';
import { endToEnd, replyNext } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

/** URLs of the hosts in the hostile text, which must never be requested. */
const HOSTILE_URL = /harm\.example|^http:\/\/127\.0\.0\.1:9\//;

for (const bypassCsp of [false, true]) {
  describe(`a hostile reply ${bypassCsp ? 'without any page’s policy' : 'under the page’s policy'}`, () => {
    const e2e = endToEnd({ bypassCsp });
    const person = new Person(e2e);
    const requests: string[] = [];

    async function assertNothingRan(): Promise<void> {
      for (const frame of e2e.workbench.page.frames()) {
        const harmed: unknown = await frame
          .evaluate(() => Reflect.get(window, 'harmed'))
          .catch((error: unknown) => (frame.isDetached() ? undefined : error));
        assert.equal(harmed, undefined);
      }
      assert.deepEqual(requests, []);
    }

    /** Asserts that the reply is shown as text, and that nothing of it was run or fetched. */
    async function assertHarmless(): Promise<void> {
      const text = await person.lastReply.innerText();
      assert.match(text, /<img src=x onerror="window\.harmed = 1">/);
      assert.match(text, /\[image: p — harm\.example\]/);
      const elements = await person.panel
        .getByRole('log', { name: 'Conversation' })
        .locator('img, script, iframe, object, embed, link, meta, base, style, form, svg')
        .count();
      assert.equal(elements, 0);
      const targets = await person.lastReply
        .locator('[href]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      assert.deepEqual(
        targets.filter((target) => !/^(https:\/\/|mailto:|http:\/\/localhost:3000\/$)/.test(target)),
        [],
      );
      assert.ok(targets.length >= 3, 'allowed links are rendered as links');
      await assertNothingRan();
    }

    before(async () => {
      e2e.workbench.page.context().on('request', (request) => {
        if (HOSTILE_URL.test(request.url())) {
          requests.push(request.url());
        }
      });
      await person.connect();
    });

    test('runs and fetches nothing when it arrives', async () => {
      replyNext(e2e.service, HOSTILE);
      await person.ask('Why?');
      await person.replyFinished(1);
      await assertHarmless();
    });

    test('runs and fetches nothing when it is restored from the history after a reload', async () => {
      // VS Code in a browser saves its state for a reload every few seconds.
      await e2e.workbench.waitUntil(() =>
        e2e.workbench.page.evaluate(isInBrowserStorage, 'assistant.window'),
      );
      await e2e.workbench.page.reload();
      await e2e.workbench.ready();
      await e2e.workbench.runCommand('Assistant: Open Chat');
      await person.lastReply.waitFor({ timeout: 60_000 });
      await person.replyFinished(1);
      await assertHarmless();
    });
  });
}
