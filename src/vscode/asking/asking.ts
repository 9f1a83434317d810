import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { ChatRequest } from '../../contract/chatRequest.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Answerer } from '../../core/asking/chatSessionPorts.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import { nextRequest } from '../../core/requests/nextRequest.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import { withoutPlace } from '../composer/composerAttachment.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import { type Connections, notConnectedText } from '../connection/connections.ts';
import type { Fit, Repetition } from '../contextWindow/fit.ts';
import type { Models } from '../models/models.ts';
import type { Problem } from '../problem.ts';
import type { PromptUse } from '../prompts/promptUse.ts';
import type { SecretGuard } from '../secrets/secretGuard.ts';
import { readChatSettings } from '../settings.ts';
import { chatRequest } from './createConversations.ts';

interface AskingDependencies {
  conversations: Conversations;
  composer: Composer;
  connections: Pick<Connections, 'confirmed'>;
  models: Models;
  prompts: Pick<PromptUse, 'expandTyped'>;
  attachments: Pick<Attachments, 'refresh' | 'settled'>;
  guard: SecretGuard;
  fit: Pick<Fit, 'check' | 'checkForms' | 'checkAgain'>;
  /** Resolves when what the window showed before is shown again. */
  restored(): Promise<void>;
}

/** What came of a question. */
interface Asked {
  /** Why it was not asked. */
  problem: Problem;
  /** What its prompt made of it, where that came about. */
  expanded?: WrittenQuestion;
}

/** What would be sent now. */
interface NextRequest {
  request: ChatRequest;
  /** Nothing was written, and nothing is attached. */
  isEmpty: boolean;
  /** Whether the user would be asked about secrets before it is sent. */
  hasSecrets(): Promise<boolean>;
}

/** The conversation in which something is asked, and who is to answer. */
interface Ready {
  session: ChatSession;
  by: Answerer;
}

/** The way of each question to the service, step by step; what can't go on says why. */
export class Asking {
  readonly #dependencies: AskingDependencies;

