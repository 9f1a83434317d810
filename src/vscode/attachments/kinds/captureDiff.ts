import * as vscode from 'vscode';
import { t, type UiText } from '../../vscodeUi.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';
import { type GitRepository, getGitApi, untrackedFiles } from './gitApi.ts';

/** The same limit as for a file. */
const MAX_DIFF_CHARS = 1024 * 1024;

/** Maximum number of untracked files that are listed. */
const MAX_LISTED_FILES = 100;

/**
 * Captures the staged and unstaged changes of the repository that contains `uri`, or of the first one. Untracked files
 * are only listed by name.
 */
export async function captureDiff(uri: vscode.Uri | undefined): Promise<CaptureResult> {
  const git = await getGitApi();
  if (git === undefined) {
    return { error: noGitText() };
  }
  const repository = (uri && git.getRepository(uri)) ?? git.repositories[0];
  if (repository === undefined) {
    return { error: t('There is no Git repository in the workspace.') };
  }
  const path = repository.rootUri.path.split('/').at(-1) ?? repository.rootUri.path;
  const text = await readUncommittedDiff(repository);
  if (text === undefined) {
    return { error: t('Git could not determine what has changed in {0}.', path) };
  }
  if (text === '') {
    return { error: t('Nothing has changed in {0} since the last commit.', path) };
  }
  if (text.length > MAX_DIFF_CHARS) {
    return { error: t('The changes in {0} are larger than 1 MB. Attach files instead.', path) };
  }
  return {
    id: newAttachmentId(),
    kind: 'diff',
    path,
    languageId: 'diff',
    text,
    uri: repository.rootUri.toString(),
  };
}

function noGitText(): UiText {
  if (!vscode.workspace.isTrusted) {
    return t('Git is not available in an untrusted workspace.');
  }
  return vscode.env.uiKind === vscode.UIKind.Web &&
    vscode.workspace.workspaceFolders?.[0]?.uri.scheme !== 'file'
    ? t('Git is not available in the browser.')
    : t('Git is not available. It is not installed, or it is disabled in VS Code.');
}

async function readUncommittedDiff(repository: GitRepository): Promise<string | undefined> {
  try {
    // Refreshes the state: VS Code may not know of recent changes by other programs yet.
    await repository.status();
    const [staged, unstaged] = [await repository.diff(true), await repository.diff(false)];
    return [
      toSection('Staged:', staged),
      toSection('Not staged:', unstaged),
      toSection('New files:', listNewFiles(repository)),
    ]
      .filter((text) => text !== '')
      .join('\n\n');
  } catch {
    return undefined;
  }
}

/** In English, since the model reads it. */
function toSection(heading: string, text: string): string {
  return text.trim() === '' ? '' : `${heading}\n${text.trimEnd()}`;
}

function listNewFiles(repository: GitRepository): string {
  const start = repository.rootUri.path.length + 1;
  const names = untrackedFiles(repository)
    .map((uri) => uri.path.slice(start))
    .sort();
  const omitted = names.length - MAX_LISTED_FILES;
  return [...names.slice(0, MAX_LISTED_FILES), ...(omitted > 0 ? [`and ${omitted} more files`] : [])].join(
    '\n',
  );
}
