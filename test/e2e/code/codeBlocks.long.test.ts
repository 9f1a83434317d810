import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

const NAMED = ['```ts:duration.ts', 'one', '```', '```ts:../outside.ts', 'two', '```'].join('\n');

describe('the code blocks of a reply', () => {
  before(async () => {
    await person.connect();
    await person.askAbout('units.ts', 1, 3, 'Why?');
    await person.replyFinished(1);
    await person.panel.locator('textarea:focus').waitFor();
  });

  test('are reached and inserted by keyboard only', async () => {
    const { workbench } = e2e;
    const { keyboard } = workbench.page;
    const code = await person.lastReply.locator('.code pre code').last().textContent();
    const before = await workbench.editorText();
    // VS Code learns of the focus shortly after the panel, so the first key press may be too early.
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Alt+PageUp');
      return (await person.lastReply.locator('.code pre:focus').count()) > 0;
    });
    // As above. A second press may go to the editor.
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Enter');
      return (await workbench.editorText()) !== before;
    });
    assert.ok((await workbench.editorText()).split(code?.split('\n')[1] ?? '?').length > 2);
    // The editor has the focus, so that Undo works by key.
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Z');
      return (await workbench.editorText()) === before;
    });
  });

  test('open in a new file by their menu, after Next Code Block of the Command Palette, which takes the focus', async () => {
    const { workbench } = e2e;
    const code = await person.lastReply.locator('.code pre code').last().textContent();
    // From the composer, so that the previously focused block is not mistaken for the next one.
    await person.composer.click();
    await workbench.runCommand('Assistant: Next Code Block');
    await person.lastReply.locator('.code pre:focus').waitFor();
    const menu = person.lastReply.locator('.code').last().getByRole('button', { name: 'More Actions…' });
    await menu.click();
    await person.panel.getByRole('menuitem', { name: 'New File' }).click();
    await workbench.page.locator('.tab.active[data-resource-name^="Untitled"]').waitFor();
    await workbench.waitForEditorText((text) => text === code);
    await workbench.page.locator('.statusbar-item', { hasText: 'TypeScript' }).first().waitFor();
  });

  test('open the file that they name if it is in the workspace, and no other', async () => {
    const { workbench } = e2e;
    replyNext(e2e.service, NAMED);
    await person.ask('Why?');
    await person.replyFinished(2);
    await person.lastReply.getByRole('button', { name: 'Open duration.ts' }).click();
    await workbench.page.locator('.tab.active[data-resource-name="duration.ts"]').waitFor();
    assert.deepEqual(
      await person.lastReply
        .locator('.code-file')
        .evaluateAll((names) => names.map((name) => `${name.tagName} ${name.textContent}`)),
      ['BUTTON duration.ts', 'SPAN ../outside.ts'],
    );
  });

  test('are copied as code with the surrounding text by VS Code’s shortcuts', async () => {
    const { page } = e2e.workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.newChat();
    replyNext(e2e.service, 'Because:\n\n```sh\nif true\n  then\n```');
    await person.ask('Why?');
    await person.replyFinished(1);
    await person.lastReply.locator('p').first().click();
    const read = (type: string): Promise<string> =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read();
        return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : '';
      }, type);
    // VS Code learns of the focus shortly after the panel.
    await e2e.workbench.waitUntil(async () => {
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+C');
      return (await read('text/plain')).startsWith('Why?');
    });
    const text = await read('text/plain');
    assert.match(text, /\n\nif true\n {2}then(\n\n|$)/);
    assert.doesNotMatch(text, /^(Bash|Shell|Copy|Insert)| · \d/m);
    assert.match(await read('text/html'), /<pre><code>if true\n {2}then<\/code><\/pre>/);
  });

  test('are visited one by one by command and by shortcut, in the view and in an editor', async () => {
    const { workbench } = e2e;
    await person.newChat();
    replyNext(e2e.service, ['one', 'two', 'three'].map((word) => `\`\`\`sh\n${word}\n\`\`\``).join('\n'));
    await person.ask('Why?');
    await person.replyFinished(1);
    await goThrough(person.panel);
    await workbench.runCommand('Assistant: Open Chat in Editor');
    await workbench.chatTab().locator('textarea:focus').waitFor();
    await goThrough(workbench.chatTab());
  });
});

/** Goes from the focused composer through the blocks, forward beyond the end and back. */
async function goThrough(chat: FrameLocator): Promise<void> {
  const { workbench } = e2e;
  const blocks = chat.locator('.code pre');
  // The composer has the focus before the conversation is drawn.
  await blocks.nth(2).waitFor();
  const count = await blocks.count();
  assert.equal(count, 3);
  for (const [command, block] of [
    ['Next', 0],
    ['Next', 1],
    ['Next', 2],
    ['Next', 0],
    ['Previous', 2],
    ['Previous', 1],
  ] as const) {
    await workbench.runCommand(`Assistant: ${command} Code Block`);
    await workbench.waitUntil(() => blocks.nth(block).evaluate((pre) => pre.matches(':focus')));
  }
  const visited = await blocks.first().evaluateHandle(() => {
    // Starts with the current block, which may get the focus again first.
    const indexes = [1];
    document.addEventListener('focusin', ({ target }) => {
      const index = [...document.querySelectorAll('.code pre')].indexOf(target as Element);
      if (index !== -1 && index !== indexes.at(-1)) {
        indexes.push(index);
      }
    });
    return indexes;
  });
  // A key has no effect until VS Code knows where the focus is.
  await workbench.waitUntil(async () => {
    await workbench.page.keyboard.press('Control+Alt+PageDown');
    return (await visited.evaluate((indexes) => indexes.length)) > 5;
  });
  const indexes = await visited.jsonValue();
  assert.deepEqual(
    indexes,
    indexes.map((_, index) => (index + 1) % count),
  );
}
