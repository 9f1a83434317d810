import type * as vscode from 'vscode';
import { withoutEscapeSequences } from '../../../client/failures/sanitizeDetail.ts';
import type { ComposerAttachment } from '../../composer/composerAttachment.ts';
import { displayPath } from '../../displayPath.ts';
import { newAttachmentId } from './captureResult.ts';

interface FailureMessage {
  readonly message: string | { readonly value: string };
  readonly expectedOutput?: string | undefined;
  readonly actualOutput?: string | undefined;
}

/** Attaches the message of a failed test, as text without the colors of a terminal. A snapshot: it has no URI. */
export function captureFailureText(
  { label, uri }: { readonly label: string; readonly uri?: vscode.Uri | undefined },
  { message, expectedOutput, actualOutput }: FailureMessage,
): ComposerAttachment {
  const parts = [
    typeof message === 'string' ? message : message.value,
    ...(expectedOutput === undefined ? [] : [`Expected:\n${expectedOutput}`]),
    ...(actualOutput === undefined ? [] : [`Actual:\n${actualOutput}`]),
  ];
  return {
    id: newAttachmentId(),
    kind: 'problems',
    path: uri === undefined ? label : displayPath(uri),
    languageId: 'plaintext',
    symbol: label,
    text: parts.map((part) => withoutEscapeSequences(part).trim()).join('\n\n'),
  };
}
