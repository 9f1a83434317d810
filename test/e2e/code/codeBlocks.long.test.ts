import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

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

  test('are copied as code with the texts around them, by the keys of VS Code', async () => {
    const { page } = e2e.workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await person.newChat();
    await person.ask('Why?\n```sh\nif true\n  then\n```');
    await person.replyFinished(1);
    await person.lastReply.locator('p').first().click();
    const read = (type: string): Promise<string> =>
      page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read();
        return item?.types.includes(wanted) ? (await item.getType(wanted)).text() : '';
      }, type);
    // VS Code knows of the focus a moment after the panel.
    await e2e.workbench.waitUntil(async () => {
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Control+C');
      return (await read('text/plain')).startsWith('Why?');
    });
    const text = await read('text/plain');
    assert.match(text, /\n\nif true\n {2}then(\n\n|$)/);
    assert.doesNotMatch(text, /^(Bash|Shell|Copy|Insert)|\d+ in/m);
    assert.match(await read('text/html'), /<pre><code>if true\n {2}then<\/code><\/pre>/);
  });

  test('are gone through one by one by the palette and by keys, in the view and in a tab', async () => {
    const { workbench } = e2e;
    await person.newChat();
    await person.ask(
      ['Why?', ...['one', 'two', 'three'].map((word) => `\`\`\`sh\n${word}\n\`\`\``)].join('\n'),
    );
    await person.replyFinished(1);
    await goThrough(person.panel);
    await workbench.runCommand('Assistant: Open Chat in Editor');
    await workbench.chatTab().locator('textarea:focus').waitFor();
    await goThrough(workbench.chatTab());
  });
});

/** From the composer, which has the keyboard: forward beyond the end, and back. */
async function goThrough(chat: FrameLocator): Promise<void> {
  const { workbench } = e2e;
  const blocks = chat.locator('.code pre');
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
    // Where it is now. A block may get the keyboard back before it goes on.
    const places = [1];
    document.addEventListener('focusin', ({ target }) => {
      const place = [...document.querySelectorAll('.code pre')].indexOf(target as Element);
      if (place !== -1 && place !== places.at(-1)) {
        places.push(place);
      }
    });
    return places;
  });
  // A key that comes while VS Code does not know yet where the keyboard is has no effect.
  await workbench.waitUntil(async () => {
    await workbench.page.keyboard.press('Control+Alt+PageDown');
    return (await visited.evaluate((places) => places.length)) > 5;
  });
  const places = await visited.jsonValue();
  assert.deepEqual(
    places,
    places.map((_, index) => (index + 1) % count),
  );
}
