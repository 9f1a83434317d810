import { cutText } from '../../base/characterEnd.ts';
import { type ChangedFile, newFile, splitDiff } from '../../core/commitMessage/changedFiles.ts';
import { fitChanges } from '../../core/commitMessage/fitChanges.ts';
import { noAnswerText, noChangeText } from '../attachments/kinds/captureDiff.ts';
import { type CaptureError, newAttachmentId } from '../attachments/kinds/captureResult.ts';
import { type GitRepository, untrackedFiles } from '../attachments/kinds/gitApi.ts';
import { readWithoutAsking } from '../attachments/readingDoor.ts';
import { withReadLimit } from '../attachments/readLimit.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import { readSetting } from '../settings.ts';
import { t } from '../vscodeUi.ts';

/** Maximum number of files unknown to Git that are read. Of more, such as a folder that nobody ignores, only the names. */
const MAX_NEW_FILES = 100;

/** How many of the last messages show the style. */
const MAX_STYLE_MESSAGES = 10;
const MAX_STYLE_MESSAGE_CHARS = 500;

interface CapturedChanges {
  attachment: ComposerAttachment;
  /** Names of the files that did not fit. */
  leftOut: readonly string[];
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
  const read = await withReadLimit('Git', readChanges(repository), limitMs);
  if (read === undefined || 'error' in read) {
    return read ?? { error: noAnswerText(path) };
  }
  if (read.files.length === 0) {
    return { error: noChangeText(path) };
  }
  const attachmentWith = (text: string): ComposerAttachment => ({
    id: newAttachmentId(),
    kind: 'diff',
    path,
    languageId: 'diff',
    text,
  });
  const fitted = fitChanges(read.heading, read.files, budget, (text) => tokensOf(attachmentWith(text)));
  return fitted === undefined
    ? { error: t('The changes in {0} are too large for the model. Stage a part of them.', path) }
    : {
        attachment: attachmentWith([fitted.text, ...read.style].join('\n\n')),
        leftOut: fitted.leftOut,
      };
}

/** All headings are in English, since the model reads them. */
async function readChanges(
  repository: GitRepository,
): Promise<{ heading: string; files: ChangedFile[]; style: string[] } | undefined> {
  try {
    // Refreshes the state: VS Code may not know of recent changes by other programs yet.
    await repository.status();
    const style = readSetting('commitMessageStyle') ? await readStyle(repository) : [];
    return repository.state.indexChanges.length > 0
      ? { heading: 'Staged:', files: splitDiff(await repository.diff(true)), style }
      : {
          heading: 'Not staged:',
          files: [...splitDiff(await repository.diff(false)), ...(await readNewFiles(repository))],
          style,
        };
  } catch {
    return undefined;
  }
}

/** Of what is not a text file, or must not be read unasked, only the names. */
async function readNewFiles(repository: GitRepository): Promise<ChangedFile[]> {
  const start = repository.rootUri.path.length + 1;
  const files = untrackedFiles(repository).map((uri) => ({ uri, name: uri.path.slice(start) }));
  files.sort((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ uri, name }, index) => {
      const file = index < MAX_NEW_FILES ? await readWithoutAsking(uri) : undefined;
      const read = await file?.readText();
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
