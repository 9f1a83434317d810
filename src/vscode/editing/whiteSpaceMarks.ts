import * as vscode from 'vscode';
import { hiddenByTrimming } from '../../core/editing/hiddenByTrimming.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';
import { plainText, t } from '../uiText.ts';

/**
 * Marks the lines of proposals that differ from the document only in white space at their ends. By default, VS Code's diff
 * editor shows them as unchanged, but accepting writes them.
 */
export class WhiteSpaceMarks implements vscode.Disposable {
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
    // Only themes of high contrast have this color; in others, the border is transparent.
    border: '1px dashed',
    borderColor: new vscode.ThemeColor('diffEditor.insertedTextBorder'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.addedForeground'),
    after: {
      contentText: plainText(t('White space changed')),
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      margin: '0 0 0 3em',
    },
  });
  readonly #documentOf: (proposal: vscode.Uri) => vscode.TextDocument | undefined;
  readonly #listeners = vscode.Disposable.from(
    this.#decoration,
    vscode.window.onDidChangeVisibleTextEditors(() => this.update()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('diffEditor.ignoreTrimWhitespace')) {
        this.update();
      }
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.update(document)),
  );

  /** @param documentOf the document that a proposal is for, if it is open */
  constructor(documentOf: (proposal: vscode.Uri) => vscode.TextDocument | undefined) {
    this.#documentOf = documentOf;
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  /** @param changed only what is about this document */
  update(changed?: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document: proposal } = editor;
      const document = proposal.uri.scheme === REVIEW_SCHEME ? this.#documentOf(proposal.uri) : undefined;
      if (document !== undefined && [undefined, document, proposal].includes(changed)) {
        const lines = hiddenLines(document, proposal);
        editor.setDecorations(
          this.#decoration,
          lines.map((line) => proposal.lineAt(line).range),
        );
      }
    }
  }
}

/** The lines of a proposal, from 0, whose changes VS Code doesn't show. */
export function hiddenLines(document: vscode.TextDocument, proposal: vscode.TextDocument): number[] {
  return vscode.workspace.getConfiguration('diffEditor', proposal).get('ignoreTrimWhitespace', true)
    ? hiddenByTrimming(linesOf(document.getText()), linesOf(proposal.getText()))
    : [];
}
