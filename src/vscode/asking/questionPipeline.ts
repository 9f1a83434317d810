import { abortable } from '../../base/abortable.ts';
import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatRequest } from '../../contract/chatRequest.ts';
import { buildReplyRequest } from '../../core/asking/buildReplyRequest.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Question, RetryWay } from '../../core/asking/chatSessionDeps.ts';
import { type Circumstances, type Committed, commit } from '../../core/asking/commit.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { Turn, UserTurn } from '../../core/conversation/conversation.ts';
import { sentWithNext } from '../../core/conversation/sentTurns.ts';
import { type ErrorResult, failed, toActionError } from '../actionResult.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import { type AskError, toQuestion, type WrittenQuestion } from '../composer/question.ts';
import { type Connections, notConnected } from '../connection/connections.ts';
import type { OverflowGuard } from '../contextWindow/overflowGuard.ts';
import type { AskedSelections } from '../editing/askedSelections.ts';
import type { Models } from '../models/models.ts';
import type { ExpandedQuestion, PromptExpander } from '../prompts/promptExpander.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { t } from '../uiText.ts';
import { type PlanAgain, planComparison, planContinuation, planRetry } from './askingAgain.ts';
import { blockedReason, circumstancesOf } from './circumstancesOf.ts';
import { toChatRequest } from './fetchReply.ts';
import { changedError, conversationChangedError, nothingSentError } from './notSent.ts';
import { UnsentTurns } from './unsentTurns.ts';

interface QuestionPipelineDeps {
  conversations: Pick<Conversations, 'current' | 'isPresent' | 'isReadOnly' | 'restore'>;
  composer: Pick<Composer, 'draft' | 'attachments'>;
  connections: Pick<Connections, 'baseUrl' | 'whenConfirmed'>;
  models: Pick<Models, 'of' | 'ensureModel' | 'useFor'>;
  prompts: Pick<PromptExpander, 'expandTyped'>;
  attachments: Pick<Attachments, 'refreshLive' | 'whenCurrentFileRead'>;
  askedSelections: Pick<AskedSelections, 'track'>;
  secretGuard: Pick<SecretGuard, 'check' | 'learnFrom' | 'needsConfirmation' | 'redactKnown' | 'redactor'>;
  overflowGuard: Pick<OverflowGuard, 'check' | 'checkVariants' | 'checkRetry'>;
  /** Resolves when the window state from before a reload is restored. */
  whenRestored(): Promise<void>;
}

/** Where a question is asked that doesn't go to the end of its conversation. */
export interface QuestionPlace {
  precedingTurns(): readonly Turn[];
  /** Called when nothing prevents asking. */
  ask(question: Question & Committed): ErrorResult;
}

/** One step of the preparation. What it returns goes to the next one. */
export type Step = (question: WrittenQuestion) => Promise<WrittenQuestion | AskError>;

/** How a request is made, if not at the end of the conversation that is shown, by its model. */
export interface Way {
  session?: ChatSession;
  place?: QuestionPlace;
  otherModel?: string;
  /** Ends the preparation, as Stop does, if the request is no longer wanted as it was asked. */
  controller?: AbortController;
  /** Whether no chat input shows the question: a prompt of the workspace is then refused. */
  isInBackground?: boolean;
}

export interface AskOptions extends Way {
  /** Taken before all other steps. */
  firstStep?: Step;
  /** Called with the question after prompt expansion; if it returns an error, nothing is asked. */
  onExpanded?(question: WrittenQuestion): ErrorResult;
  /** Takes the prepared question instead of sending it, for `sendPrepared`. A reply may be running. */
  keep?(prepared: WrittenQuestion): ErrorResult;
}

export interface AskResult {
  /** Why the question was not asked. */
  error: ErrorResult;
  /** The question after prompt expansion; absent if that failed. */
  expanded?: WrittenQuestion;
}

