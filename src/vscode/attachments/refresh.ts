import * as vscode from 'vscode';
import type { Composer, ComposerAttachment } from '../composer/composer.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import { type Captured, isCaptured } from './kinds/captured.ts';

/**
 * Reads what is live anew, right before anything is made of it, so that what is sent is what the sources hold now.
 * Where one of them is gone, nothing is asked: its chip stays, for the user to take it away.
 */
export async function refreshQuestion(
  { text, attachments }: WrittenQuestion,
  composer: Composer,
  readAnew: (attachment: ComposerAttachment) => Promise<Captured>,
): Promise<WrittenQuestion | NotAsked> {
  const read = await Promise.all(attachments.map(readAnew));
  const found = read.filter(isCaptured);
  const changed = found.filter((one) => !attachments.includes(one));
  if (changed.length > 0) {
    composer.replace(changed);
  }
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  return problems.length > 0
    ? { problem: `${problems.join(' ')} ${vscode.l10n.t('Nothing was sent.')}` }
    : { text, attachments: found };
}
