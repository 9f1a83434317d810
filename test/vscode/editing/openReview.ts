import * as vscode from 'vscode';
import { linesOf } from '../../../src/core/editing/textRange.ts';
import type { Proposal, Written } from '../../../src/vscode/editing/documentWriter.ts';
import { Reviews, type ReviewsDeps } from '../../../src/vscode/editing/review.ts';
import type { ReviewFiles } from '../../../src/vscode/editing/reviewFiles.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { access } from '../extensionAccess.ts';
import { workspaceRoot } from '../workspaceFiles.ts';

/** The code block of a proposal. */
export const SOURCE = { conversation: 'c', turnId: 't', blockIndex: 0 };

/** The tabs that show a review. */
export function reviewTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === REVIEW_SCHEME,
    );
}

/** Reviews of one test, on the files of the extension, since a scheme can be registered only once. */
export class TestReviews {
  readonly reviews: Reviews;
  readonly files: ReviewFiles;
  acceptedCount = 0;
  readonly outcomes: string[] = [];
  onWritten: (written: Written) => void = () => undefined;

  private constructor(files: ReviewFiles, show: ReviewsDeps['show']) {
    this.files = files;
    this.reviews = new Reviews({
      files,
      globalStorageUri: vscode.Uri.joinPath(workspaceRoot(), 'user-data/globalStorage/assistant'),
      show,
      onWritten: (written) => this.onWritten(written),
      onDidClose: (_, outcome) => this.outcomes.push(said(outcome) ?? ''),
    });
  }

  static async create(
    show: ReviewsDeps['show'] = async (document) =>
      vscode.window.showTextDocument(document, { preview: false }),
  ): Promise<TestReviews> {
    return new TestReviews((await access()).reviewFiles, show);
  }

  /** Opens a review and returns the editor of the proposal, which has the focus. */
  async open(
    document: vscode.TextDocument,
    proposed: string,
    options: Partial<Proposal> = {},
  ): Promise<vscode.TextEditor> {
    const opened = await this.reviews.open({
      document,
      base: linesOf(document.getText()),
      lines: linesOf(proposed),
      line: 0,
      onAccepted: () => {
        this.acceptedCount++;
      },
      ...options,
    });
    equal(opened, {});
    const isShown = (editor: vscode.TextEditor | undefined): boolean =>
      editor?.document.uri.scheme === REVIEW_SCHEME && reviewTabs().some(({ isActive }) => isActive);
    const editor = await until(() => vscode.window.activeTextEditor, isShown);
    ok(editor, 'No proposal is shown');
    return editor;
  }

  /** Closes all tabs, also those with unsaved changes, and waits until nothing of the reviews is left. */
  async close(): Promise<void> {
    await this.reviews.discard();
    const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    while (tabs().length > 0 || vscode.window.tabGroups.all.length > 1) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    this.reviews.dispose();
  }
}

/** The editor of the only proposal. */
export async function shownProposal(): Promise<vscode.TextEditor> {
  const [tab] = await until(reviewTabs, ({ length }) => length === 1);
  const uri = tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified.toString() : '';
  const editor = await until(
    () => vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri),
    (found) => found !== undefined,
  );
  ok(editor, 'No proposal is shown');
  return editor;
}

/** Waits until the proposal has no unsaved changes. */
export async function untilSaved({ document }: Pick<vscode.TextEditor, 'document'>): Promise<void> {
  await until(
    () => document.isDirty,
    (isDirty) => !isDirty,
  );
}
