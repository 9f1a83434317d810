import * as vscode from 'vscode';
import { type Attachment, linesOf } from '../../core/attachments/attachment.ts';
import { buildMessages } from '../../core/conversation/buildMessages.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { sentTurns } from '../../core/conversation/sentTurns.ts';

/** What a request was made of, with sizes, so that it can be seen what to cut. Largest first. */
export function sizesText(turns: readonly Turn[]): string {
  const question = turns.at(-1);
  if (question?.kind !== 'user') {
    return '';
  }
  const { t } = vscode.l10n;
  const before = buildMessages(sentTurns(turns).slice(0, -1)).map(({ content }) => content);
  const parts = [
    { name: t('the question'), bytes: bytesOf([question.text]) },
    ...question.attachments.map((attachment) => ({
      name: nameOf(attachment),
      bytes: bytesOf([attachment.text]),
    })),
    { name: t('the conversation before it'), bytes: bytesOf(before) },
  ];
  const named = parts
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => t('{0}: {1} KB', name, kilobytes(bytes)));
  return t('What was sent: {0}.', named.join(', '));
}

function nameOf(attachment: Attachment): string {
  const lines = linesOf(attachment);
  return lines === undefined
    ? attachment.path
    : vscode.l10n.t('{0} (lines {1} to {2})', attachment.path, lines.start, lines.end);
}

/** As UTF-8, which is what is sent. */
function bytesOf(texts: readonly string[]): number {
  return new TextEncoder().encode(texts.join('')).length;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toLocaleString(vscode.env.language, {
    maximumFractionDigits: bytes < 10_000 ? 1 : 0,
  });
}
