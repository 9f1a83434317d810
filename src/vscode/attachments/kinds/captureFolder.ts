import * as vscode from 'vscode';
import { onOneLine } from '../../../core/onOneLine.ts';
import { failed } from '../../actionResult.ts';
import { displayPath } from '../../displayPath.ts';
import { t } from '../../uiText.ts';
import { type FirstFiles, FolderSearch } from '../files/searchFiles.ts';
import type { Readable } from '../readingDoor.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

const MAX_LISTED_FILES = 1000;

/** Of more files, it isn't known how many there are. */
const MAX_COUNTED_FILES = 10_000;

/**
 * Lists the files in a folder, recursively, without hidden and ignored ones.
 * @param searchTimeoutMs as in `FolderSearch.in`
 */
export async function captureFolder(
  { uri, identity }: Readable,
  searchTimeoutMs?: number,
): Promise<CaptureResult> {
  const path = displayPath(uri);
  let found: FirstFiles;
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) === 0) {
      return { error: failed(t('{0} is no longer a folder.', path)) };
    }
    const search = await FolderSearch.in(uri, searchTimeoutMs);
    found = await search.first(MAX_LISTED_FILES, MAX_COUNTED_FILES);
  } catch {
    return { error: failed(t('The folder {0} no longer exists.', path)) };
  }
  const start = uri.path.endsWith('/') ? uri.path.length : uri.path.length + 1;
  const names = found.files.map((file) => onOneLine(file.path.slice(start)));
  if (names.length === 0) {
    return { error: failed(t('There are no files in {0}.', path)) };
  }
  return {
    id: newAttachmentId(),
    kind: 'folder',
    path,
    languageId: 'plaintext',
    text: [...names, ...moreFilesLine(found)].join('\n'),
    uri: uri.toString(),
    identity,
  };
}

/** In English, since the model reads it. */
function moreFilesLine({ files, count, isAll }: FirstFiles): string[] {
  const omitted = count - files.length;
  return omitted <= 0 ? [] : [isAll ? `and ${omitted} more files` : `and more than ${omitted} more files`];
}
