import { test } from 'node:test';
import { type EndToEnd, secondWindow } from './fixture.ts';
import { isInBrowserStorage } from './isInBrowserStorage.ts';
import { browserStorage, filesIn } from './leftovers.ts';
import { Person } from './person.ts';

/** Two browser tabs of the same folder. Leaves the first one with a draft. */
export function testDraftsOfTwoWindows(e2e: EndToEnd, person: Person): void {
  test('two windows of the same folder keep their own drafts, when either is reloaded, or closed and opened again', async () => {
    const { workbench } = e2e;
    const draft = (name: string): string => `What is in the ${name} window?`;
    /** On the disk or in the browser, depending on where the extension runs. */
    const untilStored = (text: string): Promise<void> =>
      workbench.waitUntil(async () => {
        const stored = [...(await filesIn(e2e.vscode.dataDir)), ...(await browserStorage(workbench.page))];
        return stored.some(({ content }) => Buffer.from(content).includes(text));
      });
    const reload = async (of: EndToEnd): Promise<void> => {
      await of.workbench.page.reload();
      await of.workbench.ready();
      await of.workbench.runCommand('Assistant: Open Chat');
    };
    await person.fill(draft('first'));
    await workbench.waitUntil(() => workbench.page.evaluate(isInBrowserStorage, 'assistant.window'));
    let second = await secondWindow(e2e);
    let other = new Person(second);
    await other.waitForDraft('');
    await other.fill(draft('second'));
    await untilStored(draft('second'));
    await person.fill(draft('changed first'));
    await untilStored(draft('changed first'));
    await reload(second);
    await other.waitForDraft(draft('second'));
    await reload(e2e);
    await person.waitForDraft(draft('changed first'));
    // As a crash does: the page is told nothing.
    await second.workbench.close();
    second = await secondWindow(e2e);
    other = new Person(second);
    await other.waitForDraft(draft('second'));
    await second.workbench.close();
  });
}
