import * as vscode from 'vscode';
import { cutText } from '../../base/characterEnd.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { queueStep } from '../../core/asking/queuedQuestion.ts';
import type { ReplyStatus } from '../../core/conversation/conversation.ts';
import type { QueuedQuestionAction, QueuedQuestionView } from '../../protocol/conversation.ts';
import { type ActionError, type ErrorResult, failed, toActionError } from '../actionResult.ts';
import { toAttachmentView } from '../attachments/chipViews.ts';
import type { Composer } from '../composer/composer.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import type { QueuedQuestion } from '../composer/queuedQuestions.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import type { AskOptions, AskResult, QuestionPipeline } from './questionPipeline.ts';

/** Maximum length of the text that the panel gets: far more than it shows. */
const MAX_VIEW_CHARS = 500;

interface QuestionQueueDeps {
  pipeline: Pick<QuestionPipeline, 'ask' | 'sendPrepared'>;
  conversations: Conversations;
  composer: Composer;
  ui: Pick<ChatUi, 'post' | 'showDraft'>;
}

/**
 * Queues a question while a reply is running, at most one in each conversation. Sends it when the reply has ended well,
 * whichever conversation is shown; otherwise keeps it until the user sends it, edits it or removes it.
 */
export class QuestionQueue implements vscode.Disposable {
  readonly #deps: QuestionQueueDeps;
  readonly #listeners: vscode.Disposable;
  /** Ids of the questions that are being sent, unless the user takes them back. */
  readonly #sending = new Set<string>();
  #shown: { conversationId: string; queued: QueuedQuestion | undefined };

  constructor(deps: QuestionQueueDeps) {
    this.#deps = deps;
    this.#shown = this.#current();
    this.#listeners = vscode.Disposable.from(
      deps.conversations.onEvent(({ type }) => {
        if (type === 'shown') {
          // The state that is posted now includes the question.
          this.#shown = this.#current();
        } else if (type === 'changed') {
          this.#advance();
        }
      }),
      deps.composer.onChanged(() => this.#postChange()),
    );
  }

  /** The queued question of the current conversation. */
  get view(): QueuedQuestionView | undefined {
    const { queued } = this.#current();
    return (
      queued && {
        id: queued.id,
        text: cutText(queued.text, MAX_VIEW_CHARS),
        attachments: queued.attachments.map(toAttachmentView),
        ...omitUndefined({ reason: queued.reason }),
      }
    );
  }

