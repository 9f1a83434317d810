import { before, describe, test } from 'node:test';
import { endToEnd, replyNext } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

describe('a file that is in the main window and in a window of its own', () => {
  before(() => person.connect());

  test('gets code at the cursor where the user was last', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    replyNext(e2e.service, ['```ts', 'inserted();', '```'].join('\n'));
    await person.askAbout('duration.ts', 4, 11, 'Simplify this.');
    await person.replyFinished(1);
    await workbench.openFile('duration.ts');
    const opened = page.context().waitForEvent('page');
    await workbench.runCommand('View: Copy Editor into New Window');
    const own = await opened;
    await own.locator('.monaco-editor.focused').waitFor({ state: 'attached' });
    await own.keyboard.press('Control+End');
    await page.bringToFront();
    const insert = person.lastReply.getByRole('button', { name: 'Insert at Cursor' });
    await insert.click();
    await workbench.waitForEditorText((text) => text.endsWith('inserted();'));
    await page.bringToFront();
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+Home');
    await insert.click();
    await workbench.waitForEditorText(
      (text) => text.startsWith('inserted();') && text.endsWith('inserted();'),
    );
  });
});
