import { before, describe, test } from 'node:test';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

describe('Find in Conversation', () => {
  before(async () => {
    await person.connect();
    await e2e.workbench.openFile('units.ts');
    await person.askAbout('units.ts', 1, 3, 'Is there a needle?');
    await person.replyFinished(1);
  });

  test('opens by its command, counts matches, and returns the focus to the composer on Escape', async () => {
    const { workbench } = e2e;
    await person.composer.focus();
    await workbench.runCommand('Assistant: Find in Conversation');
    await person.panel.getByRole('textbox', { name: 'Find' }).and(person.panel.locator(':focus')).waitFor();
    await workbench.page.keyboard.type('is there a needle');
    await person.panel.getByText(/^1 of \d+$/).waitFor();
    await workbench.screenshot('find');
    await workbench.page.keyboard.press('Escape');
    await person.panel.locator('textarea:focus').waitFor();
  });

  test("opens by the editor's own shortcut in the panel and not in the editor", async () => {
    const { workbench } = e2e;
    await person.composer.focus();
    await workbench.page.keyboard.press('Control+F');
    await person.panel.getByRole('textbox', { name: 'Find' }).and(person.panel.locator(':focus')).waitFor();
    await workbench.page.keyboard.type('needle');
    await person.panel.getByText(/^\d+ of \d+$/).waitFor();
    await workbench.page.locator('.monaco-editor .find-widget.visible').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Escape');
    await person.panel.locator('textarea:focus').waitFor();
  });
});
