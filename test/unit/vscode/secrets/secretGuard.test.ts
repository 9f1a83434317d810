import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { window } = await import('../../../support/stubVsCode.ts');
const { SecretGuard } = await import('../../../../src/vscode/secrets/secretGuard.ts');

/** A password that is found only by its name. */
const VALUE = 'Zq7+81f0c2d9-4ab3/Wx';
const PASSWORD = `password = "${VALUE}"`;

function chip(text: string): ComposerAttachment {
  return { id: text, kind: 'selection', path: 'a.ts', languageId: 'typescript', text };
}

describe('what was redacted before', () => {
  /** A guard that reads no key, and what the checked texts are. Fails if the user is asked otherwise than expected. */
  function guard(context: TestContext) {
    const secretGuard = new SecretGuard({ apiKey: async () => undefined, baseUrl: 'https://one.example' });
    return async (texts: readonly [string, ...string[]], answer?: string): Promise<string[]> => {
      const answers = answer === undefined ? [] : [answer];
      const press = async (_: string, __: unknown, ...buttons: string[]) => {
        const pressed = answers.pop();
        assert.ok(pressed !== undefined && buttons.includes(pressed), `${pressed} of ${buttons}`);
        return pressed;
      };
      context.mock.method(window, 'showWarningMessage', press);
      const [text, ...attached] = texts;
      const checked = await secretGuard.check({ text, attachments: attached.map(chip) });
      assert.ok('text' in checked);
      assert.deepEqual(answers, []);
      return [checked.text, ...checked.attachments.map((attachment) => attachment.text)];
    };
  }

  test('is redacted at once in all other texts of the question, where no rule finds it', async (context) => {
    const check = guard(context);
    assert.deepEqual(await check([`Is ${VALUE} right?`, PASSWORD, `// ${VALUE}`], 'Redact and Send'), [
      'Is [redacted: password] right?',
      'password = "[redacted: password]"',
      '// [redacted: password]',
    ]);
  });

  test('is redacted where hidden characters inside of it were removed, each time', async (context) => {
    const check = guard(context);
    await check(['Why?', PASSWORD], 'Redact and Send');
    const text = `Is ${VALUE.slice(0, 9)}\u200b${VALUE.slice(9)} right?`;
    assert.deepEqual(await check([text], 'Remove and Send'), ['Is [redacted: password] right?']);
    assert.deepEqual(await check([text]), ['Is [redacted: password] right?']);
  });
});
