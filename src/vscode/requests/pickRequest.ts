import * as vscode from 'vscode';
import type { RequestNote } from '../../core/conversation/requestNote.ts';
import { plainLabel } from '../plainLabel.ts';

/** Lets the user choose one of several requests that left for one reply: in other shapes, or for its rest. */
export async function pickRequest(notes: readonly RequestNote[]): Promise<RequestNote | undefined> {
  const items = notes.map((note, index) => ({
    label: vscode.l10n.t('Request {0} of {1}', index + 1, notes.length),
    description: plainLabel(note.settings.model),
    detail: traits(note).join(', '),
    note,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Show Sent Request'),
    placeHolder: vscode.l10n.t('Several requests left for this reply'),
  });
  return chosen?.note;
}

function traits({ goesOn, folded, settings, bytes }: RequestNote): string[] {
  const { t } = vscode.l10n;
  return [
    ...(goesOn ? [t('for the rest of the reply')] : []),
    settings.stream ? t('with a stream') : t('without a stream'),
    ...(folded ? [t('the conversation in one message')] : []),
    t('{0} bytes', bytes),
  ];
}
