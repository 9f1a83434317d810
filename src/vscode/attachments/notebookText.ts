import * as vscode from 'vscode';
import type { FileText } from './kinds/captureResult.ts';

/** What VS Code itself can open as a notebook; others only while they are open. */
export const NOTEBOOK_FILE = /\.ipynb$/i;

/** Maximum size of a notebook's file in bytes: most of it may be outputs, which are left out. */
const MAX_NOTEBOOK_SIZE = 16 * 1024 * 1024;

/**
 * The cells of a notebook as its editor shows them, without their outputs: what is on the disk may be older, and is
 * mostly JSON and pictures. `undefined` if the file is not a notebook.
 */
export async function notebookText(uri: vscode.Uri): Promise<FileText | undefined> {
  const name = uri.toString();
  const notebook =
    vscode.workspace.notebookDocuments.find((one) => one.uri.toString() === name) ??
    (NOTEBOOK_FILE.test(uri.path) ? await openNotebook(uri) : undefined);
  const cells = notebook?.getCells();
  const code = cells?.find(({ kind }) => kind === vscode.NotebookCellKind.Code);
  return (
    cells && {
      languageId: code?.document.languageId ?? 'markdown',
      text: cells.map(cellText).join('\n\n'),
    }
  );
}

async function openNotebook(uri: vscode.Uri): Promise<vscode.NotebookDocument | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > MAX_NOTEBOOK_SIZE ? undefined : await vscode.workspace.openNotebookDocument(uri);
  } catch {
    // Not there, or damaged: read as any other file.
    return undefined;
  }
}

/** In the percent format, which several editors use for notebooks as text, so models know it. */
function cellText({ kind, document }: vscode.NotebookCell): string {
  const language = kind === vscode.NotebookCellKind.Markup ? '[markdown]' : document.languageId;
  return `# %% ${language}\n${document.getText()}`;
}
