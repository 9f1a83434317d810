import * as vscode from 'vscode';
import { allTabs, columnBesideChat } from '../editorTabs.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';
import { plainText, t } from '../uiText.ts';
import { hiddenLines } from './whiteSpaceMarks.ts';
import { documentName } from './writableDocument.ts';

/** How VS Code shows a diff. `background` opens a tab that is not in front. */
export interface ShowOptions extends Pick<vscode.TextDocumentShowOptions, 'viewColumn' | 'preserveFocus'> {
  readonly background?: boolean;
}

/** Where a tab was. */
export interface TabPlace {
  readonly viewColumn: vscode.ViewColumn;
  /** Whether it was the active tab of the active group. */
  readonly isActive: boolean;
  /** Of the window. With another number, the columns are those of other groups. */
  readonly groupCount: number;
}

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

/** Where the tab of a proposal is. If it has several, that is one that is in front. */
export function tabPlaceOf(proposal: vscode.Uri): TabPlace | undefined {
  const tabs = reviewTabsOf(proposal);
  const tab = tabs.find(({ isActive }) => isActive) ?? tabs[0];
  return (
    tab && {
      viewColumn: tab.group.viewColumn,
      isActive: tab.isActive && tab.group.isActive,
      groupCount: vscode.window.tabGroups.all.length,
    }
  );
}

/**
 * To show a tab again that was closed there, if its group is still there. In another group than the active one, it is
 * behind the others: in front of them, VS Code would make its group the active one, even without the focus.
 */
export function whereItWas({ viewColumn, isActive, groupCount }: TabPlace): ShowOptions {
  const isThere = groupCount === vscode.window.tabGroups.all.length;
  return { ...(isThere && { viewColumn }), background: !isActive, preserveFocus: true };
}

export function reviewTabsOf({ query }: vscode.Uri): vscode.Tab[] {
  return reviewTabs((uri) => uri.query === query);
}

/**
 * Opens a proposal again in the tab that has the focus, where VS Code shows an error until then. In another group than the
 * active one it could only be opened by making that the active one.
 */
export async function showAgain(proposal: vscode.Uri): Promise<void> {
  const { activeTab: tab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
  if (tab === undefined || !reviewTabsOf(proposal).includes(tab)) {
    return;
  }
  const options = { viewColumn, preserveFocus: true, preview: tab.isPreview, override: false };
  if (tab.input instanceof vscode.TabInputTextDiff) {
    const { original, modified } = tab.input;
    await vscode.commands.executeCommand('vscode.diff', original, modified, tab.label, options);
  } else {
    await vscode.commands.executeCommand('vscode.open', proposal, options);
  }
}

/**
 * Shows a proposal beside its document or, without one, alone.
 * @param line the first one to show, from 0
 */
export async function showProposal(
  { uri, line }: { uri: vscode.Uri; line: number },
  document: vscode.TextDocument | undefined,
  options: ShowOptions = {},
): Promise<void> {
  const proposal = await openInLanguage(uri, document?.languageId);
  const start = new vscode.Position(Math.min(line, proposal.lineCount - 1), 0);
  // Without `override`, VS Code may open another editor than that for text, such as one for notebooks.
  const shown = {
    preview: false,
    selection: new vscode.Range(start, start),
    override: false,
    viewColumn: columnBesideChat(),
    ...options,
  };
  if (document === undefined) {
    await vscode.commands.executeCommand('vscode.open', uri, shown);
    return;
  }
  const hidden = hiddenLines(document, proposal).length;
  const title =
    hidden === 0
      ? t('{0} (Review)', documentName(document))
      : t('{0} (Review, lines with changed white space: {1})', documentName(document), hidden);
  await vscode.commands.executeCommand('vscode.diff', document.uri, uri, plainText(title), shown);
}

async function openInLanguage(uri: vscode.Uri, languageId: string | undefined): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  return languageId === undefined || document.languageId === languageId
    ? document
    : vscode.languages.setTextDocumentLanguage(document, languageId);
}

/** Puts the cursor at the start of a line. */
export function revealLine(editor: vscode.TextEditor | undefined, line: number): void {
  const start = new vscode.Position(line, 0);
  if (editor !== undefined) {
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}
