import * as vscode from 'vscode';
import { abortable } from '../../base/abortable.ts';
import { messageInReply } from '../../core/commitMessage/messageInReply.ts';
import type { AssistantTurn } from '../../core/conversation/conversation.ts';
import { type ActionError, type ActionResult, type ErrorResult, failed, info } from '../actionResult.ts';
import type { BackgroundQuestions } from '../asking/backgroundQuestions.ts';
import { repositoryAround, repositoryAt } from '../attachments/kinds/captureDiff.ts';
import type { CaptureError } from '../attachments/kinds/captureResult.ts';
import type { GitRepository } from '../attachments/kinds/gitApi.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import { displayPath } from '../displayPath.ts';
import { failureMessage } from '../failures/failureMessage.ts';
import { fileOf } from '../findCell.ts';
import { confirmHiddenText } from '../hiddenText.ts';
import type { Models } from '../models/models.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { foreign, joined, plainText, t, type UiText } from '../uiText.ts';
import { runInSourceControl, runWithProgress } from '../vscodeUi.ts';
import { captureChanges, whyOutdated } from './captureChanges.ts';

/** Name of the built-in prompt, for which the user can have another text. */
const PROMPT = 'commit';

/** Share of the context window that the changes may take. The rest is for the instruction and the reply. */
const BUDGET_SHARE = 1 / 2;
/** Budget in tokens if the context window is not known. */
const DEFAULT_BUDGET = 8000;

/** Maximum number of names in a message. */
const MAX_LISTED_FILES = 5;

export interface CommitMessageServices {
  backgroundQuestions: Pick<BackgroundQuestions, 'ask' | 'show'>;
  models: Pick<Models, 'current' | 'contextWindow'>;
  meter: Pick<TokenMeter, 'tokensOf'>;
  targetEditor: Pick<TargetEditor, 'source'>;
}

/** Asks for the message of the next commit, and writes it into the box of the repository. */
export class CommitMessageWriter {
  readonly #services: CommitMessageServices;
  /** Roots of the repositories for which a message is being written. */
  readonly #running = new Set<string>();

  constructor(services: CommitMessageServices) {
    this.#services = services;
  }

  /** @param root of the repository. Without it, that of the active editor, or one that the user chooses. */
  async write(root: vscode.Uri | undefined): Promise<ActionResult> {
    const found = root === undefined ? await this.#chooseRepository() : { rootUri: root };
    if (found === undefined || 'error' in found) {
      return found?.error;
    }
    const { rootUri } = found;
    const path = displayPath(rootUri);
    const key = rootUri.toString();
    if (this.#running.has(key)) {
      return failed(t('A commit message for {0} is already being written.', path));
    }
    this.#running.add(key);
    try {
      return await runInSourceControl(() =>
        runWithProgress(t('Writing a commit message for {0}…', path), (signal) =>
          this.#writeFor(rootUri, path, signal).catch((error) => {
            if (!signal.aborted) {
              throw error;
            }
            return undefined;
          }),
        ),
      );
    } finally {
      this.#running.delete(key);
    }
  }

  /** Shows the view with the box: only there, VS Code can undo what is written into it. */
  async #chooseRepository(): Promise<GitRepository | CaptureError | undefined> {
    const editor = vscode.window.activeTextEditor ?? this.#services.targetEditor.source;
    const repository = await repositoryAround(
      editor && fileOf(editor.document.uri),
      t('Write Commit Message'),
    );
    if (repository !== undefined && !('error' in repository)) {
      await vscode.commands.executeCommand('workbench.view.scm');
    }
    return repository;
  }

  /** Rejects if it is canceled while Git works, which may not answer. */
  async #writeFor(root: vscode.Uri, path: string, signal: AbortSignal): Promise<ActionResult> {
    const { models, meter, backgroundQuestions } = this.#services;
    const repository = await abortable(repositoryAt(root), signal);
    if ('error' in repository) {
      return repository.error;
    }
    const model = models.current;
    const window = models.contextWindow(model);
    const capturing = captureChanges(
      repository,
      (attachment) => meter.tokensOf(attachment, model),
      window === undefined ? DEFAULT_BUDGET : window * BUDGET_SHARE,
    );
    const captured = await abortable(capturing, signal);
    if ('error' in captured) {
      return captured.error;
    }
    const before = stateOf(repository);
    const { attachment, leftOut, changes } = captured;
    const asked = await backgroundQuestions.ask(
      { text: `/${PROMPT} ${before.box}`.trim(), attachments: [attachment] },
      {
        title: plainText(t('Commit message: {0}', path)),
        model,
        signal,
        whyNotWritten: async () => errorOf(await repositoryAt(root)),
      },
    );
    if (signal.aborted) {
      return undefined;
    }
    if ('error' in asked) {
      return asked.error;
    }
    const { reply, session } = asked;
    const button = { label: t('Show Conversation'), run: () => backgroundQuestions.show(session) };
    const message = messageInReply(reply.text);
    if (reply.status !== 'finished' || message === '') {
      return { button, ...noMessage(reply) };
    }
    const visible = await confirmHiddenText(message, 'other');
    if (visible === undefined) {
      return undefined;
    }
    const open = await abortable(repositoryAt(root), signal);
    if ('error' in open) {
      return { button, ...open.error };
    }
    const outdated = await abortable(whyOutdated(open, changes), signal);
    const now = stateOf(open);
    if (now.box !== before.box) {
      return failed(t('The text in the box has changed, so the commit message was not written into it.'), {
        button,
      });
    }
    if (now.commit !== before.commit) {
      return failed(t('There is a new commit, so the commit message was not written into the box.'), {
        button,
      });
    }
    if (outdated !== undefined) {
      return failed(outdated, { button });
    }
    open.inputBox.value = visible;
    return leftOut.length === 0 ? undefined : info(leftOutText(leftOut));
  }
}

function errorOf(found: GitRepository | CaptureError): ErrorResult {
  return 'error' in found ? found.error : undefined;
}

/** What must be the same when the message is written as when it was asked for. */
function stateOf({ inputBox, state }: GitRepository): { box: string; commit: string | undefined } {
  return { box: inputBox.value, commit: state.HEAD?.commit };
}

function noMessage({ status, failure }: AssistantTurn): ActionError {
  if (failure !== undefined) {
    return failureMessage(failure);
  }
  switch (status) {
    case 'finished':
      return failed(t('The reply has no text, so there is no commit message.'));
    case 'cutAtLimit':
      return failed(t('The reply was cut off, so there is no commit message.'));
    default:
      return failed(t('The reply was stopped, so there is no commit message.'));
  }
}

function leftOutText(names: readonly string[]): UiText {
  const list = joined(
    names.map((name) => foreign(name)),
    ', ',
    MAX_LISTED_FILES,
  );
  return names.length === 1
    ? t('1 file is too large for the model, so the commit message was written without it: {0}', list)
    : t(
        '{0} files are too large for the model, so the commit message was written without them: {1}',
        names.length,
        list,
      );
}