  constructor(dependencies: AskingDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Asks a question in the conversation that is shown, and returns when its turn is open.
   * @param onExpanded gets the question as its prompt made it; with a problem that it returns, nothing is asked
   */
  async ask(
    written: WrittenQuestion,
    onExpanded: (question: WrittenQuestion) => Problem = () => undefined,
  ): Promise<Asked> {
    const expanded = await this.#dependencies.prompts.expandTyped(written);
    if ('problem' in expanded) {
      return expanded;
    }
    const problem = onExpanded(expanded) ?? (await this.send(expanded));
    return { problem, expanded };
  }

  /** The same for a question that is no prompt's name any more. */
  async send(question: WrittenQuestion): Promise<Problem> {
    const { attachments, guard, fit } = this.#dependencies;
    const ready = await this.#ready();
    if ('problem' in ready) {
      return ready.problem;
    }
    const { by } = ready;
    const read = await attachments.refresh(question);
    if ('problem' in read) {
      return read.problem;
    }
    const agreed = await guard.check(read, (...forms) => fit.checkForms(forms, by));
    if ('problem' in agreed) {
      return agreed.problem;
    }
    const fitting = fit.check(agreed, by);
    if ('problem' in fitting) {
      return fitting.problem;
    }
    // The session opens the turn, has it written to the disk, and then makes the request.
    return this.#start(ready, (session) => session.ask({ ...asKept(fitting), ...by }));
  }

  /** The request that Send would make of the composer as it is: the same steps, but the user is asked nothing. */
  async next(): Promise<NextRequest | NotAsked> {
    const { composer, prompts, attachments, guard } = this.#dependencies;
    const ready = await this.#ready();
    if ('problem' in ready) {
      return ready;
    }
    await attachments.settled();
    const { draft } = composer;
    const expanded = await prompts.expandTyped({ text: draft, attachments: composer.attachments });
    if ('problem' in expanded) {
      return expanded;
    }
    const read = await attachments.refresh(expanded);
    if ('problem' in read) {
      return read;
    }
    const question = await guard.withoutKnown(read);
    const { session, by } = ready;
    return {
      request: chatRequest(nextRequest(session.conversation.turns, { ...asKept(question), ...by })),
      isEmpty: draft.trim() === '' && question.attachments.length === 0,
      hasSecrets: () => guard.asksAbout(question),
    };
  }

  /**
   * Asks the question of a turn once more: of the last reply, or one without any text in reply, which comes to the end.
   * @param notBefore ms since 1970: until then the question waits, as the service asked for
   */
  async retry(turnId: string, notBefore?: number): Promise<Problem> {
    const session = this.#dependencies.conversations.current;
    const problem = this.#notNow(session);
    if (problem !== undefined) {
      return problem;
    }
    const last = session.conversation.turns.at(-1)?.id === turnId ? turnId : session.moveToEnd(turnId);
    return last === undefined
      ? vscode.l10n.t('Only the last reply can be tried again.')
      : this.#askAgain((ready, by) => ready.retry(last, by, notBefore), {
          isContinued: false,
          run: () => this.retry(last, notBefore),
        });
  }

  /** Fetches the rest of the last reply, which was cut. */
  async continueReply(turnId: string): Promise<Problem> {
    return this.#dependencies.conversations.current.continuable?.id === turnId
      ? this.#askAgain((session, by) => session.continueReply(turnId, by), {
          isContinued: true,
          run: () => this.continueReply(turnId),
        })
      : vscode.l10n.t('Only the last reply can be continued, and only one that was cut.');
  }

  /** Asks another model the question of the last reply, for a second reply beside it. */
  async compare(turnId: string, model: string): Promise<Problem> {
    return this.#dependencies.conversations.current.comparable?.id === turnId
      ? this.#askAgain(
          (session, by) => session.compare(turnId, by),
          { isContinued: false, run: (other = model) => this.compare(turnId, other) },
          model,
        )
      : vscode.l10n.t('Only the last reply can be compared, and only with one other.');
  }

  /** @param model in the place of the conversation's */
  async #askAgain(
    begin: (session: ChatSession, by: Answerer) => Promise<void>,
    again: Pick<Repetition, 'isContinued' | 'run'>,
    model?: string,
  ): Promise<Problem> {
    const ready = await this.#ready();
    if ('problem' in ready) {
      return ready.problem;
    }
    const { session } = ready;
    const by = { ...ready.by, ...defined({ model }) };
    return (
      this.#dependencies.fit.checkAgain({ session, by, isOfOwnModel: model !== undefined, ...again }) ??
      this.#start({ session, by }, (one) => begin(one, by))
    );
  }

  /** Who is to answer in the conversation that is shown, or why nothing can be asked there. */
  async #ready(): Promise<Ready | NotAsked> {
    const { conversations, connections, models, restored } = this.#dependencies;
    await restored();
    // Another conversation may be shown before all is ready.
    const session = conversations.current;
    const state = await connections.confirmed();
    if (state.status !== 'connected') {
      return { problem: notConnectedText(state) };
    }
    let model: string;
    try {
      model = await models.ensure(session);
    } catch (error) {
      return { problem: reasonOf(error) };
    }
    const { maxTokens } = readChatSettings();
    const problem = this.#notNow(session);
    return problem === undefined ? { session, by: { model, ...defined({ maxTokens }) } } : { problem };
  }

  /** Why nothing can be asked in a conversation at the moment. */
  #notNow(session: ChatSession): Problem {
    if (session.isRunning) {
      return vscode.l10n.t('A reply is still being written. Stop it, or wait for its end.');
    }
    if (this.#dependencies.conversations.isReadOnly) {
      return vscode.l10n.t(
        'A newer version of this extension wrote this conversation. Duplicate it to go on in the copy.',
      );
    }
    return undefined;
  }

  #start({ session }: Ready, begin: (session: ChatSession) => Promise<void>): Problem {
    // What was prepared took its time.
    const problem = this.#notNow(session);
    if (problem === undefined) {
      void begin(session);
    }
    return problem;
  }
}

/** The question as it goes into the conversation: without where on this machine its attachments come from. */
function asKept({ text, attachments }: WrittenQuestion) {
  return { text, attachments: attachments.map(withoutPlace) };
}
