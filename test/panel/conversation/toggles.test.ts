import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { PanelPage } from '../panelPage.ts';
import { growing, MANY_FILES, question, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

const TEXT = [
  '<details>\n<summary>Log</summary>\n\nwas closed\n\n</details>\n',
  '- <details open>\n  <summary>In [a]</summary>\n\n  was open\n  </details>\n',
  '- item of [a]\n\n  ```\n  nested code\n  ```\n',
  '```ts\nlast code\n```\n',
].join('\n');

async function toggleWrap(panel: PanelPage, code: Locator): Promise<void> {
  await code.focus();
  await panel.receive({ type: 'codeBlockCommand', command: 'toggleWrap' });
}

function isWrapped(code: Locator): Promise<boolean> {
  return code.evaluate((pre) => getComputedStyle(pre).textWrapMode === 'wrap');
}

test('what was opened, closed, wrapped or unfolded in a turn stays so after another conversation was shown, and in a page that is loaded again', async () => {
  const panel = await open();
  const shown = state({
    turns: [
      question('Why?', { attachments: MANY_FILES }),
      reply('Earlier.\n\n<details>\n<summary>Inner</summary>\n\ndeep\n\n</details>', {
        id: 'earlier',
        compared: 'earlier',
      }),
      reply(TEXT),
    ],
  });
  await panel.receive(shown);
  await panel.log.getByText('Earlier reply').click();
  await panel.log.getByText('Inner').click();
  await panel.log.getByText('Log').click();
  await panel.log.getByText('In [a]').click();
  await toggleWrap(panel, panel.log.locator('pre', { hasText: 'nested code' }));
  await panel.log.getByRole('button', { name: /^and \d+ more/ }).click();
  const expected = await look(panel);
  assert.deepEqual(expected, {
    details: [true, true, true, false],
    wrapped: [true, false],
    chips: MANY_FILES.length,
  });
  await panel.receive(state({ conversationId: 'other', turns: [reply(TEXT, { id: 'other' })] }));
  assert.deepEqual((await look(panel)).details, [false, true]);
  await panel.receive(shown);
  assert.deepEqual(await look(panel), expected);
  await panel.page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  const again = await open({ savedState: await panel.page.evaluate(() => window.stubState) });
  await again.receive(shown);
  assert.deepEqual(await look(again), expected);
  await panel.log.getByText('Log').click();
  await panel.receive(state({ conversationId: 'other' }), shown);
  assert.deepEqual((await look(panel)).details[2], false);
});

async function look(panel: PanelPage): Promise<{ details: boolean[]; wrapped: boolean[]; chips: number }> {
  return {
    details: await panel.log
      .locator('details')
      .evaluateAll((all: HTMLDetailsElement[]) => all.map((each) => each.open)),
    wrapped: await Promise.all((await panel.log.locator('pre').all()).map(isWrapped)),
    chips: await panel.log.locator('.chip').count(),
  };
}

test('what was opened, closed or wrapped stays so when a later definition redraws its block', async () => {
  const panel = await open();
  await panel.receive(state({ wrapCode: true, turns: [question('Why?'), growing(`${TEXT}\nEnd.\n\n`)] }));
  const nested = panel.log.locator('pre', { hasText: 'nested code' });
  await toggleWrap(panel, nested);
  await panel.log.getByText('In [a]').click();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '[a]: https://example.org\n' });
  await panel.log.getByRole('link', { name: 'a', exact: true }).first().waitFor({ state: 'attached' });
  assert.deepEqual(await look(panel), {
    details: [false, false],
    wrapped: [false, true],
    chips: 0,
  });
});

test('code that was wrapped stays so while it grows and its fence is closed', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('```ts\nlet')] }));
  const code = panel.log.locator('pre');
  await toggleWrap(panel, code);
  assert.equal(await isWrapped(code), true);
  for (const text of [' a', ';\n```\n\n', 'End.']) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text });
    assert.equal(await isWrapped(code), true, text);
  }
  assert.equal(await panel.text(panel.log.locator('.code-language')), 'TypeScript');
});
