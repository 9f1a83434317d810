import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { ChatClient } from '../../client/chatClient.ts';
import type { ReplyEvent, Wait } from '../../contract/replyEvent.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Answerer, ReplyRequest } from '../../core/asking/chatSessionPorts.ts';
import type { ConversationEvent } from '../../core/asking/conversationEvent.ts';
import { Conversations } from '../../core/asking/conversations.ts';
import { forkAfter, forkBefore } from '../../core/conversation/exchange.ts';
import type { History } from '../../core/history/history.ts';
import { completeModel, firstModel, type KnownModel } from '../../core/models/modelCatalogue.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import { Composer, type ComposerAttachment } from '../composer/composer.ts';
import { RecentQuestions } from '../composer/recentQuestions.ts';
import { type Connections, notConnectedText } from '../connection/connections.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import { offerUndo } from '../conversation/undo.ts';
import { workspaceLabel } from '../conversation/workspaceLabel.ts';
import { failureText } from '../failures/failureText.ts';
import type { Problem } from '../problem.ts';
import { SecretGuard } from '../secrets/secretGuard.ts';
import { onSettingsChanged, readChatSettings, writeModel } from '../settings.ts';
import { chatRequest } from './chatRequest.ts';
import { type NotAsked, type PreparingStep, prepareQuestion } from './prepareQuestion.ts';
import type { Repetition } from './repetition.ts';

type Begin = (session: ChatSession, by: Answerer) => Promise<void>;

interface Ready {
  session: ChatSession;
  by: Answerer;
}

interface ChatDependencies {
  client: ChatClient;
  connections: Connections;
  history: History;
  /** Resolves when what the window showed before is shown again. */
  restore(): Promise<void>;
  /** What is done to each question before it is asked. */
  steps: readonly PreparingStep[];
  /** Says of what was asked before why it can't be asked once more. */
  checkAgain(repetition: Repetition): Problem;
  meter: TokenMeter;
}

/** The conversations of this window, with what is about to be sent and who answers. */
export class Chat implements vscode.Disposable {
  readonly #client: ChatClient;
  readonly #connections: Connections;
  readonly #models = new Map<string, KnownModel>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #restore: () => Promise<void>;
  readonly #steps: readonly PreparingStep[];
  readonly #checkAgain: ChatDependencies['checkAgain'];
  readonly #settings = onSettingsChanged(() => this.#changed.fire());
  /** The conversation that the composer belongs to. */
  #entered: ChatSession;
  readonly history: History;
  readonly meter: TokenMeter;
  readonly conversations: Conversations;
  readonly composer = new Composer();
  readonly guard = new SecretGuard(
    () => this.session.conversation.id,
    () => this.#connections.apiKey(),
  );
  readonly recent = new RecentQuestions();

  /** Fires when the model, or anything but text in a conversation, may have changed. */
  readonly onChanged = this.#changed.event;

