import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { failed } = await import('../../../../src/vscode/actionResult.ts');
const { AttachmentReader } = await import('../../../../src/vscode/attachments/attachmentReader.ts');
const { Composer } = await import('../../../../src/vscode/composer/composer.ts');
const { said } = await import('../../../support/said.ts');
const { t } = await import('../../../../src/vscode/uiText.ts');

test('what several attachments fail for is said once', () => {
  const composer = new Composer();
  const reader = new AttachmentReader({
    composer,
    lastEditor: () => undefined,
    attachCurrentFile: async () => undefined,
    executions: { lastIn: () => undefined },
    readLimitMs: undefined,
  });
  const noTerminal = () => ({ error: failed(t('No terminal is open.')) });
  const errors = [noTerminal(), { error: failed(t('There are no problems.')) }, noTerminal()];
  assert.equal(
    said(reader.addCaptured(errors, composer.owner)),
    'No terminal is open. There are no problems.',
  );
});
