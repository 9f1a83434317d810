import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocks } from '../../src/core/codeBlocks.ts';
import { EVERYTHING, question, REPLY, reply, state } from './samples.ts';
import { usePanels } from './usePanels.ts';

const open = usePanels();

const NESTED = [
  '- a list',
  '  - in a list',
  '',
  '    ~~~~md',
  '    ```js',
  '    inner()',
  '    ```',
  '    ~~~~',
  '',
  '> ```py',
  '> quoted = 1',
  '> > not a quotation',
  '> ```',
  '',
  '    indented()',
  '',
  '    indented again',
  '',
  '```',
  '',
  '```',
  '',
  '```sh title="a b.sh"',
  'unclosed',
].join('\n');

for (const [name, text] of Object.entries({ REPLY, EVERYTHING, NESTED })) {
  test(`a code block's buttons name the block that the host takes: ${name}`, async () => {
    const panel = await open();
    await panel.tell(state({ turns: [question('Why?'), reply(text)] }));
    await panel.stopClock();
    const blocks = codeBlocks(text);
    const shown = await panel.page
      .locator('.code pre code')
      .evaluateAll((codes) => codes.map((code) => code.textContent));
    assert.deepEqual(
      shown,
      blocks.map((block) => block.code),
    );
    const buttons = panel.log.getByRole('button', { name: 'Insert at Cursor' });
    for (const { index } of blocks) {
      await buttons.nth(index).click();
      const { turnId, block, action } = await panel.posted('codeAction', index + 1);
      assert.deepEqual({ turnId, block, action }, { turnId: 'reply-1', block: index, action: 'insert' });
      await panel.page.getByRole('button', { name: 'Inserted' }).waitFor();
      await panel.page.clock.runFor(2000);
    }
  });
}

test('a code block says its language and its file', async () => {
  const panel = await open();
  const fences = ['```ts title="src/a.ts"', '```python:tools/b.py', '```cs', '```brainfuck', '```'];
  await panel.tell(
    state({ turns: [question('Why?'), reply(fences.map((fence) => `${fence}\nx\n\`\`\`\n`).join('\n'))] }),
  );
  const titles = await panel.page
    .locator('.code-title')
    .evaluateAll((all) => all.map((title) => title.getAttribute('title')));
  assert.deepEqual(titles, ['src/a.ts TypeScript', 'tools/b.py Python', 'C#', 'brainfuck', 'Plain text']);
  assert.equal(await panel.page.getByRole('toolbar', { name: 'Code block 2, Python' }).count(), 1);
});

test('a button says for two seconds that it worked', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.stopClock();
  await panel.page.getByRole('button', { name: 'Replace Selection' }).click();
  await panel.page.getByRole('button', { name: 'Replaced' }).waitFor();
  await panel.page.clock.runFor(2000);
  await panel.page.getByRole('button', { name: 'Replace Selection' }).waitFor();
});

test('a button that did not work says why, in its block', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), reply(REPLY)] }));
  panel.answer = () => 'No editor is open.';
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  const status = panel.page.locator('.code').getByRole('status');
  await status.getByText('No editor is open.').waitFor();
  panel.answer = () => undefined;
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  await panel.page.getByRole('button', { name: 'Inserted' }).waitFor();
  assert.equal(await status.textContent(), '');
});

test('the whole reply is copied and inserted by its id', async () => {
  const panel = await open();
  await panel.tell(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.page.getByRole('button', { name: 'Copy Reply' }).click();
  assert.deepEqual(
    [(await panel.posted('replyAction')).turnId, (await panel.posted('replyAction')).action],
    ['reply-1', 'copy'],
  );
  await panel.page.getByRole('button', { name: 'Insert Reply' }).click();
  assert.equal((await panel.posted('replyAction', 2)).action, 'insert');
});
