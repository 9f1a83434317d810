import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { ReplyOptions } from '../../core/asking/chatSessionDeps.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { type Overflow, planOverflow, type Remedy } from '../../core/contextWindow/planOverflow.ts';
import { truncateToLines } from '../../core/contextWindow/truncateToLines.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import type { OverflowChoice, OverflowView } from '../../protocol/contextWindow.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { type ActionError, type ErrorResult, failed } from '../actionResult.ts';
import type { Composer } from '../composer/composer.ts';
import { moveDraftToNewConversation } from '../composer/conversationDrafts.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { readSetting } from '../settings.ts';
import { plainText, t, type UiText } from '../uiText.ts';
import { lastQuestionOf, type QuestionToCheck, toOverflowInput } from './overflowInput.ts';
import { overflowMessage, remedyText, sendAnywayText } from './overflowText.ts';
import type { TokenMeter } from './tokenMeter.ts';

/** A request for a question that was asked before: a retry, a comparison, or the rest of a reply. */
export interface Retry {
  session: ChatSession;
  replyOptions: ReplyOptions;
  /** The turns in the order in which they would be sent, if not that of the conversation; its question is the last one. */
  turns?(): readonly Turn[] | undefined;
  /** Whether it fetches the rest of the last reply. */
  isContinuation?: boolean;
  /** Whether it asks another model than the conversation's. */
  usesOtherModel?: boolean;
  /** Starts the request again. @param model replaces the model of a comparison */
  run(model?: string): Promise<ErrorResult>;
}

/** How the composer's question, or a retry, overflows the context window. */
interface FoundOverflow {
  overflow: Overflow;
  question: QuestionToCheck;
  message: UiText;
  retry?: Retry;
}

interface OverflowGuardDeps {
  conversations: Conversations;
  composer: Composer;
  models: Models;
  meter: TokenMeter;
  connections: Pick<Connections, 'current'>;
  ui: Pick<ChatUi, 'post' | 'postTo'>;
}

/**
 * Blocks requests that exceed the model's context window unless the user chooses Send Anyway. Shows a notice before
 * sending, whose remedies are applied one at a time until the request fits.
 */
export class OverflowGuard {
  readonly #deps: OverflowGuardDeps;
  #shown: (FoundOverflow & { view: OverflowView }) | undefined;
  /** Number of the current notice, so that a choice in an earlier notice is refused. */
  #noticeId = 0;
  /** The last retry that did not fit, and the state of its conversation at that time. */
  #refused: { retry: Retry; state: string } | undefined;
  /** State for which the user chose Send Anyway; used once. */
  #accepted: string | undefined;
  /** The service whose models were listed. */
  #listedService: string | undefined;

  constructor(deps: OverflowGuardDeps) {
    this.#deps = deps;
  }

  get view(): OverflowView | undefined {
    return this.#shown?.view;
  }

  /**
   * Returns an error if the question does not fit.
   * @param session the conversation that it is asked in. The notice has remedies if it is shown.
   * @param precedingTurns of a question that is not asked at its end
   */
  check(
    question: WrittenQuestion,
    replyOptions: ReplyOptions,
    session: ChatSession,
    precedingTurns?: readonly Turn[],
  ): AskError | undefined {
    const error = this.checkVariants([question], replyOptions, session, precedingTurns);
    if (this.#isShown(session, precedingTurns)) {
      this.#accepted = undefined;
    }
    return error;
  }

