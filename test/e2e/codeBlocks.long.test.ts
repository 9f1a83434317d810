import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

/** The local service says again what it was asked, code blocks included. */
const NAMED = ['Why?', '```ts:duration.ts', 'one', '```', '```ts:../outside.ts', 'two', '```'].join('\n');

describe('the code blocks of a reply', () => {
  before(async () => {
    await person.connect();
    await person.askAbout('units.ts', 1, 3, 'Why?');
    await person.replyFinished(1);
    await person.panel.locator('textarea:focus').waitFor();
  });

  test('are reached and inserted by keys alone, from the question on', async () => {
    const { workbench } = e2e;
    const { keyboard } = workbench.page;
    const code = await person.lastReply.locator('.code pre code').last().textContent();
    const before = await workbench.editorText();
    // VS Code knows of the focus a moment after the panel, so that the first press may come too early.
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Alt+PageUp');
      return (await person.lastReply.locator('.code pre:focus').count()) > 0;
    });
    // As above, and two may count: the second one is the editor's own.
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Enter');
      return (await workbench.editorText()) !== before;
    });
    assert.ok((await workbench.editorText()).split(code?.split('\n')[0] ?? '?').length > 2);
    // The editor has the keyboard, so that Undo is a key away.
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await workbench.waitUntil(async () => {
      await keyboard.press('Control+Z');
      return (await workbench.editorText()) === before;
    });
  });

  test('stay the ones that commands of the palette mean, which takes the keyboard away', async () => {
    const { workbench } = e2e;
    const code = await person.lastReply.locator('.code pre code').last().textContent();
    // From the composer, so that the block that had the keyboard before is not taken for the one that gets it.
    await person.composer.click();
    await workbench.runCommand('Assistant: Next Code Block');
    await person.lastReply.locator('.code pre:focus').waitFor();
    await workbench.runCommand('Assistant: New File from Code Block');
    await workbench.page.locator('.tab.active[data-resource-name^="Untitled"]').waitFor();
    await workbench.waitForEditorText((text) => text === code);
    await workbench.page.locator('.statusbar-item', { hasText: 'TypeScript' }).first().waitFor();
  });

  test('open the file that they name where it lies in the workspace, and no other', async () => {
    const { workbench } = e2e;
    await person.ask(NAMED);
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
});
