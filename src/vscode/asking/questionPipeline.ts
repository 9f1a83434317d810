import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Question, ReplyOptions } from '../../core/asking/chatSessionDeps.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Turn } from '../../core/conversation/conversation.ts';
import { buildReplyRequest } from '../../core/requests/buildReplyRequest.ts';
import { toErrorMessage } from '../../core/toErrorMessage.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import { toAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import { type Connections, notConnectedText } from '../connection/connections.ts';
import type { OverflowGuard, Retry } from '../contextWindow/overflowGuard.ts';
import type { AskedSelections } from '../editing/askedSelections.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import type { Models } from '../models/models.ts';
import type { PromptExpander } from '../prompts/promptExpander.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { readChatSettings } from '../settings.ts';
import { foreign, t, withButton } from '../vscodeUi.ts';
import { toChatRequest } from './createConversations.ts';

interface QuestionPipelineDeps {
  conversations: Conversations;
  composer: Composer;
  connections: Pick<Connections, 'whenConfirmed'>;
  models: Models;
  prompts: Pick<PromptExpander, 'expandTyped'>;
  attachments: Pick<Attachments, 'refreshLive' | 'whenCurrentFileRead'>;
  askedSelections: Pick<AskedSelections, 'track'>;
  secretGuard: SecretGuard;
  overflowGuard: Pick<OverflowGuard, 'check' | 'checkVariants' | 'checkRetry'>;
  /** Resolves when the window state from before a reload is restored. */
  whenRestored(): Promise<void>;
}

/** Where a question is asked that doesn't go to the end of the current conversation. */
export interface QuestionPlace {
  precedingTurns: readonly Turn[];
  /** Called when nothing prevents asking. */
  ask(question: Question): ErrorMessage;
}

export interface AskResult {
  /** Why the question was not asked. */
  error: ErrorMessage;
  /** The question after prompt expansion; absent if that failed. */
  expanded?: WrittenQuestion;
}

/** A question that can be sent later as it is. Absent if there is an error. */
type PrepareResult = AskResult & { prepared?: WrittenQuestion };

/** The request that Send would make now. */
interface PreparedRequest {
  request: ChatRequest;
  /** Whether the composer has neither text nor attachments. */
  isEmpty: boolean;
  /** Whether Send would ask the user about secrets first. */
  hasSecrets(): Promise<boolean>;
}

/** The session to ask in, with the model and limits of the reply. */
interface ReadySession {
  session: ChatSession;
  replyOptions: ReplyOptions;
}

/** Runs the steps between a question and its request, in order. If a step fails, its error message is returned. */
export class QuestionPipeline {
  readonly #deps: QuestionPipelineDeps;