  /** Whether a question that is sent now must wait for a reply, or for a question that is about to be sent. */
  isNeeded({ isRunning, isPreparing, conversation }: ChatSession): boolean {
    const queued = this.#deps.composer.queue.of(conversation.id);
    return isRunning || isPreparing || (queued !== undefined && this.#sending.has(queued.id));
  }

  /**
   * Queues a question in a conversation whose reply is running, or is about to. Asks about its secrets now.
   * @param options of `QuestionPipeline.ask`
   */
  async add(
    session: ChatSession,
    typed: WrittenQuestion,
    options: Pick<AskOptions, 'firstStep' | 'onExpanded' | 'controller'>,
  ): Promise<AskResult> {
    const { pipeline, composer } = this.#deps;
    const conversation = session.conversation.id;
    const isFull = (): boolean => composer.queue.of(conversation) !== undefined;
    const keep = ({ text, attachments }: WrittenQuestion): ErrorResult => {
      if (isFull()) {
        return queueIsFullError();
      }
      const afterQuestionId = lastQuestionIdOf(session);
      composer.queue.put({
        id: crypto.randomUUID(),
        conversation,
        text,
        // The toggle of the current file belongs to no question.
        attachments: attachments.map(({ isCurrentFile: _, ...attachment }) => attachment),
        // Without a question before it, as if that could not be asked, the user decides.
        ...(afterQuestionId === undefined ? { reason: plainText(heldText(undefined)) } : { afterQuestionId }),
      });
      // The reply may have ended while the user was asked.
      this.#advance();
      return undefined;
    };
    return isFull() ? { error: queueIsFullError() } : pipeline.ask(typed, { ...options, session, keep });
  }

  /** @param id of the queued question that the user saw */
  async run(id: string, action: QueuedQuestionAction): Promise<ErrorResult> {
    const { conversations, composer, ui } = this.#deps;
    const session = conversations.current;
    const { conversationId, queued } = this.#current();
    if (queued?.id !== id) {
      return failed(t('This question is no longer in the queue.'));
    }
    switch (action) {
      case 'send':
        if (session.isRunning) {
          const { reason: _, ...waiting } = queued;
          composer.queue.put({
            ...waiting,
            ...omitUndefined({ afterQuestionId: lastQuestionIdOf(session) }),
          });
        } else {
          await this.#send(queued, session, true);
        }
        return undefined;
      case 'edit':
        this.#sending.delete(id);
        // Before it leaves the queue, so that it is in a file at all times.
        composer.restoreDraft(queued.text, queued.attachments);
        composer.queue.remove([conversationId]);
        ui.showDraft(composer);
        return undefined;
      case 'remove':
        this.#sending.delete(id);
        composer.queue.remove([conversationId]);
        return undefined;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #current(): { conversationId: string; queued: QueuedQuestion | undefined } {
    const { conversations, composer } = this.#deps;
    const conversationId = conversations.current.conversation.id;
    return { conversationId, queued: composer.queue.of(conversationId) };
  }

  /** Sends the questions whose replies have ended well, and updates why the others are not sent. */
  #advance(): void {
    const { conversations, composer } = this.#deps;
    for (const queued of composer.queue.all) {
      const { conversation, afterQuestionId, reason, ...question } = queued;
      if (afterQuestionId === undefined || this.#sending.has(queued.id)) {
        continue;
      }
      const session = conversations.loaded.find(({ conversation: { id } }) => id === conversation);
      const next = queueStep(session?.conversation.turns ?? [], afterQuestionId);
      if (next.step === 'send' && session !== undefined) {
        void this.#send(queued, session, false);
      } else if (next.step === 'hold' && reason === undefined) {
        composer.queue.put({ ...queued, reason: plainText(heldText(next.ended)) });
      } else if (next.step === 'wait' && reason !== undefined) {
        composer.queue.put({ ...question, conversation, afterQuestionId });
      }
    }
  }

  async #send(queued: QueuedQuestion, session: ChatSession, isUserWaiting: boolean): Promise<void> {
    const { pipeline, composer } = this.#deps;
    const { id, conversation } = queued;
    if (this.#sending.has(id)) {
      return;
    }
    this.#sending.add(id);
    const controller = new AbortController();
    // The user may take it back, or delete it with its conversation.
    const isQueued = (): boolean => this.#sending.has(id) && composer.queue.of(conversation)?.id === id;
    const listener = composer.onChanged(() => !isQueued() && controller.abort());
    const error = await pipeline
      .sendPrepared(queued, { session, controller }, isUserWaiting)
      .catch(toActionError);
    listener.dispose();
    if (isQueued() && error === undefined) {
      composer.queue.remove([conversation]);
    } else if (isQueued()) {
      // Only the user can send it from now on: trying again would fail for the same reason.
      const { afterQuestionId: _, ...held } = queued;
      composer.queue.put({
        ...held,
        reason: plainText(error?.kind === 'error' ? error.text : heldText(undefined)),
      });
    }
    this.#sending.delete(id);
  }

  /** Posts a change of the shown question, unless another conversation is about to be shown. */
  #postChange(): void {
    const before = this.#shown;
    this.#shown = this.#current();
    const { conversationId, queued } = this.#shown;
    if (conversationId === before.conversationId && queued !== before.queued) {
      const wasSent = before.queued !== undefined && this.#sending.has(before.queued.id);
      this.#deps.ui.post({
        type: 'queuedQuestion',
        conversationId,
        ...omitUndefined({ queuedQuestion: this.view }),
        ...(queued === undefined && wasSent && { wasSent }),
      });
    }
  }
}

function lastQuestionIdOf({ conversation }: ChatSession): string | undefined {
  return conversation.turns.findLast(({ kind }) => kind === 'user')?.id;
}

function queueIsFullError(): ActionError {
  return failed(t('A question is already in the queue. Edit or remove it, or wait until it is sent.'));
}

/** @param ended how the reply has ended; `undefined` if the conversation has continued otherwise */
function heldText(ended: ReplyStatus | undefined): UiText {
  switch (ended) {
    case 'stopped':
      return t('Not sent because the reply was stopped.');
    case 'failed':
      return t('Not sent because the reply failed.');
    case 'cutAtLimit':
    case 'interrupted':
      return t('Not sent because the reply is incomplete.');
    default:
      return t('Not sent yet.');
  }
}
