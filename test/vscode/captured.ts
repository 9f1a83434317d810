import type { CaptureResult } from '../../src/vscode/attachments/kinds/captureResult.ts';
import type { ComposerAttachment } from '../../src/vscode/composer/composerAttachment.ts';
import { said } from '../support/said.ts';
import { ok } from './assert.ts';

export function expectCaptured(captured: CaptureResult | undefined): ComposerAttachment {
  ok(captured !== undefined && !('error' in captured), `It was not captured: ${JSON.stringify(captured)}`);
  return captured;
}

export function errorOf(captured: CaptureResult | undefined): string {
  ok(captured !== undefined && 'error' in captured, 'It was captured');
  return said(captured.error) ?? '';
}
