import * as vscode from 'vscode';
import { allTabs } from '../editorTabs.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';

/** The tabs that show a proposal, in a diff editor or on its own. */
export function reviewTabs(matches: (uri: vscode.Uri) => boolean): vscode.Tab[] {
  return allTabs().filter((tab) => {
    const uri = proposalUriOf(tab);
    return uri !== undefined && matches(uri);
  });
}

/** The URI of the proposal that a tab shows: on its right side, or on its left if the user has swapped the sides. */
export function proposalUriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  const uris =
    input instanceof vscode.TabInputTextDiff
      ? [input.modified, input.original]
      : input instanceof vscode.TabInputText
        ? [input.uri]
        : [];
  return uris.find(({ scheme }) => scheme === REVIEW_SCHEME);
}
