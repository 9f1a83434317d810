import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocksOf } from '../../../src/core/markdown/codeBlocks.ts';
import type { PanelPage } from '../panelPage.ts';
import { EVERYTHING, growing, question, REPLY, reply, state } from '../samples.ts';
import { usePanels } from '../usePanels.ts';

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
  test(`the buttons of a code block send the index by which the host finds the block: ${name}`, async () => {
    const panel = await open({ width: 480 });
    await panel.receive(state({ turns: [question('Why?'), reply(text)] }));
    await panel.stopClock();
    const blocks = codeBlocksOf(text);
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
      const { turnId, blockIndex, action } = await panel.posted('codeBlockAction', index + 1);
      assert.deepEqual(
        { turnId, block: blockIndex, action },
        { turnId: 'reply-1', block: index, action: 'insert' },
      );
      await panel.page.getByRole('button', { name: 'Inserted' }).waitFor();
      await panel.page.clock.runFor(2000);
    }
  });
}

test('a code block shows its language and its file', async () => {
  const panel = await open();
  const fences = [
    '```ts title="src/a.ts"',
    '```python:tools/b.py',
    '```cs',
    '```brainfuck',
    '```',
    '```tsx app/[slug]/page.tsx:12-20',
    '```12:20:src/a.ts',
    '```ts title="How it is used"',
  ];
  await panel.receive(
    state({ turns: [question('Why?'), reply(fences.map((fence) => `${fence}\nx\n\`\`\`\n`).join('\n'))] }),
  );
  const titles = await panel.page
    .locator('.code-title')
    .evaluateAll((all) => all.map((title) => title.getAttribute('title')));
  assert.deepEqual(titles, [
    'src/a.ts TypeScript',
    'tools/b.py Python',
    'C#',
    'brainfuck',
    'Plain text',
    'app/[slug]/page.tsx:12-20 TypeScript',
    '12:20:src/a.ts TypeScript',
    'TypeScript',
  ]);
  assert.deepEqual(await panel.page.locator('.code-info').allTextContents(), ['How it is used']);
  assert.equal(await panel.page.getByRole('toolbar', { name: 'Code block 2, Python' }).count(), 1);
});

test('a button shows for two seconds that it succeeded', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.stopClock();
  await panel.page.getByRole('button', { name: 'Replace Selection' }).click();
  await panel.page.getByRole('button', { name: 'Replaced' }).waitFor();
  await panel.page.clock.runFor(2000);
  await panel.page.getByRole('button', { name: 'Replace Selection' }).waitFor();
});

test('a failed button action shows the reason in its code block', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  panel.respond = () => 'No editor is open.';
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  const status = panel.page.locator('.code').getByRole('status');
  await status.getByText('No editor is open.').waitFor();
  panel.respond = () => undefined;
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  await panel.page.getByRole('button', { name: 'Inserted' }).waitFor();
  await status.getByText('No editor is open.').waitFor({ state: 'detached' });
});

test('the success of a button is announced, since the focus may have moved to the editor', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.stopClock();
  const status = panel.page.locator('.code').getByRole('status');
  const { height } = (await panel.page.locator('.code').boundingBox()) ?? {};
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  await status.getByText('Inserted').waitFor();
  assert.equal((await panel.page.locator('.code').boundingBox())?.height, height);
  await panel.page.clock.runFor(2000);
  assert.equal(await status.textContent(), '');
  panel.respond = () => 'No editor is open.';
  await panel.page.getByRole('button', { name: 'Insert at Cursor' }).click();
  await status.getByText('No editor is open.').waitFor();
  assert.equal(await status.evaluate((line) => line.classList.contains('visually-hidden')), false);
});

test('Copy Reply and Insert Reply send the id of the reply', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), reply(REPLY)] }));
  await panel.page.getByRole('button', { name: 'Copy Reply' }).click();
  assert.deepEqual(
    [(await panel.posted('replyAction')).turnId, (await panel.posted('replyAction')).action],
    ['reply-1', 'copy'],
  );
  await panel.page.getByRole('button', { name: 'Insert Reply into Editor' }).click();
  assert.equal((await panel.posted('replyAction', 2)).action, 'insert');
});

const STILL_WRITTEN = 'This code block is still being written.';

