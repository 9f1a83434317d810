import { type FileDiff, readDiff } from '../../../core/readDiff.ts';
import { failed } from '../../actionResult.ts';
import { displayPath } from '../../displayPath.ts';
import { foreign, joined, t, type UiText } from '../../uiText.ts';
import type { CaptureError } from './captureResult.ts';
import { type GitRepository, isUntracked } from './gitApi.ts';

const EXTERNAL = 'diff.external';

/** Settings with which Git has a program print changes: all of them, or those of the files with an attribute. */
const PROGRAM = /^diff\.(?:external|.+\.command)$/i;

/** Maximum number of settings in a message. */
const MAX_LISTED_SETTINGS = 3;

/**
 * Reads what is staged or what is not. VS Code passes on what the user's Git prints, and takes no options that would
 * overrule their settings: what is not a diff, or not all of it, is refused.
 */
export async function readGitDiff(
  repository: GitRepository,
  isStaged: boolean,
): Promise<readonly FileDiff[] | CaptureError> {
  const text = await repository.diff(isStaged).catch(() => undefined);
  const files = text === undefined ? undefined : readDiff(text);
  const { indexChanges, workingTreeChanges } = repository.state;
  const changes = isStaged ? indexChanges : workingTreeChanges.filter((change) => !isUntracked(change));
  // A program that has a window of its own prints nothing.
  if (files !== undefined && files.length >= changes.length) {
    return files;
  }
  const path = displayPath(repository.rootUri);
  const settings = await programSettings(repository);
  if (settings.length > 0) {
    return {
      error: failed(
        t(
          'The changes in {0} were not read, because Git’s setting {1} has another program print them. Remove it and try again.',
          path,
          joined(
            settings.map((key) => foreign(key)),
            ', ',
            MAX_LISTED_SETTINGS,
          ),
        ),
      ),
    };
  }
  if (text === undefined) {
    return { error: failed(noAnswerText(path)) };
  }
  return (
    files ?? {
      error: failed(
        t(
          'The changes in {0} were not read, because what Git prints is not a diff. Another program may print it: see Git’s settings {1} and {2}, and the variable {3}.',
          path,
          EXTERNAL,
          'diff.<name>.command',
          'GIT_EXTERNAL_DIFF',
        ),
      ),
    }
  );
}

/** VS Code may not know of recent changes by other programs yet. */
export async function refreshState(repository: GitRepository): Promise<CaptureError | undefined> {
  try {
    await repository.status();
    return undefined;
  } catch {
    return { error: failed(noAnswerText(displayPath(repository.rootUri))) };
  }
}

function noAnswerText(path: string): UiText {
  return t('Git could not determine what has changed in {0}.', path);
}

/** Of the user's settings, the API has only those whose names are known. */
async function programSettings(repository: GitRepository): Promise<string[]> {
  const own = await repository.getConfigs().catch(() => []);
  const external = await repository.getGlobalConfig(EXTERNAL).catch(() => '');
  const keys = own.map(({ key }) => key).filter((key) => PROGRAM.test(key));
  return [...new Set([...keys, ...(external === '' ? [] : [EXTERNAL])])];
}
