import { test } from 'node:test';
import type { FrameLocator, Locator } from 'playwright-core';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** The tests build on each other, in this order. */
const e2e = endToEnd();
const person = new Person(e2e);

function row(name: string): Locator {
  return e2e.workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
}

function chip(chat: FrameLocator, name: string): Locator {
  return chat.locator('.composer .chip', { hasText: name });
}

/** Presses the mouse button on an element and holds it. */
async function startDrag(dragged: Locator): Promise<void> {
  await dragged.hover();
  await e2e.workbench.page.mouse.down();
}

/** Moves the mouse several times over an element, since a single move does not start a drag. */
async function moveOver(part: Locator): Promise<void> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let step = 0; step < 8; step += 1) {
    await e2e.workbench.page.mouse.move(x + width / 2 + step, y + height / 2 + step);
  }
}

/** Drops with Shift pressed, without which VS Code handles the drop itself. */
async function dropOn(chat: FrameLocator, part: Locator): Promise<void> {
  const { page } = e2e.workbench;
  await page.keyboard.down('Shift');
  await moveOver(part);
  await chat.locator('.drop-overlay', { hasText: 'Drop to attach' }).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

test('a file dropped from the Explorer on a chat editor is attached', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  // Wait for the tab before showing the Explorer, since the tab takes the focus when it is ready.
  await workbench.chatTab().locator('textarea:focus').waitFor();
  await workbench.runCommand('View: Show Explorer');
  await startDrag(row('units.ts'));
  await dropOn(workbench.chatTab(), workbench.page.locator('.part.editor'));
  await chip(workbench.chatTab(), 'units.ts').waitFor();
});

test('the chat view opens while a file is dragged over its icon, and accepts the drop', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('View: Show Explorer');
  await startDrag(row('shapes.py'));
  await moveOver(page.locator('.activitybar .action-item a[aria-label^="Assistant"]'));
  await chip(workbench.panel(), 'units.ts').waitFor();
  await dropOn(workbench.panel(), page.locator('.part.sidebar'));
  await chip(workbench.panel(), 'shapes.py').waitFor();
});

test('a dropped editor tab attaches its file', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.showPanel();
  await startDrag(workbench.page.locator('.tab.active', { hasText: 'duration.ts' }));
  await dropOn(workbench.panel(), workbench.page.locator('.part.sidebar'));
  await workbench.screenshot('dropped');
  await chip(workbench.panel(), 'duration.ts').waitFor();
});