  #isShown(session: ChatSession, precedingTurns: readonly Turn[] | undefined): boolean {
    return precedingTurns === undefined && session === this.#deps.conversations.current;
  }

  /** Returns an error if no variant of a question fits, for example neither as written nor redacted. */
  checkVariants(
    variants: readonly WrittenQuestion[],
    replyOptions: ReplyOptions,
    session: ChatSession,
    precedingTurns?: readonly Turn[],
  ): AskError | undefined {
    const isInComposer = this.#isShown(session, precedingTurns);
    if (isInComposer) {
      if (this.#accepted === this.#composerState()) {
        return undefined;
      }
      this.#accepted = undefined;
    }
    const found = variants.map((variant) =>
      this.#findOverflow({
        ...variant,
        precedingTurns: precedingTurns ?? session.conversation.turns,
        replyOptions,
        canStartNew: isInComposer,
      }),
    );
    const [first] = found;
    if (first === undefined || found.includes(undefined)) {
      return undefined;
    }
    if (isInComposer) {
      this.update();
    }
    return { error: overflowError(first, isInComposer && this.#shown?.retry === undefined) };
  }

  checkRetry(retry: Retry): ErrorResult {
    const state = retryState(retry);
    const isAccepted = this.#accepted === state;
    this.#accepted = undefined;
    const found = isAccepted ? undefined : this.#findOverflow(retriedQuestion(retry));
    this.#refused = found && { retry, state };
    if (found !== undefined) {
      this.update();
    }
    return found && overflowError(found, this.#shown?.retry === retry);
  }

  /**
   * Applies one remedy, or accepts the overflow. A retry then runs again if it fits.
   *
   * @param noticeId the notice that the user saw; if another is shown now, the choice is refused
   * @returns the message of the notice if the request still does not fit
   */
  async choose(noticeId: number, choice: OverflowChoice): Promise<ErrorResult> {
    const shown = this.#shown;
    if (shown?.view.noticeId !== noticeId || !shown.view.choices.some(({ kind }) => kind === choice)) {
      return failed(t('The options have changed. Review them and choose again.'));
    }
    const { overflow, retry } = shown;
    const remedy = overflow.remedies.find(({ kind }) => kind === choice);
    this.#refused = undefined;
    if (remedy === undefined) {
      this.#accepted = retry === undefined ? this.#composerState() : retryState(retry);
    } else {
      this.#apply(remedy, retry);
    }
    if (retry !== undefined) {
      return retry.run(remedy?.kind === 'model' ? remedy.model.id : undefined);
    }
    if (remedy === undefined) {
      return undefined;
    }
    this.update();
    return this.#shown && overflowError(this.#shown, true);
  }

  #apply(remedy: Remedy, retry: Retry | undefined): void {
    const { conversations, composer, models } = this.#deps;
    switch (remedy.kind) {
      case 'leaveOut':
        conversations.current.setLeftOut(remedy.questions, true);
        break;
      case 'cut':
        composer.replaceAttachments(
          composer.attachments
            .filter(({ id }) => id === remedy.attachment)
            .map((attachment) => truncateToLines(attachment, remedy.lines)),
        );
        break;
      case 'model':
        if (!retry?.usesOtherModel) {
          models.chooseForConversation(remedy.model.id);
        }
        break;
      case 'newChat':
        moveDraftToNewConversation(conversations, composer);
        break;
    }
  }

  #findOverflow(question: QuestionToCheck): FoundOverflow | undefined {
    const input = toOverflowInput(this.#deps, question);
    const overflow = input && planOverflow(input);
    return overflow && { overflow, question, message: overflowMessage(overflow, question) };
  }

  /** Checks the refused retry as long as its conversation is unchanged, otherwise the composer's question. */
  #findCurrentOverflow(): FoundOverflow | undefined {
    const { composer, conversations, models } = this.#deps;
    const { retry, state } = this.#refused ?? {};
    if (retry?.session === conversations.current && retryState(retry) === state) {
      const found = this.#findOverflow(retriedQuestion(retry));
      if (found !== undefined) {
        return { ...found, retry };
      }
    }
    this.#refused = undefined;
    const maxTokens = readSetting('maxTokens');
    return this.#findOverflow({
      text: composer.draft,
      attachments: composer.attachments,
      precedingTurns: conversations.current.conversation.turns,
      replyOptions: { model: models.current, ...omitUndefined({ maxTokens }) },
      canStartNew: true,
    });
  }

  /** Shows, changes or removes the notice, as the question in the composer needs it. */
  update(): void {
    const found = this.#findCurrentOverflow();
    const { models, ui } = this.#deps;
    const isUnknown = models.current !== '' && models.contextWindow(models.current) === undefined;
    if (this.#hasPendingQuestion(found?.retry) && (found !== undefined || isUnknown)) {
      void this.#listModels();
    }
    const view = found && this.#toView(found);
    const isSame = JSON.stringify(view) === JSON.stringify(this.view);
    if (!isSame) {
      this.#noticeId++;
    }
    // An unchanged notice keeps its number, but its remedies are replaced by the current ones.
    this.#shown = found && view && { ...found, view: { ...view, noticeId: this.#noticeId } };
    if (!isSame) {
      ui.post(this.#message);
    }
  }

  /** Posts the notice to a page that was loaded. */
  postTo(page: MessageReceiver): void {
    this.#deps.ui.postTo(page, this.#message);
  }

  get #message(): ToPanel {
    const conversationId = this.#deps.composer.owner.conversation;
    return { type: 'overflow', conversationId, ...omitUndefined({ overflow: this.view }) };
  }

  /** Whether the user is about to ask something. Until then, models are not listed. */
  #hasPendingQuestion(retry: Retry | undefined): boolean {
    const { draft, attachments } = this.#deps.composer;
    return retry !== undefined || hasText(draft) || attachments.length > 0;
  }

  #toView({ overflow, question, message, retry }: FoundOverflow): OverflowView {
    const remedies = overflow.remedies.map((remedy) => ({
      kind: remedy.kind,
      ...remedyText(remedy, question),
    }));
    const sendAnyway = {
      kind: 'anyway' as const,
      ...sendAnywayText(),
      ...(retry === undefined && { sends: true }),
    };
    return {
      noticeId: this.#noticeId,
      message: plainText(message),
      choices: this.#hasPendingQuestion(retry) ? [...remedies, sendAnyway] : remedies,
    };
  }

  /** Lists the models once, for their context windows, if no consent is needed to connect. */
  async #listModels(): Promise<void> {
    const { models, connections } = this.#deps;
    if (this.#listedService === models.service || models.known.length > 0) {
      return;
    }
    this.#listedService = models.service;
    const { status } = await connections.current();
    if (status !== 'connected') {
      this.#listedService = undefined;
    } else {
      await models.list(new AbortController().signal).then(
        () => this.update(),
        () => undefined,
      );
    }
  }

  #composerState(): string {
    const { conversations, composer } = this.#deps;
    const { draft, attachments } = composer;
    return JSON.stringify([conversations.current.conversation.id, draft, attachments.map(({ id }) => id)]);
  }
}

/**
 * Why a request that doesn't fit is not sent.
 * @param isNoticed whether the notice is about it, and not about a retry or the question in the composer
 */
function overflowError({ message }: FoundOverflow, isNoticed: boolean): ActionError {
  return failed(message, isNoticed ? { isOverflow: true } : {});
}

function retriedQuestion({ session, turns, replyOptions, isContinuation }: Retry): QuestionToCheck {
  return lastQuestionOf(turns?.() ?? session.conversation.turns, replyOptions, isContinuation === true);
}

/** Changes when turns are added or a reply starts, since a refused or accepted retry is then obsolete. */
function retryState({ session }: Retry): string {
  const { id, turns } = session.conversation;
  return JSON.stringify([id, turns.at(-1)?.id, session.isRunning]);
}
