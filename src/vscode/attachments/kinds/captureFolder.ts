import * as vscode from 'vscode';
import { onOneLine } from '../../../core/onOneLine.ts';
import { displayPath } from '../../displayPath.ts';
import { t } from '../../vscodeUi.ts';
import { searchFiles } from '../files/searchFiles.ts';
import type { Readable } from '../readingDoor.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

const MAX_LISTED_FILES = 1000;

const MAX_COUNTED_FILES = 50_000;

/**
 * Lists the files in a folder, recursively, without hidden and ignored ones.
 * @param searchTimeoutMs as in `searchFiles`
 */
export async function captureFolder(
  { uri, identity }: Readable,
  searchTimeoutMs?: number,
): Promise<CaptureResult> {
  const path = displayPath(uri);
  let files: readonly vscode.Uri[];
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) === 0) {
      return { error: t('{0} is no longer a folder.', path) };
    }
    files = await searchFiles(uri, MAX_COUNTED_FILES, searchTimeoutMs);
  } catch {
    return { error: t('The folder {0} no longer exists.', path) };
  }
  const start = uri.path.endsWith('/') ? uri.path.length : uri.path.length + 1;
  const names = files.map((file) => onOneLine(file.path.slice(start))).sort();
  if (names.length === 0) {
    return { error: t('There are no files in {0}.', path) };
  }
  return {
    id: newAttachmentId(),
    kind: 'folder',
    path,
    languageId: 'plaintext',
    text: [...names.slice(0, MAX_LISTED_FILES), ...moreFilesLine(names.length)].join('\n'),
    uri: uri.toString(),
    identity,
  };
}

/** In English, since the model reads it. */
function moreFilesLine(count: number): string[] {
  const omitted = count - MAX_LISTED_FILES;
  const isExact = count < MAX_COUNTED_FILES;
  return omitted <= 0 ? [] : [isExact ? `and ${omitted} more files` : `and more than ${omitted} more files`];
}