  constructor(
    { client, connections, history, restore, steps, checkAgain, meter }: ChatDependencies,
    onEvent: (event: ConversationEvent) => void,
  ) {
    this.#client = client;
    this.#connections = connections;
    this.history = history;
    this.#restore = restore;
    this.#steps = steps;
    this.#checkAgain = checkAgain;
    this.meter = meter;
    this.conversations = new Conversations(
      {
        reply: (request, signal) => meter.follow(request, this.#reply(request, signal)),
        now: () => Date.now(),
        newId,
        history,
        workspace: workspaceLabel,
      },
      (event) => {
        if (event.type === 'changed') {
          this.#changed.fire();
          return;
        }
        if (event.type === 'reset') {
          this.#enterComposer();
        }
        onEvent(event);
      },
    );
    this.#entered = this.session;
    this.composer.moveTo(this.session.conversation.id);
  }

  /** The conversation that is shown. */
  get session(): ChatSession {
    return this.conversations.current;
  }

  /** Shows an empty conversation: the one with the latest draft, where one was left. */
  startNew(): void {
    this.conversations.startNew(this.composer.others.findLast(({ isNew }) => isNew)?.conversation);
  }

  /** Shows an empty conversation, and in it what is unsent in this one. */
  startNewWithDraft(): void {
    const { id } = this.session.conversation;
    this.conversations.startNew();
    this.composer.takeOver(id);
  }

  /** The id of the model that will answer; empty as long as none is chosen. */
  get model(): string {
    return this.session.conversation.model ?? readChatSettings().model;
  }

  /** The context window of a model in tokens, where a list or the catalogue tells it. */
  contextWindow(model: string): number | undefined {
    return (this.#models.get(model) ?? completeModel({ id: model })).contextWindow;
  }

  /**
   * Lists the models of the service. Rejects with a sentence for people. `onWait` is told when the request is
   * held back, and, with nothing, when it goes on.
   */
  async listModels(signal: AbortSignal, onWait?: (wait?: Wait) => void): Promise<readonly KnownModel[]> {
    const state = await this.#connections.confirmed();
    if (state.status !== 'connected') {
      throw new Error(notConnectedText(state));
    }
    const listed = await this.#client.listModels(state.connection, signal, onWait);
    if (!listed.ok) {
      throw new Error(failureText(listed.failure, ''));
    }
    const models = listed.value.map(completeModel);
    for (const model of models) {
      this.#models.set(model.id, model);
    }
    return models;
  }

  /** The models that a list has told of. */
  get knownModels(): readonly KnownModel[] {
    return [...this.#models.values()];
  }

  /** The choice holds for this conversation and becomes the default. */
  async chooseModel(model: string): Promise<void> {
    this.chooseModelHere(model);
    await writeModel(model);
  }

  /** The choice holds for this conversation alone. */
  chooseModelHere(model: string): void {
    this.conversations.chooseModel(model);
    this.#changed.fire();
  }

  /** Sends a question, unless something is missing for it. Returns as soon as the question is in the conversation. */
  async send(text: string, attachments: readonly ComposerAttachment[]): Promise<Problem> {
    const ready = await this.ready();
    if ('problem' in ready) {
      return ready.problem;
    }
    const prepared = await prepareQuestion({ text, attachments }, ready.by, this.#steps);
    return 'problem' in prepared
      ? prepared.problem
      : this.#start(ready, (session, by) => session.ask({ ...prepared, ...by }));
  }

  /**
   * Asks the question of a turn once more: of the last reply, or one without any text in reply, which comes to the end.
   * @param notBefore ms since 1970: until then the question waits, as the service asked for
   */
  async retry(turnId: string, notBefore?: number): Promise<Problem> {
    const { session } = this;
    const problem = this.#notNow(session);
    if (problem !== undefined) {
      return problem;
    }
    const last = session.conversation.turns.at(-1)?.id === turnId ? turnId : session.moveToEnd(turnId);
    return last === undefined
      ? vscode.l10n.t('Only the last reply can be tried again.')
      : this.#run((ready, by) => ready.retry(last, by, notBefore), {
          isContinued: false,
          run: () => this.retry(last, notBefore),
        });
  }

  /** Fetches the rest of the last reply, which was cut. */
  async continueReply(turnId: string): Promise<Problem> {
    return this.session.continuable?.id === turnId
      ? this.#run((session, by) => session.continueReply(turnId, by), {
          isContinued: true,
          run: () => this.continueReply(turnId),
        })
      : vscode.l10n.t('Only the last reply can be continued, and only one that was cut.');
  }

