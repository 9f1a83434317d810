import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import type { UiText } from '../../../src/vscode/uiText.ts';
import { useStubVsCode } from '../../support/useStubVsCode.ts';

useStubVsCode();
const { failed, info, showMessage, toActionError, ToldError } = await import(
  '../../../src/vscode/actionResult.ts'
);
const { foreign, joined, plainText, t } = await import('../../../src/vscode/uiText.ts');
const { window } = await import('../../support/stubVsCode.ts');

test('a text can’t decide anything: what would does not compile', () => {
  const text: UiText = t('This editor is read-only.');
  // @ts-expect-error a text is no string
  const compared = text === 'This editor is read-only.';
  // @ts-expect-error nor can one be searched
  const search = (): boolean => text.includes('read-only');
  // @ts-expect-error nor is a property found by it
  const lookUp = (buttons: Record<string, string>): unknown => buttons[text];
  assert.deepEqual([compared, typeof search, typeof lookUp], [false, 'function', 'function']);
  assert.notEqual(text, t('This editor is read-only.'));
  assert.equal(plainText(joined([text, foreign('a\nb')], ' ')), 'This editor is read-only. a↵b');
});

test('a button belongs to one result, whatever another one says, also after it was thrown', async (context) => {
  const pressed: string[] = [];
  const shown: unknown[][] = [];
  const say = (result: ActionResult): void => showMessage(result);
  context.mock.method(window, 'showInformationMessage', async (...message: string[]) => {
    shown.push(message);
    return message[1];
  });
  const result = (name: string) =>
    failed(t('It failed.'), { button: { label: t('Show'), run: () => pressed.push(name) } });
  say(result('first'));
  say(result('second'));
  say(failed(t('It failed.')));
  say(info(t('It failed.')));
  say(toActionError(new ToldError(result('thrown'))));
  say(toActionError(new Error('It failed.')));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(pressed, ['first', 'second', 'thrown']);
  assert.deepEqual(
    shown.map(({ length }) => length),
    [2, 2, 1, 1, 2, 1],
  );
});
