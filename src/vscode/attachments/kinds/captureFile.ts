import * as vscode from 'vscode';
import { shownPath } from '../selectionCapture.ts';
import { type Captured, newAttachmentId } from './captured.ts';
import { openDocument, readFileText } from './fileText.ts';

/** A whole file as it is now. */
export async function captureFile(
  uri: vscode.Uri,
  kind: 'file' | 'instructions' = 'file',
): Promise<Captured> {
  const text = await readFileText(uri);
  if (typeof text !== 'string') {
    return text;
  }
  return {
    id: newAttachmentId(),
    kind,
    path: shownPath(uri),
    languageId: await languageOf(uri),
    text,
    uri: uri.toString(),
  };
}

/** VS Code tells the language of a file only as a document. */
async function languageOf(uri: vscode.Uri): Promise<string> {
  try {
    return (openDocument(uri) ?? (await vscode.workspace.openTextDocument(uri))).languageId;
  } catch {
    return 'plaintext';
  }
}