/** State of the buttons of each block: `ready`, or the reason why they are disabled. */
async function buttonStates(panel: PanelPage): Promise<string[]> {
  await panel.untilDrawn();
  return panel.log.locator('.code').evaluateAll((blocks) =>
    blocks.map((block) => {
      const buttons = [...block.querySelectorAll('.toolbar button:not([aria-haspopup])')];
      const states = buttons.map((one) =>
        one.ariaDisabled === 'true'
          ? one.getAttribute('title')
          : one.getAttribute('title') === one.ariaLabel
            ? 'ready'
            : 'wrong name',
      );
      return [...new Set(states)].join();
    }),
  );
}

test('the buttons of a code block are disabled with a reason until the block or the reply ends', async () => {
  const panel = await open();
  const text = 'One:\n\n```ts\na();\n';
  const more = ['``', '`', '\n', '\nAnd:\n\n- in a list\n\n  ```sh\n  b', '\n  ```\n', 'End'];
  await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
  const states = [await buttonStates(panel)];
  for (const piece of more) {
    await panel.receive({ type: 'replyText', turnId: 'reply-1', text: piece });
    states.push(await buttonStates(panel));
  }
  assert.deepEqual(states, [
    [STILL_WRITTEN],
    [STILL_WRITTEN],
    [STILL_WRITTEN],
    ['ready'],
    ['ready', STILL_WRITTEN],
    ['ready', 'ready'],
    ['ready', 'ready'],
  ]);
});

test('the buttons of a block that an incomplete reply left open are enabled until the reply continues', async () => {
  const panel = await open();
  const text = '> ```ts\n> a();';
  await panel.receive(state({ turns: [question('Why?'), growing(text)] }));
  assert.deepEqual(await buttonStates(panel), [STILL_WRITTEN]);
  await panel.receive({ type: 'replyChanged', turn: reply(text, { status: 'cutAtLimit' }) });
  assert.deepEqual(await buttonStates(panel), ['ready']);
  await panel.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await panel.page.getByRole('button', { name: 'Copied' }).waitFor();
  await panel.receive({ type: 'replyChanged', turn: growing(text) });
  assert.deepEqual(await buttonStates(panel), [STILL_WRITTEN]);
  await panel.receive({ type: 'replyChanged', turn: reply(`${text}\n> b();`) });
  assert.deepEqual(await buttonStates(panel), ['ready']);
});

test('in a comparison, only the open block of the reply that is still streaming is disabled', async () => {
  const panel = await open();
  const text = '```ts\na();\n';
  await panel.receive(
    state({
      turns: [
        question('Why?'),
        reply(text, { compared: 'first' }),
        growing(text, { id: 'reply-2', compared: 'second' }),
      ],
    }),
  );
  assert.deepEqual(await buttonStates(panel), ['ready', STILL_WRITTEN]);
});

test('a disabled button of a streaming block keeps the focus, sends nothing and shows why', async () => {
  const panel = await open();
  await panel.receive(state({ turns: [question('Why?'), growing('```sh\na\n')] }));
  const insert = panel.page.getByRole('button', { name: 'Insert at Cursor' });
  const status = panel.page.locator('.code').getByRole('status');
  await insert.focus();
  await panel.page.keyboard.press('Enter');
  await status.getByText(STILL_WRITTEN).waitFor();
  await panel.log.locator('.code').getByRole('button', { name: 'More Actions…' }).click();
  for (const name of ['New File', 'Insert into Terminal']) {
    assert.equal(await panel.page.getByRole('menuitem', { name }).getAttribute('aria-disabled'), 'true');
  }
  assert.equal(await panel.page.getByRole('menuitemcheckbox').getAttribute('aria-disabled'), null);
  // Forced, since Playwright waits until elements are enabled.
  await panel.page.getByRole('menuitem', { name: 'New File' }).click({ force: true });
  assert.equal(await status.textContent(), STILL_WRITTEN);
  await insert.focus();
  await panel.receive({ type: 'replyText', turnId: 'reply-1', text: '```\n' });
  await panel.untilDrawn();
  assert.equal(await status.textContent(), '');
  assert.equal(await insert.evaluate((button) => button === document.activeElement), true);
  assert.deepEqual(panel.postedOf('codeBlockAction'), []);
  await panel.page.keyboard.press('Enter');
  assert.equal((await panel.posted('codeBlockAction')).action, 'insert');
});
