import * as vscode from 'vscode';
import { lazy } from '../../base/lazy.ts';
import { showMessage } from '../actionResult.ts';
import type { Feature } from '../panel/feature.ts';
import { t } from '../uiText.ts';
import type { CommitMessageServices } from './commitMessageWriter.ts';

/** The message of the next commit, in the Source Control view. */
export function commitMessageFeature(services: CommitMessageServices) {
  const writer = lazy(async () => {
    const { CommitMessageWriter } = await import('./commitMessageWriter.ts');
    return new CommitMessageWriter(services);
  });
  return {
    commands: {
      /** @param sourceControl the repository whose button was pressed */
      writeCommitMessage: async (sourceControl?: unknown) => {
        const root = rootOf(sourceControl);
        showMessage(
          root === 'unknown'
            ? t('Nothing was done: the only argument of this command is {0}.', 'SourceControl')
            : await (await writer()).write(root),
        );
      },
    },
  } satisfies Feature;
}

/** Other extensions can pass anything. */
function rootOf(sourceControl: unknown): vscode.Uri | undefined | 'unknown' {
  if (sourceControl === undefined || sourceControl === null) {
    return undefined;
  }
  const root = typeof sourceControl === 'object' && 'rootUri' in sourceControl && sourceControl.rootUri;
  return root instanceof vscode.Uri ? root : 'unknown';
}
