import * as vscode from 'vscode';
import { type ActionError, failed } from '../actionResult.ts';
import { errorCode } from '../fileErrors.ts';
import { CELL_SCHEME, fileOf, findCell } from '../findCell.ts';
import { foreign, t, type UiText } from '../uiText.ts';
import { READ_LIMIT_MS, withTimeout } from '../withTimeout.ts';

/**
 * Why a document can't be changed: the one answer, before a review opens and before anything is written. What VS Code
 * doesn't tell, such as that an editor is read-only for this session, is found after writing (`documentWriter.ts`).
 * @param limitMs how long the file system may take to answer
 */
export async function whyNotWritable(
  document: vscode.TextDocument,
  limitMs = READ_LIMIT_MS,
): Promise<ActionError | undefined> {
  const { scheme } = document.uri;
  // Opened again, a closed untitled document would be another, empty one.
  if (scheme === 'untitled') {
    return document.isClosed ? goneError(documentName(document)) : undefined;
  }
  if (scheme === CELL_SCHEME && findCell(document.uri) === undefined) {
    return goneError(documentName(document));
  }
  const file = fileOf(document.uri);
  if (vscode.workspace.fs.isWritableFileSystem(file.scheme) !== true || isReadOnlyBySettings(document)) {
    return readOnlyError();
  }
  const answer = vscode.workspace.fs.stat(file).then(
    ({ permissions = 0 }) =>
      (permissions & vscode.FilePermission.Readonly) === 0 ? undefined : readOnlyError(),
    (error) => (errorCode(error) === 'FileNotFound' ? goneError(documentName(document)) : undefined),
  );
  return withTimeout<ActionError | undefined>(limitMs, answer, failed(noResponseText(document)));
}

/** Why no review of a document can be opened. @param globalStorageUri of the extension */
export async function whyNotReviewable(
  document: vscode.TextDocument,
  globalStorageUri: vscode.Uri,
): Promise<ActionError | undefined> {
  return isUserData(document.uri, globalStorageUri)
    ? failed(
        t(
          'VS Code has its own settings files under two names here, so {0} can’t be reviewed. Copy the code instead.',
          documentName(document),
        ),
      )
    : whyNotWritable(document);
}

/**
 * Whether a file is one that VS Code's server in a browser keeps for the user, such as `settings.json`: its editor has
 * another URI there than the one that extensions see, and so another document.
 */
function isUserData({ scheme, path }: vscode.Uri, globalStorageUri: vscode.Uri): boolean {
  const folder = vscode.Uri.joinPath(globalStorageUri, '../..').path;
  return (
    vscode.env.uiKind === vscode.UIKind.Web &&
    scheme === 'file' &&
    path.startsWith(`${folder}/`) &&
    !/^\/(?:global|workspace)Storage\//.test(path.slice(folder.length))
  );
}

/** File name; for a notebook's cell, that of the notebook and the number of the cell. */
export function documentName({ uri }: Pick<vscode.TextDocument, 'uri'>): UiText {
  const name = foreign(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const cell = findCell(uri);
  return cell === undefined ? name : t('{0}, cell {1}', name, cell.index + 1);
}

export function readOnlyError(): ActionError {
  return failed(t('This editor is read-only.'));
}

export function goneError(name: UiText): ActionError {
  return failed(t('{0} no longer exists. Copy what you need.', name));
}

function noResponseText(document: vscode.TextDocument): UiText {
  return t('{0} did not respond, so nothing was changed. Try again.', documentName(document));
}

/** Patterns in these settings are absolute, or relative to the workspace folder. */
function isReadOnlyBySettings(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration('files', document.uri);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const matches = (setting: string): boolean =>
    Object.entries(settings.get<Record<string, unknown>>(setting, {})).some(
      ([pattern, isOn]) =>
        isOn === true &&
        vscode.languages.match(
          [{ pattern }, ...(folder ? [{ pattern: new vscode.RelativePattern(folder, pattern) }] : [])],
          document,
        ) > 0,
    );
  return matches('readonlyInclude') && !matches('readonlyExclude');
}
