import { cutText } from '../../base/characterEnd.ts';
import {
  type ChangedFile,
  changedFile,
  isSameChange,
  newFile,
} from '../../core/commitMessage/changedFiles.ts';
import { fitChanges } from '../../core/commitMessage/fitChanges.ts';
import { failed } from '../actionResult.ts';
import { noChangeText } from '../attachments/kinds/captureDiff.ts';
import { type CaptureError, newAttachmentId } from '../attachments/kinds/captureResult.ts';
import { type GitRepository, untrackedFiles } from '../attachments/kinds/gitApi.ts';
import { readGitDiff, refreshState } from '../attachments/kinds/readGitDiff.ts';
import { readWithoutAsking } from '../attachments/readingDoor.ts';
import { withReadLimit } from '../attachments/readLimit.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import { readSetting } from '../settings.ts';
import { t, type UiText } from '../uiText.ts';

/** Maximum number of files unknown to Git that are read. Of more, such as a folder that nobody ignores, only the names. */
const MAX_NEW_FILES = 100;

/** How many of the last messages show the style. */
const MAX_STYLE_MESSAGES = 10;
const MAX_STYLE_MESSAGE_CHARS = 500;

interface CapturedChanges {
  attachment: ComposerAttachment;
  /** Names of the files that did not fit. */
  leftOut: readonly string[];
  changes: Changes;
}

/** What the next commit would contain. */
interface Changes {
  isStaged: boolean;
  files: readonly ChangedFile[];
}

/**
 * Captures what the next commit of a repository would contain: what is staged or, if nothing is, all changes.
 * @param tokensOf estimates the tokens of an attachment
 * @param budget in tokens
 * @param limitMs as in `withReadLimit`
 */
export async function captureChanges(
  repository: GitRepository,
  tokensOf: (attachment: ComposerAttachment) => number,
  budget: number,
  limitMs?: number,
): Promise<CapturedChanges | CaptureError> {
  const path = displayPath(repository.rootUri);
  const changes = await withReadLimit('Git', readChanges(repository), limitMs);
  if ('error' in changes) {
    return changes;
  }
  if (changes.files.length === 0) {
    return { error: failed(noChangeText(path)) };
  }
  const style = readSetting('commitMessageStyle')
    ? await withReadLimit('Git', readStyle(repository), limitMs)
    : [];
  if ('error' in style) {
    return style;
  }
  const attachmentWith = (text: string): ComposerAttachment => ({
    id: newAttachmentId(),
    kind: 'diff',
    path,
    languageId: 'diff',
    text,
  });
  // In English, since the model reads it.
  const heading = changes.isStaged ? 'Staged:' : 'Not staged:';
  const fitted = fitChanges(heading, changes.files, budget, (text) => tokensOf(attachmentWith(text)));
  return fitted === undefined
    ? { error: failed(t('The changes in {0} are too large for the model. Stage a part of them.', path)) }
    : {
        attachment: attachmentWith([fitted.text, ...style].join('\n\n')),
        leftOut: fitted.leftOut,
        changes,
      };
}

/**
 * Compares what a message was written about with what is staged now. What is not staged may differ: it does while the user
 * goes on.
 * @param limitMs as in `withReadLimit`
 * @returns why the message is not that of the next commit, if it isn't
 */
export async function whyOutdated(
  repository: GitRepository,
  changes: Changes,
  limitMs?: number,
): Promise<UiText | undefined> {
  const now = await withReadLimit('Git', readStaged(repository), limitMs);
  if ('error' in now) {
    return now.error.text;
  }
  return isSameChange(now, changes.files) || (now.length === 0 && !changes.isStaged)
    ? undefined
    : t('What is staged has changed, so the commit message was not written into the box.');
}

async function readChanges(repository: GitRepository): Promise<Changes | CaptureError> {
  const staged = await readStaged(repository);
  if ('error' in staged) {
    return staged;
  }
  if (staged.length > 0) {
    return { isStaged: true, files: staged };
  }
  const unstaged = await readGitDiff(repository, false);
  return 'error' in unstaged
    ? unstaged
    : { isStaged: false, files: [...unstaged.map(changedFile), ...(await readNewFiles(repository))] };
}

/** Nothing if only conflicts are in the index, whose lines are not staged. */
async function readStaged(repository: GitRepository): Promise<ChangedFile[] | CaptureError> {
  const failed = await refreshState(repository);
  if (failed !== undefined || repository.state.indexChanges.length === 0) {
    return failed ?? [];
  }
  const staged = await readGitDiff(repository, true);
  return 'error' in staged ? staged : staged.map(changedFile);
}

/** Of what is not a text file, or must not be read unasked, only the names. */
async function readNewFiles(repository: GitRepository): Promise<ChangedFile[]> {
  const start = repository.rootUri.path.length + 1;
  const files = untrackedFiles(repository).map((uri) => ({ uri, name: uri.path.slice(start) }));
  files.sort((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ uri, name }, index) => {
      const file = index < MAX_NEW_FILES ? await readWithoutAsking(uri) : undefined;
      const read = file === undefined || 'error' in file ? undefined : await file.readText();
      return read === undefined || 'error' in read ? { name: `${name} (new)` } : newFile(name, read.text);
    }),
  );
}

/** The last messages, without those of merges. A repository without a commit has none. */
async function readStyle(repository: GitRepository): Promise<string[]> {
  const commits = await repository.log({ maxEntries: MAX_STYLE_MESSAGES }).catch(() => []);
  const messages = commits
    .filter(({ parents }) => parents.length < 2)
    .map(({ message }) => cutText(message.trim(), MAX_STYLE_MESSAGE_CHARS));
  return messages.length === 0
    ? []
    : [['The last commit messages, only as a reference for the style:', ...messages].join('\n\n')];
}
