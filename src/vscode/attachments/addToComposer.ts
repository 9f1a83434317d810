import * as vscode from 'vscode';
import type { Composer } from '../composer/composer.ts';
import type { Problem } from '../problem.ts';
import type { Captured } from './kinds/captured.ts';

/** As many chips fit into one message of the panel. */
const MOST_ATTACHMENTS = 100;

/**
 * Puts what was read into the composer; what is there already is not put there twice.
 * @returns why some of it could not be, where that is so
 */
export function addToComposer(composer: Composer, captured: readonly Captured[]): Problem {
  const problems = captured.map((one) => {
    if ('problem' in one) {
      return one.problem;
    }
    const before = composer.attachments;
    if (before.length >= MOST_ATTACHMENTS) {
      return vscode.l10n.t('No more than {0} attachments go with a question.', MOST_ATTACHMENTS);
    }
    composer.attach(one);
    return undefined;
  });
  const said = new Set(problems.filter((problem) => problem !== undefined));
  return said.size === 0 ? undefined : [...said].join(' ');
}