  /** Asks another model the question of the last reply, for a second reply beside it. */
  async compare(turnId: string, model: string): Promise<Problem> {
    return this.session.comparable?.id === turnId
      ? this.#run(
          (session, by) => session.compare(turnId, by),
          { isContinued: false, run: (other = model) => this.compare(turnId, other) },
          model,
        )
      : vscode.l10n.t('Only the last reply can be compared, and only with one other.');
  }

  /** Keeps one of two replies to a question; the other can be brought back for a while. */
  keep(turnId: string): Problem {
    const undo = this.session.keep(turnId);
    if (undo === undefined) {
      return this.session.isRunning
        ? vscode.l10n.t('A reply is still being written. Stop it, or wait for its end.')
        : vscode.l10n.t('There is no other reply to this question.');
    }
    offerUndo(vscode.l10n.t('The other reply was taken out of the conversation.'), undo);
    return undefined;
  }

  /**
   * Puts the question of a turn into the composer, to be asked in place of what stands from there on: in a
   * conversation of its own, since what was read stays, unless nothing came after the question.
   */
  edit(turnId: string): Problem {
    const { session, composer } = this;
    if (composer.draft.trim() !== '') {
      return vscode.l10n.t('The composer holds another text. Send or clear it first.');
    }
    const question = session.questionOf(turnId);
    const before = forkBefore(session.conversation, turnId, newId);
    if (question === undefined || before === undefined) {
      return vscode.l10n.t('This question is no longer there.');
    }
    if (this.conversations.isReadOnly || session.takeBack(turnId) === undefined) {
      this.conversations.open({ turns: before });
    }
    composer.draft = question.text;
    for (const attachment of question.attachments) {
      composer.attach(attachment);
    }
    return undefined;
  }

  /** Shows a new conversation with everything up to the end of the exchange that a turn is in. */
  fork(turnId: string): Problem {
    const turns = forkAfter(this.session.conversation, turnId, newId);
    if (turns === undefined) {
      return vscode.l10n.t('A reply is still being written. Stop it, or wait for its end.');
    }
    this.conversations.open({ turns });
    return undefined;
  }

  /** @param model in the place of the conversation's */
  async #run(begin: Begin, again: Pick<Repetition, 'isContinued' | 'run'>, model?: string): Promise<Problem> {
    const ready = await this.ready();
    if ('problem' in ready) {
      return ready.problem;
    }
    const { session } = ready;
    const by = model === undefined ? ready.by : { ...ready.by, model };
    return (
      this.#checkAgain({ session, by, isOfOwnModel: model !== undefined, ...again }) ??
      this.#start({ session, by }, begin)
    );
  }

  /** Who is to answer in the conversation that is shown, or why nothing can be asked there. */
  async ready(): Promise<Ready | NotAsked> {
    await this.#restore();
    // Another conversation may be shown before all is ready.
    const { session } = this;
    const state = await this.#connections.confirmed();
    if (state.status !== 'connected') {
      return { problem: notConnectedText(state) };
    }
    try {
      await this.#ensureModel(session);
    } catch (error) {
      return { problem: reasonOf(error) };
    }
    const { model, maxTokens } = readChatSettings();
    const by = {
      model: session.conversation.model ?? model,
      ...defined({ maxTokens }),
    };
    const problem = this.#notNow(session);
    return problem === undefined ? { session, by } : { problem };
  }

  /** Why nothing can be asked in a conversation at the moment. */
  #notNow(session: ChatSession): Problem {
    if (session.isRunning) {
      return vscode.l10n.t('A reply is still being written. Stop it, or wait for its end.');
    }
    if (this.conversations.isReadOnly) {
      return vscode.l10n.t(
        'A newer version of this extension wrote this conversation. Duplicate it to go on in the copy.',
      );
    }
    return undefined;
  }

  #start({ session, by }: Ready, begin: Begin): Problem {
    // What was prepared took its time.
    const problem = this.#notNow(session);
    if (problem === undefined) {
      void begin(session, by);
    }
    return problem;
  }

  /** Where no model was ever chosen, the first question goes to the one for general use. */
  async #ensureModel(session: ChatSession): Promise<void> {
    if ((session.conversation.model ?? readChatSettings().model) !== '') {
      return;
    }
    const first = firstModel(await this.listModels(new AbortController().signal));
    if (first === undefined) {
      throw new Error(vscode.l10n.t('The service lists no models.'));
    }
    session.chooseModel(first.id);
    this.#changed.fire();
  }

  async *#reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent, void, undefined> {
    const state = await this.#connections.current();
    if (state.status !== 'connected') {
      yield { type: 'failed', failure: { kind: 'notConnected' } };
      return;
    }
    yield* this.#client.streamChat(state.connection, chatRequest(request), signal, request.notBefore);
  }

  /** Each conversation has its own draft. */
  #enterComposer(): void {
    const left = this.#entered;
    this.#entered = this.session;
    this.composer.enter(this.session.conversation.id, left.conversation.turns.length === 0);
  }

  dispose(): void {
    this.conversations.stopAll();
    this.conversations.dispose();
    this.#settings.dispose();
    this.guard.dispose();
    this.#changed.dispose();
  }
}

function newId(): string {
  return crypto.randomUUID();
}
