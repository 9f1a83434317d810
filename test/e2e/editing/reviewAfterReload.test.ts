import { before, describe, test } from 'node:test';
import { endToEnd, replyNext } from '../fixture.ts';
import { isInBrowserStorage } from '../isInBrowserStorage.ts';
import { Person } from '../person.ts';

const e2e = endToEnd();
const person = new Person(e2e);

/** VS Code hides the change of white space at the end of the first line. */
const CODE = ['export function parseDuration(text: string): number { ', '  return Number(text);', '}'];

const TYPED = '12345;';

describe('a review', () => {
  before(() => person.connect());

  test('is there after a reload, with what was typed into it, and is accepted as it is shown', async () => {
    const { workbench } = e2e;
    const { page } = workbench;
    const diff = page.locator('.editor-instance .monaco-diff-editor');
    replyNext(e2e.service, ['Simply:', '```ts', ...CODE, '```'].join('\n'));
    await person.askAbout('duration.ts', 4, 11, 'Simplify this.');
    await person.replyFinished(1);
    await workbench.openFile('duration.ts');
    const before = await workbench.editorText();
    await person.lastReply.getByRole('button', { name: /^Review/ }).click();
    await diff.locator('.modified .monaco-editor.focused').waitFor();
    await page.keyboard.press('Control+Home');
    // As one change: with keys, the first of them could be saved, and the page left before the last is.
    await page.keyboard.insertText(`${TYPED}\n`);
    await diff.locator('.modified .view-line', { hasText: TYPED }).waitFor();
    await page.locator('.tab.active:not(.dirty)').waitFor();
    const isMarked = (): Promise<boolean> =>
      diff
        .locator('.modified .view-line span')
        .evaluateAll((spans) =>
          spans.some((span) => /White\sspace\schanged/.test(getComputedStyle(span, '::after').content)),
        );
    await workbench.waitUntil(isMarked);

    // VS Code in a browser saves its open tabs every few seconds.
    await workbench.waitUntil(() => page.evaluate(isInBrowserStorage, 'assistant-review'));
    await page.reload();
    await workbench.ready();
    await diff.locator('.modified .view-line', { hasText: TYPED }).waitFor();
    await diff.locator('.modified .view-line', { hasText: 'return Number(text);' }).waitFor();
    await workbench.waitUntil(isMarked);
    await diff.locator('.modified .view-lines').click();
    await page.keyboard.press('Control+Enter');
    await diff.waitFor({ state: 'detached' });
    const accepted = `${TYPED}\n${before.replace(/export function parseDuration[\s\S]*?\n\}/, () => CODE.join('\n'))}`;
    await workbench.waitForEditorText((text) => text === accepted);
  });
});
