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
  return chat.locator('.composer .chip:not(.off)', { hasText: name });
}

/** Presses the mouse on it, and keeps it pressed. */
async function take(dragged: Locator): Promise<void> {
  await dragged.hover();
  await e2e.workbench.page.mouse.down();
}

/** Moves about within a part of the window, as whoever drags does: one move alone begins no drag. */
async function moveOver(part: Locator): Promise<void> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let step = 0; step < 8; step += 1) {
    await e2e.workbench.page.mouse.move(x + width / 2 + step, y + height / 2 + step);
  }
}

/** With Shift held, without which VS Code takes what is dropped itself. */
async function dropOn(chat: FrameLocator, part: Locator): Promise<void> {
  const { page } = e2e.workbench;
  await page.keyboard.down('Shift');
  await moveOver(part);
  await chat.locator('.drop-overlay', { hasText: 'Drop to attach' }).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

test('a file of the explorer that is dropped on the chat in an editor is attached', async () => {
  const { workbench } = e2e;
  await person.connect();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  // The tab takes the keyboard when it is there, so that the explorer is shown after that.
  await workbench.chatTab().locator('textarea:focus').waitFor();
  await workbench.runCommand('View: Show Explorer');
  await take(row('units.ts'));
  await dropOn(workbench.chatTab(), workbench.page.locator('.part.editor'));
  await chip(workbench.chatTab(), 'units.ts').waitFor();
});

test('the view opens while a file is held over its icon, and takes it', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('View: Show Explorer');
  await take(row('shapes.py'));
  await moveOver(page.locator('.activitybar .action-item a[aria-label^="Assistant"]'));
  await chip(workbench.panel(), 'units.ts').waitFor();
  await dropOn(workbench.panel(), page.locator('.part.sidebar'));
  await chip(workbench.panel(), 'shapes.py').waitFor();
});

test('an editor is attached by its tab', async () => {
  const { workbench } = e2e;
  await workbench.openFile('duration.ts');
  await workbench.showPanel();
  await take(workbench.page.locator('.tab.active', { hasText: 'duration.ts' }));
  await dropOn(workbench.panel(), workbench.page.locator('.part.sidebar'));
  await workbench.screenshot('dropped');
  await chip(workbench.panel(), 'duration.ts').waitFor();
});
