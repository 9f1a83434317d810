import * as vscode from 'vscode';
import { newAttachmentId } from '../attachments/kinds/captured.ts';
import { captureFile } from '../attachments/kinds/captureFile.ts';
import { captureSelection, shownPath } from '../attachments/selectionCapture.ts';
import type { ComposerAttachment } from '../composer/composer.ts';
import type { NotAsked } from '../composer/question.ts';
import { plainLabel } from '../plainLabel.ts';

/** What is known where a prompt is used. */
export interface PromptPlace {
  /** The editor that was used last. */
  editor: vscode.TextEditor | undefined;
  /** What is attached already. */
  attached: readonly ComposerAttachment[];
  /** Whether anything was said before, which the prompt may be about. */
  hasTurns: boolean;
}

/**
 * What a prompt is about where nothing is attached: the selection, or else the file, if the user says so. The user may
 * also say that it is about nothing of the kind, unless it is needed.
 */
export async function subjectOf(
  name: string,
  { editor, attached, hasTurns }: PromptPlace,
  isNeeded: boolean,
): Promise<ComposerAttachment | NotAsked | undefined> {
  // How one works in this workspace, and the file that goes along always, are not what a question is about.
  if (attached.some(({ kind, isCurrentFile }) => kind !== 'instructions' && !isCurrentFile)) {
    return undefined;
  }
  const selection = editor && captureSelection(editor, newAttachmentId());
  if (selection !== undefined) {
    return selection;
  }
  if (attached.some(({ isCurrentFile }) => isCurrentFile)) {
    return undefined;
  }
  if (editor === undefined) {
    return hasTurns && !isNeeded
      ? undefined
      : {
          problem: vscode.l10n.t(
            'Select the code that /{0} is about, or open its file, and try again.',
            name,
          ),
        };
  }
  return offerFile(name, editor.document.uri, isNeeded);
}

async function offerFile(
  name: string,
  uri: vscode.Uri,
  isNeeded: boolean,
): Promise<ComposerAttachment | NotAsked | undefined> {
  const file = {
    label: plainLabel(shownPath(uri)),
    description: vscode.l10n.t('Attach the whole file'),
  };
  const nothing = { label: vscode.l10n.t('Attach Nothing') };
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>(
    isNeeded ? [file] : [file, nothing],
    {
      title: `/${name}`,
      placeHolder: vscode.l10n.t('Nothing is selected. What is the question about?'),
      ignoreFocusOut: true,
    },
  );
  if (chosen === undefined) {
    return { problem: '' };
  }
  return chosen === file ? captureFile(uri) : undefined;
}
