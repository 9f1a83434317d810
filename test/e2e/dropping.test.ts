import { test } from 'node:test';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

test('a file of the explorer that is dropped on the panel, with Shift held, is attached', async () => {
  const { workbench } = e2e;
  const { page } = workbench;
  await person.connect();
  await workbench.runCommand('Assistant: Open Chat in Editor');
  // The tab takes the keyboard when it is there, so that the explorer is shown after that.
  await workbench.chatTab().locator('textarea:focus').waitFor();
  await workbench.runCommand('View: Show Explorer');
  const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'units.ts' });
  await row.hover();
  await page.mouse.down();
  const { x, y } = (await page.locator('.part.editor').boundingBox()) ?? { x: 0, y: 0 };
  await page.keyboard.down('Shift');
  for (let step = 0; step < 8; step += 1) {
    await page.mouse.move(x + 200 + 10 * step, y + 300 + 10 * step);
  }
  await workbench.chatTab().locator('.drop-overlay', { hasText: 'Drop to attach' }).waitFor();
  await workbench.screenshot('drop');
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await workbench.chatTab().locator('.composer .chip', { hasText: 'units.ts' }).waitFor();
});