/** The request that Send would make now. */
interface PreparedRequest {
  request: ChatRequest;
  /** Whether the composer has neither text nor attachments. */
  isEmpty: boolean;
  /** Whether Send would ask the user about secrets first. */
  hasSecrets(): Promise<boolean>;
}

/** A request that is being prepared. */
interface Asking extends Way {
  session: ChatSession;
  /** As shown when the user asked. */
  asked: Circumstances;
  /** Aborted by Stop, and when the conversation is deleted. */
  signal: AbortSignal;
  unsent: UnsentTurns;
}

/** The question of a request that has no new one. */
const NO_QUESTION: WrittenQuestion = { text: '', attachments: [] };

/**
 * The way of a question from Enter to its request. `#send` is the way of all of them: steps, which may wait and which Stop
 * ends, then the commit, which compares without waiting what was asked with what is shown now, and opens the turn, which
 * sends the request. If anything is in the way, its error message is returned, and nothing was sent.
 */
export class QuestionPipeline {
  readonly #deps: QuestionPipelineDeps;

  constructor(deps: QuestionPipelineDeps) {
    this.#deps = deps;
  }

  /**
   * Asks a question. Resolves when its turn is open. A prompt of the workspace is not asked: `expanded` is to be shown in
   * the chat input.
   */
  async ask(typed: WrittenQuestion, options: AskOptions = {}): Promise<AskResult> {
    let expanded: WrittenQuestion | undefined;
    const { firstStep, keep } = options;
    const error = await this.#send(options, async (asking) => {
      const expand = this.#expand(options, (question) => {
        expanded = question;
        this.#deps.models.useFor(asking.session, question.model);
        useModel(asking, question);
      });
      const steps = [expand, this.#readAgain, this.#checkSecrets(asking, keep === undefined)];
      const prepared = await follow(
        firstStep === undefined ? steps : [firstStep, ...steps],
        typed,
        asking.signal,
      );
      return 'error' in prepared
        ? prepared.error
        : keep === undefined
          ? this.#open(asking, prepared)
          : keep(prepared);
    });
    return { error, ...omitUndefined({ expanded }) };
  }

  /**
   * Sends a question that `ask` has prepared. Reads nothing again.
   * @param isUserWaiting whether the user can be asked about secrets. If not, and that is needed, it is not sent.
   */
  sendPrepared(prepared: WrittenQuestion, way: Way, isUserWaiting: boolean): Promise<ErrorResult> {
    const unsendable = { error: failed(t('Not sent because it may contain a secret.')) };
    return this.#send(way, async (asking) => {
      // The API key may have changed, or the window may have been reloaded, since the user was asked.
      const checked = await this.#check(asking, prepared, () => (isUserWaiting ? undefined : unsendable));
      return 'error' in checked ? checked.error : this.#open(asking, checked);
    });
  }

  /** The request that `ask` would send for the composer's content. Takes the same steps, but asks the user nothing. */
  async prepareRequest(): Promise<PreparedRequest | AskError> {
    const { composer, attachments, prompts, secretGuard } = this.#deps;
    const { signal } = new AbortController();
    const asking = await this.#begin({}, signal);
    if ('error' in asking) {
      return asking;
    }
    await attachments.whenCurrentFileRead();
    const typed = { text: composer.draft, attachments: composer.attachments };
    const expand: Step = async (question) => useModel(asking, await prompts.expandTyped(question, false));
    const redact: Step = (question) => secretGuard.redactKnown(question);
    const prepared = await follow([expand, this.#readAgain, redact], typed, signal);
    if ('error' in prepared) {
      return prepared;
    }
    const question: UserTurn = { kind: 'user', id: '', at: 0, ...toQuestion(prepared) };
    const { request } = buildReplyRequest([...asking.session.conversation.turns, question], asking.asked);
    return {
      request: toChatRequest(request, await secretGuard.redactor()),
      isEmpty: !hasText(typed.text) && prepared.attachments.length === 0,
      hasSecrets: () => secretGuard.needsConfirmation(prepared, asking.unsent.turns),
    };
  }

  /**
   * Asks a question again: the last one, or one whose reply has no text, which moves to the end of the conversation if
   * it is sent.
   */
  retry(turnId: string, how: RetryWay = 'atOnce', way: Way = {}): Promise<ErrorResult> {
    const run = () => this.retry(turnId, how, way);
    return this.#askAgain(way, planRetry(turnId, how, run));
  }

  /** Fetches the rest of the last reply, which was cut off. */
  continueReply(turnId: string): Promise<ErrorResult> {
    const run = () => this.continueReply(turnId);
    return this.#askAgain({}, planContinuation(turnId, run));
  }

  /** Asks another model the last question. Its reply is shown beside the first one. */
  compare(turnId: string, otherModel: string): Promise<ErrorResult> {
    const run = (model = otherModel) => this.compare(turnId, model);
    return this.#askAgain({ otherModel }, planComparison(turnId, run));
  }

  /** @param plan returns how the request is made, or why it can't be */
  #askAgain(way: Way, plan: PlanAgain): Promise<ErrorResult> {
    return this.#send(way, async (asking) => {
      const { session } = asking;
      const planned = plan(session);
      if ('kind' in planned) {
        return planned;
      }
      const { asked: replyOptions, unsent } = asking;
      const overflow = this.#deps.overflowGuard.checkRetry({ ...planned, session, replyOptions });
      if (overflow !== undefined) {
        return overflow;
      }
      unsent.sentTurns = planned.sentTurns;
      const checked = await abortable(this.#check(asking, NO_QUESTION), asking.signal);
      const committed = 'error' in checked ? checked : this.#commit(asking);
      if ('error' in committed) {
        return committed.error;
      }
      const now = plan(session);
      return 'kind' in now ? now : started(now.begin(committed));
    });
  }

  /** The way of all that is sent. It waits for what was asked in its conversation before. */
  #send(way: AskOptions, prepareAndOpen: (asking: Asking) => Promise<ErrorResult>): Promise<ErrorResult> {
    const { session = this.#deps.conversations.current, controller } = way;
    const work = async (signal: AbortSignal): Promise<ErrorResult> => {
      const asking = await this.#begin({ ...way, session }, signal);
      return 'error' in asking ? asking.error : prepareAndOpen(asking);
    };
    return session.preparations.run(work, nothingSentError(), controller);
  }

  /** Ensures a connection and a model; returns an error if nothing can be asked. */
  async #begin(way: AskOptions, signal: AbortSignal): Promise<Asking | AskError> {
    const { connections, conversations, models, secretGuard, whenRestored } = this.#deps;
    const { session = conversations.current } = way;
    await abortable(whenRestored(), signal);
    secretGuard.learnFrom(session.conversation.turns);
    const asked = circumstancesOf(this.#deps, session, way.otherModel);
    if ('error' in asked) {
      return asked;
    }
    const state = await abortable(connections.whenConfirmed(), signal);
    if (state.status !== 'connected') {
      return { error: notConnected(state) };
    }
    try {
      // Without a model, none was shown.
      const model = asked.model || (await abortable(models.ensureModel(session, signal), signal));
      const error = way.keep === undefined ? blockedReason(this.#deps, { ...way, session }) : undefined;
      const unsent = new UnsentTurns(asked.baseUrl, () =>
        sentWithNext(way.place?.precedingTurns() ?? session.conversation.turns),
      );
      return error === undefined
        ? { ...way, session, asked: { ...asked, model }, signal, unsent }
        : { error };
    } catch (error) {
      signal.throwIfAborted();
      return { error: toActionError(error) };
    }
  }

  /** Opens the turn of a prepared question, without waiting. */
  #open(asking: Asking, prepared: WrittenQuestion): ErrorResult {
    const { askedSelections, overflowGuard } = this.#deps;
    const { session, place } = asking;
    const committed = this.#commit(asking);
    if ('error' in committed) {
      return committed.error;
    }
    const overflow = overflowGuard.check(prepared, committed, session, place?.precedingTurns());
    if (overflow !== undefined) {
      return overflow.error;
    }
    // Selections that were never in the composer are followed from now on. Loading that code must not delay sending.
    void askedSelections.track(prepared.attachments);
    const question = { ...toQuestion(prepared), ...committed };
    // The session opens the turn, writes it to disk and then sends the request.
    return place === undefined ? started(session.ask(question)) : place.ask(question);
  }

  /** The commit. Nothing may wait between it and the turn. */
  #commit(asking: Asking): Committed | AskError {
    const { session, otherModel, asked, signal } = asking;
    if (signal.aborted) {
      return { error: nothingSentError() };
    }
    const now = circumstancesOf(this.#deps, session, otherModel);
    if ('error' in now) {
      return now;
    }
    const result = commit(asked, now);
    if ('changed' in result) {
      return { error: changedError(result.changed) };
    }
    if (!asking.unsent.areSeen) {
      return { error: conversationChangedError() };
    }
    const error = blockedReason(this.#deps, asking);
    return error === undefined ? result.committed : { error };
  }

  /** Why nothing can be asked in a conversation, as things are now. */
  whyNotAsked(session: ChatSession): ErrorResult {
    const now = circumstancesOf(this.#deps, session);
    return 'error' in now ? now.error : blockedReason(this.#deps, { session });
  }

  #expand(options: AskOptions, note: (expanded: ExpandedQuestion) => void): Step {
    const { place, isInBackground = false, onExpanded } = options;
    const isShown = place === undefined && !isInBackground;
    return async (typed) => {
      const expanded = await this.#deps.prompts.expandTyped(typed, isShown);
      if ('error' in expanded) {
        return expanded;
      }
      note(expanded);
      const { needsReview } = expanded;
      const error = onExpanded?.(expanded) ?? (needsReview && failed(needsReview));
      return error === undefined ? expanded : { error };
    };
  }

  readonly #readAgain: Step = (question) => this.#deps.attachments.refreshLive(question);

  /** Asks about secrets and hidden text in all that the service doesn't have yet. */
  async #check(
    asking: Asking,
    question: WrittenQuestion,
    whyUnsendable?: (...variants: WrittenQuestion[]) => AskError | undefined,
  ): Promise<WrittenQuestion | AskError> {
    return this.#deps.secretGuard.check(question, asking.unsent.see(asking.session), whyUnsendable);
  }

  /** @param mustFit whether the user is asked only if the question fits, as it is or without the secrets */
  #checkSecrets(asking: Asking, mustFit: boolean): Step {
    const { overflowGuard } = this.#deps;
    const check = (...variants: WrittenQuestion[]): AskError | undefined =>
      mustFit
        ? overflowGuard.checkVariants(variants, asking.asked, asking.session, asking.place?.precedingTurns())
        : undefined;
    return (question) => this.#check(asking, question, check);
  }
}

/** Takes the steps one after the other, until one fails. Rejects as soon as the signal aborts, whatever a step waits for. */
async function follow(
  steps: readonly Step[],
  question: WrittenQuestion,
  signal: AbortSignal,
): Promise<WrittenQuestion | AskError> {
  let prepared = question;
  for (const step of steps) {
    const result = await abortable(step(prepared), signal);
    if ('error' in result) {
      return result;
    }
    prepared = result;
  }
  signal.throwIfAborted();
  return prepared;
}

/** The model that a prompt names, if any, is the one that the user asks. */
function useModel<Expanded extends ExpandedQuestion | AskError>(
  asking: Asking,
  expanded: Expanded,
): Expanded {
  const model = 'text' in expanded ? expanded.model : undefined;
  asking.asked = { ...asking.asked, ...omitUndefined({ model }) };
  return expanded;
}

/** The reply runs on by itself. */
function started(_reply: Promise<void>): undefined {
  return undefined;
}