  constructor(deps: QuestionPipelineDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a question in the current conversation, or in another place. Resolves when its turn is open. A prompt of the
   * workspace is not asked: `expanded` is to be shown in the chat input.
   * @param onExpanded called with the question after prompt expansion; if it returns an error, nothing is asked
   */
  async ask(
    typed: WrittenQuestion,
    onExpanded: (question: WrittenQuestion) => ErrorMessage = () => undefined,
    place?: QuestionPlace,
  ): Promise<AskResult> {
    const expanded = await this.#deps.prompts.expandTyped(typed, place === undefined);
    if ('error' in expanded) {
      return expanded;
    }
    const error = onExpanded(expanded) ?? expanded.needsReview ?? (await this.send(expanded, place));
    return { error, expanded };
  }

  /** Like `ask`, for a question whose prompt is already expanded. */
  async send(question: WrittenQuestion, place?: QuestionPlace): Promise<ErrorMessage> {
    const { attachments, askedSelections, secretGuard, overflowGuard } = this.#deps;
    const ready = await this.#ensureReady({ place });
    if ('error' in ready) {
      return ready.error;
    }
    const { replyOptions } = ready;
    const precedingTurns = place?.precedingTurns;
    const refreshed = await attachments.refreshLive(question);
    if ('error' in refreshed) {
      return refreshed.error;
    }
    const confirmed = await secretGuard.check(refreshed, (...variants) =>
      overflowGuard.checkVariants(variants, replyOptions, precedingTurns),
    );
    if ('error' in confirmed) {
      return confirmed.error;
    }
    const checked = overflowGuard.check(confirmed, replyOptions, precedingTurns);
    if ('error' in checked) {
      return checked.error;
    }
    // Selections that were never in the composer are followed from now on. Loading that code must not delay sending.
    void askedSelections.track(question.attachments);
    if (place !== undefined) {
      return (
        this.#blockedReason(ready.session, place) ?? place.ask({ ...toQuestion(checked), ...replyOptions })
      );
    }
    // The session opens the turn, writes it to disk and then sends the request.
    return this.#start(ready, (session) => session.ask({ ...toQuestion(checked), ...replyOptions }));
  }

  /**
   * Takes the steps of `ask` that read or ask anything or need review, so that the result can be sent later. A reply may
   * be running.
   * @param onExpanded as in `ask`
   */
  async prepare(
    typed: WrittenQuestion,
    onExpanded: (question: WrittenQuestion) => ErrorMessage,
  ): Promise<PrepareResult> {
    const { prompts, attachments, secretGuard } = this.#deps;
    const expanded = await prompts.expandTyped(typed, true);
    if ('error' in expanded) {
      return expanded;
    }
    const error = onExpanded(expanded) ?? expanded.needsReview;
    if (error !== undefined) {
      return { error, expanded };
    }
    const refreshed = await attachments.refreshLive(expanded);
    const confirmed = 'error' in refreshed ? refreshed : await secretGuard.check(refreshed);
    return 'error' in confirmed
      ? { error: confirmed.error, expanded }
      : { error: undefined, expanded, prepared: confirmed };
  }

  /**
   * Sends a prepared question in any conversation. Reads nothing again.
   * @param isWanted called right before it is sent; if it returns false, nothing is sent
   * @param isUserWaiting whether the user can be asked about secrets. If not, it is sent as it is or not at all.
   */
  async sendPrepared(
    question: WrittenQuestion,
    session: ChatSession,
    isWanted: () => boolean,
    isUserWaiting: boolean,
  ): Promise<ErrorMessage> {
    const { askedSelections, secretGuard, overflowGuard } = this.#deps;
    const ready = await this.#ensureReady({ inSession: session });
    if ('error' in ready) {
      return ready.error;
    }
    const { replyOptions } = ready;
    const checked = overflowGuard.check(question, replyOptions, session.conversation.turns);
    if ('error' in checked) {
      return checked.error;
    }
    // `prepare` has asked about secrets, but the API key may have changed or the window may have been reloaded since.
    const confirmed = isUserWaiting ? await secretGuard.check(question) : question;
    if ('error' in confirmed) {
      return confirmed.error;
    }
    if (!isUserWaiting && (await secretGuard.needsConfirmation(question))) {
      return t('Not sent because it may contain a secret.');
    }
    void askedSelections.track(question.attachments);
    return isWanted()
      ? this.#start(ready, () => session.ask({ ...toQuestion(confirmed), ...replyOptions }))
      : foreign('');
  }

  /** Takes the same steps as Send does for the composer's content, but asks the user nothing. */
  async prepareRequest(): Promise<PreparedRequest | AskError> {
    const { composer, prompts, attachments, secretGuard } = this.#deps;
    const ready = await this.#ensureReady();
    if ('error' in ready) {
      return ready;
    }
    await attachments.whenCurrentFileRead();
    const { draft } = composer;
    const expanded = await prompts.expandTyped({ text: draft, attachments: composer.attachments }, false);
    if ('error' in expanded) {
      return expanded;
    }
    const refreshed = await attachments.refreshLive(expanded);
    if ('error' in refreshed) {
      return refreshed;
    }
    const question = await secretGuard.redactKnown(refreshed);
    const { session, replyOptions } = ready;
    return {
      request: toChatRequest(
        buildReplyRequest(session.conversation.turns, { ...toQuestion(question), ...replyOptions }),
        await secretGuard.redactor(),
      ),
      isEmpty: draft.trim() === '' && question.attachments.length === 0,
      hasSecrets: () => secretGuard.needsConfirmation(question),
    };
  }

  /**
   * Asks a question again: the last one, or one whose reply has no text, which moves to the end of the conversation.
   * @param notBefore ms since 1970; the request waits until then, as the service asked
   */
  async retry(turnId: string, notBefore?: number): Promise<ErrorMessage> {
    const session = this.#deps.conversations.current;
    const error = this.#blockedReason(session);
    if (error !== undefined) {
      return error;
    }
    const retriedTurnId =
      session.conversation.turns.at(-1)?.id === turnId ? turnId : session.moveUnansweredToEnd(turnId);
    return retriedTurnId === undefined
      ? t('You can only retry the last reply.')
      : this.#runRetry((readySession, options) => readySession.retry(retriedTurnId, options, notBefore), {
          isContinuation: false,
          run: () => this.retry(retriedTurnId, notBefore),
        });
  }

  /** Fetches the rest of the last reply, which was cut off. */
  async continueReply(turnId: string): Promise<ErrorMessage> {
    return this.#deps.conversations.current.continuableReply?.id === turnId
      ? this.#runRetry((session, options) => session.continueReply(turnId, options), {
          isContinuation: true,
          run: () => this.continueReply(turnId),
        })
      : t('You can only continue the last reply, and only if it is incomplete.');
  }

  /** Asks another model the last question. Its reply is shown beside the first one. */
  async compare(turnId: string, model: string): Promise<ErrorMessage> {
    return this.#deps.conversations.current.comparableReply?.id === turnId
      ? this.#runRetry(
          (session, options) => session.compare(turnId, options),
          { isContinuation: false, run: (otherModel = model) => this.compare(turnId, otherModel) },
          model,
        )
      : t('You can only compare the last reply, and only with one other reply.');
  }

  /** @param model replaces the conversation's model */
  async #runRetry(
    begin: (session: ChatSession, options: ReplyOptions) => Promise<void>,
    retry: Pick<Retry, 'isContinuation' | 'run'>,
    model?: string,
  ): Promise<ErrorMessage> {
    const ready = await this.#ensureReady();
    if ('error' in ready) {
      return ready.error;
    }
    const { session } = ready;
    const replyOptions = { ...ready.replyOptions, ...omitUndefined({ model }) };
    return (
      this.#deps.overflowGuard.checkRetry({
        session,
        replyOptions,
        usesOtherModel: model !== undefined,
        ...retry,
      }) ?? this.#start({ session, replyOptions }, (readySession) => begin(readySession, replyOptions))
    );
  }

  /**
   * Ensures a connection and a model; returns an error if nothing can be asked.
   * @param inSession default is the current one
   */
  async #ensureReady({
    inSession,
    place,
  }: {
    inSession?: ChatSession;
    place?: QuestionPlace | undefined;
  } = {}): Promise<ReadySession | AskError> {
    const { conversations, connections, models, whenRestored } = this.#deps;
    await whenRestored();
    // The current conversation may change while the steps below wait.
    const session = inSession ?? conversations.current;
    const state = await connections.whenConfirmed();
    if (state.status !== 'connected') {
      return { error: notConnectedText(state) };
    }
    let model: string;
    try {
      model = await models.ensureModel(session);
    } catch (error) {
      return { error: foreign(toErrorMessage(error)) };
    }
    const { maxTokens } = readChatSettings();
    const error = this.#blockedReason(session, place);
    return error === undefined
      ? { session, replyOptions: { model, ...omitUndefined({ maxTokens }) } }
      : { error };
  }

  /** Returns `undefined` if a question can be asked in this conversation now, or from it in another place. */
  #blockedReason(session: ChatSession, place?: QuestionPlace): ErrorMessage {
    if (session.isRunning) {
      return t('A reply is still being written. Stop it or wait until it ends.');
    }
    if (place === undefined && this.#deps.conversations.isSessionReadOnly(session)) {
      return withButton(
        t(
          'This conversation is read-only because it was saved by a newer version of this extension. Duplicate it to continue in the copy.',
        ),
        t('Duplicate'),
        () => vscode.commands.executeCommand('assistant.duplicateConversation'),
      );
    }
    return undefined;
  }

  #start({ session }: ReadySession, begin: (session: ChatSession) => Promise<void>): ErrorMessage {
    // Another reply may have started during the preparation.
    const error = this.#blockedReason(session);
    if (error === undefined) {
      void begin(session);
    }
    return error;
  }
}

/** Drops the attachments' URIs, which reveal paths on this machine. */
function toQuestion({ text, attachments }: WrittenQuestion) {
  return { text, attachments: attachments.map(toAttachment) };
}
