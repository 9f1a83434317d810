import * as vscode from 'vscode';
import { onOneLine } from '../../../core/onOneLine.ts';
import type { FileDiff } from '../../../core/readDiff.ts';
import { failed } from '../../actionResult.ts';
import { displayPath } from '../../displayPath.ts';
import { foreign, t, type UiText } from '../../uiText.ts';
import { pickItem, showQuickPick } from '../../vscodeUi.ts';
import { withReadLimit } from '../readLimit.ts';
import { type CaptureError, type CaptureResult, newAttachmentId } from './captureResult.ts';
import { type GitApi, type GitRepository, getGitApi, knownGitApi, untrackedFiles } from './gitApi.ts';
import { readGitDiff, refreshState } from './readGitDiff.ts';

/** The same limit as for a file. */
const MAX_DIFF_CHARS = 1024 * 1024;

/** Maximum number of untracked files that are listed. */
const MAX_LISTED_FILES = 100;

/**
 * Captures the staged and unstaged changes of the repository that contains a file. If none does, and several are open,
 * the user chooses. Untracked files are only listed by name.
 * @param limitMs as in `withReadLimit`
 * @returns `undefined` if the user canceled
 */
export async function captureDiffAround(
  uri: vscode.Uri | undefined,
  limitMs?: number,
): Promise<CaptureResult | undefined> {
  const repository = await repositoryAround(uri, t('Add Git Changes'), limitMs);
  return repository === undefined || 'error' in repository
    ? repository
    : withReadLimit('Git', captureRepository(repository), limitMs);
}

/**
 * Captures the changes of the repository with this root, never of another one.
 * @param limitMs as in `withReadLimit`
 */
export async function captureDiff(root: vscode.Uri, limitMs?: number): Promise<CaptureResult> {
  const repository = await repositoryAt(root, limitMs);
  return 'error' in repository ? repository : withReadLimit('Git', captureRepository(repository), limitMs);
}

/**
 * Finds the repository with this root.
 * @param limitMs as in `withReadLimit`
 */
export async function repositoryAt(
  root: vscode.Uri,
  limitMs?: number,
): Promise<GitRepository | CaptureError> {
  const git = await gitWithin(limitMs);
  return 'error' in git
    ? git
    : (git.repositories.find(({ rootUri }) => rootUri.toString() === root.toString()) ?? {
        error: failed(t('The Git repository {0} is not open.', displayPath(root))),
      });
}

/**
 * Finds the repository that contains a file. If none does, and several are open, the user chooses.
 * @param title of what the repository is needed for
 * @param limitMs as in `withReadLimit`
 * @returns `undefined` if the user canceled
 */
export async function repositoryAround(
  uri: vscode.Uri | undefined,
  title: UiText,
  limitMs?: number,
): Promise<GitRepository | CaptureError | undefined> {
  const git = await gitWithin(limitMs);
  if ('error' in git) {
    return git;
  }
  const [first, second] = git.repositories;
  const found = (uri && git.getRepository(uri)) ?? (second === undefined ? first : undefined);
  return (
    found ??
    (first === undefined ? { error: failed(noRepositoryText()) } : chooseRepository(git.repositories, title))
  );
}

async function gitWithin(limitMs: number | undefined): Promise<GitApi | CaptureError> {
  const git = await withReadLimit('Git', getGitApi(), limitMs);
  if (git === undefined) {
    return { error: failed(noGitText()) };
  }
  const known = knownGitApi();
  const isLooking = typeof known === 'object' && known.state !== 'initialized';
  return isLooking
    ? { error: failed(t('Git is still looking for repositories. Try again in a moment.')) }
    : git;
}

async function chooseRepository(
  repositories: readonly GitRepository[],
  title: UiText,
): Promise<GitRepository | undefined> {
  const items = repositories.map((repository) =>
    pickItem(
      {
        icon: 'repo',
        label: foreign(displayPath(repository.rootUri)),
        description: foreign(repository.rootUri.fsPath),
      },
      { repository },
    ),
  );
  const chosen = await showQuickPick(items, {
    title,
    placeHolder: t('Select the repository'),
  });
  return chosen?.repository;
}

async function captureRepository(repository: GitRepository): Promise<CaptureResult> {
  const path = displayPath(repository.rootUri);
  const text = await readUncommittedDiff(repository);
  if (typeof text !== 'string') {
    return text;
  }
  if (text === '') {
    return { error: failed(noChangeText(path)) };
  }
  if (text.length > MAX_DIFF_CHARS) {
    return { error: failed(t('The changes in {0} are larger than 1 MB. Attach files instead.', path)) };
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

/** Why there are no changes to attach, as far as that is known without waiting. */
export function noDiffText(): UiText | undefined {
  const git = knownGitApi();
  if (git === undefined) {
    return noGitText();
  }
  return git !== 'unknown' && git.state === 'initialized' && git.repositories.length === 0
    ? noRepositoryText()
    : undefined;
}

export function noChangeText(path: string): UiText {
  return t('Nothing has changed in {0} since the last commit.', path);
}

function noRepositoryText(): UiText {
  return t('There is no Git repository in the workspace.');
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

async function readUncommittedDiff(repository: GitRepository): Promise<string | CaptureError> {
  const failed = await refreshState(repository);
  const staged = failed ?? (await readGitDiff(repository, true));
  if ('error' in staged) {
    return staged;
  }
  const unstaged = await readGitDiff(repository, false);
  if ('error' in unstaged) {
    return unstaged;
  }
  return [
    ...section('Staged:', textsOf(staged)),
    ...section('Not staged:', textsOf(unstaged)),
    ...section('New files:', listNewFiles(repository)),
  ].join('\n\n');
}

function textsOf(files: readonly FileDiff[]): string[] {
  return files.map(({ text }) => text);
}

/** In English, since the model reads it. */
function section(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [[heading, ...entries].join('\n')];
}

function listNewFiles(repository: GitRepository): string[] {
  const start = repository.rootUri.path.length + 1;
  const names = untrackedFiles(repository)
    .map((uri) => onOneLine(uri.path.slice(start)))
    .sort();
  const omitted = names.length - MAX_LISTED_FILES;
  return [...names.slice(0, MAX_LISTED_FILES), ...(omitted > 0 ? [`and ${omitted} more files`] : [])];
}
