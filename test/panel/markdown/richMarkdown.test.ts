import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PanelPage } from '../panelPage.ts';
import { AS_WRITTEN, growing, question, RICH, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

const open = usePanels();

async function openReply(text: string): Promise<PanelPage> {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  return panel;
}

function activeClass(panel: PanelPage): Promise<string | undefined> {
  return panel.page.evaluate(() => document.activeElement?.className);
}

test('tags become elements without attributes, comments leave nothing, and everything else stays text', async () => {
  const panel = await openReply(RICH);
  const markdown = panel.log.locator('.markdown');
  assert.deepEqual(
    await markdown
      .locator('kbd, sub, sup:not(:has(button)), summary')
      .evaluateAll((all) => all.map((each) => [each.localName, each.textContent, each.attributes.length])),
    [
      ['kbd', 'Ctrl', 0],
      ['kbd', 'C', 0],
      ['sub', '2', 0],
      ['sup', 'n', 0],
      ['summary', 'The whole log', 0],
      ['summary', 'Inner', 0],
      ['summary', 'In a list', 0],
      ['kbd', 'F5', 0],
    ],
  );
  const text = (await markdown.textContent()) ?? '';
  assert.ok(!text.includes('dropped') && !text.includes('no -->'), text);
  assert.ok(text.includes('<b>bold</b>, <kbd class="x">k</kbd>, </details>, [^none], <sub>open.'), text);
  assert.equal(await markdown.locator('b').count(), 0);
  assert.equal(await markdown.locator('td br').count(), 1);
});

test('details open by keyboard and stay open while the reply grows, also when a later definition redraws them', async () => {
  const panel = await open();
  const text = '<details>\n<summary>Log of [a]</summary>\n\nOne.\n\n';
  await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
  const details = panel.log.locator('details');
  assert.equal(await details.getAttribute('open'), null);
  await details.locator('summary').focus();
  await panel.page.keyboard.press('Enter');
  await details.getByText('One.').waitFor();
  await panel.receive({
    type: 'replyText',
    turnId: 'reply-1',
    text: 'Two.\n\n- three\n\n</details>\n\nAfter.\n\n[a]: https://example.org\n',
  });
  await panel.log.locator('.markdown > p').getByText('After.').waitFor();
  assert.equal(await details.getAttribute('open'), '');
  assert.deepEqual(await details.locator('> *').allTextContents(), ['Log of a', 'One.', 'Two.', 'three']);
  assert.equal(await details.getByRole('link', { name: 'a' }).count(), 1);
});

test('a half-written tag is shown only once it is known to be text', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('Press <kb')] }));
  const markdown = panel.log.locator('.markdown');
  await markdown.getByText('Press').waitFor();
  assert.equal((await markdown.textContent())?.trim(), 'Press');
  await panel.receive(state({ turns: [question('Why?'), reply('Press <kb')] }));
  await markdown.getByText('Press <kb', { exact: true }).waitFor();
});

test('a summary that arrives after its details and a part of itself is the first in them', async () => {
  const panel = await open();
  for (const text of [
    '<details>\n<summ',
    '<details>\n<summary>a</summary>\n\nb',
    '<details>\n<summary>a</summary>\n\nbc',
  ]) {
    await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
  }
  assert.deepEqual(await panel.log.locator('details > *').allTextContents(), ['a', 'bc']);
});

test('moving to a code block opens the details that hide it', async () => {
  const panel = await openReply('<details>\n<summary>a</summary>\n\n```js\nlet b;\n```\n</details>');
  await panel.receive({ type: 'codeBlockCommand', command: 'next' });
  await panel.log.locator('.code').waitFor();
});

test('footnotes have their numbers, and the keyboard goes to a note and back without telling the host', async () => {
  const panel = await openReply(RICH);
  assert.deepEqual(
    await panel.log
      .locator('.footnote-reference')
      .evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)),
    ['Footnote 1', 'Footnote 2'],
  );
  assert.equal(await panel.log.locator('.markdown > :last-child').getAttribute('class'), 'footnotes');
  await panel.log.getByRole('button', { name: 'Footnote 2' }).focus();
  await panel.page.keyboard.press('Enter');
  assert.equal(await activeClass(panel), 'footnote');
  assert.equal(await panel.page.evaluate(() => (document.activeElement as HTMLLIElement).value), 2);
  await panel.page.keyboard.press('Tab');
  await panel.page.keyboard.press('Enter');
  assert.equal(await activeClass(panel), 'footnote-reference');
  assert.deepEqual(panel.postedOf('openLink'), []);
  const overflows = await panel.log.locator('.footnote').evaluateAll((all) =>
    all.map((note) => {
      const back = note.querySelector('.footnote-back')?.getBoundingClientRect();
      return (back?.bottom ?? 0) - note.getBoundingClientRect().bottom;
    }),
  );
  assert.ok(Math.max(...overflows) <= 0, `The buttons overlap what follows: ${overflows}`);
});

test('callouts say their kind', async () => {
  const panel = await openReply(RICH);
  assert.deepEqual(await panel.log.locator('blockquote.callout > p:first-child').allTextContents(), [
    'Note',
    'Tip',
    'Important',
    'Warning',
    'Caution',
  ]);
});

test('what models write, but the standards read otherwise, is drawn completely', async () => {
  const panel = await openReply(AS_WRITTEN);
  const markdown = panel.log.locator('.markdown');
  assert.deepEqual(await markdown.locator('pre').allTextContents(), [
    'npm ci',
    "test('a', () => {});",
    'npx prettier --write .',
    'npm test',
    '# A file\n```js\na();\n``` The rest of the file.',
  ]);
  assert.deepEqual(
    await markdown.locator('tr').evaluateAll((rows) => rows.map(({ children }) => children.length)),
    [2, 2, 2, 3],
  );
  assert.deepEqual(await markdown.locator('td code').allTextContents(), ['a || b']);
  assert.equal(await markdown.locator('td math').count(), 1);
  assert.deepEqual(await markdown.locator('.code-info').allTextContents(), ['npm i express']);
  assert.deepEqual(await markdown.locator('strong, em').allTextContents(), ['注意：']);
  assert.deepEqual(await markdown.locator('a').allTextContents(), ['https://example.com/path']);
  const text = (await markdown.textContent()) ?? '';
  for (const part of [
    'Install it:',
    'only src/__tests__/a.test.ts:',
    'one too many',
    'test/**/*.ts:',
    'In __init__.py',
  ]) {
    assert.ok(text.includes(part), part);
  }
});
