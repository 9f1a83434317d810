import * as vscode from 'vscode';
import type { ChatClient } from '../../client/chatClient.ts';
import { CATALOGUE } from '../../contract/catalogue.ts';
import type { Wait } from '../../contract/replyEvent.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { defaultModel, type ModelInfo, toModelInfo } from '../../core/models/modelInfo.ts';
import { failed, ToldError } from '../actionResult.ts';
import { type Connections, notConnected } from '../connection/connections.ts';
import { failureMessage } from '../failures/failureMessage.ts';
import { noModelsText } from '../failures/noModelsText.ts';
import { onSettingsChanged, readSetting, writeSetting } from '../settings.ts';

interface ModelsDeps {
  client: Pick<ChatClient, 'listModels'>;
  connections: Pick<Connections, 'whenConfirmed' | 'baseUrl'>;
  conversations: Pick<Conversations, 'current' | 'chooseModel' | 'onChanged'>;
}

/** The models of the service, and the current one. */
export class Models implements vscode.Disposable {
  readonly #deps: ModelsDeps;
  /** The models that were listed, by the base URL of their service and by id. */
  readonly #listed = new Map<string, ReadonlyMap<string, ModelInfo>>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  #default = readSetting('model');

  /**
   * Fires when the current model may have changed, or anything about the next request except the composer's content.
   */
  readonly onChanged = this.#changed.event;

  constructor(deps: ModelsDeps) {
    this.#deps = deps;
    const fire = (): void => this.#changed.fire();
    this.#listeners = vscode.Disposable.from(
      deps.conversations.onChanged(fire),
      onSettingsChanged(() => {
        this.#applyDefault();
        fire();
      }),
    );
  }

  /** Id of the model for the next question. Empty if none is selected. */
  get current(): string {
    return modelOf(this.#deps.conversations.current);
  }

  /** All models that the service with the present base URL has listed so far. */
  get known(): readonly ModelInfo[] {
    return [...this.#ofService(this.service).values()];
  }

  /** The base URL of the service whose models these are. Empty if there is none. */
  get service(): string {
    return this.#deps.connections.baseUrl;
  }

  /** Context window of a model in tokens, or `undefined` if neither a list nor the built-in catalogue has it. */
  contextWindow(model: string): number | undefined {
    return (this.#ofService(this.service).get(model) ?? toModelInfo({ id: model })).contextWindow;
  }

  /**
   * Lists the models of the service. Rejects with an error message for the user. Calls `onWait` when the request is
   * delayed, and without an argument when it is sent.
   */
  async list(signal: AbortSignal, onWait?: (wait?: Wait) => void): Promise<readonly ModelInfo[]> {
    const { client, connections } = this.#deps;
    const state = await connections.whenConfirmed();
    if (state.status !== 'connected') {
      throw new ToldError(notConnected(state));
    }
    const listed = await client.listModels(state.connection, signal, onWait);
    if (!listed.ok) {
      throw new ToldError(failureMessage(listed.failure));
    }
    const models = listed.value.map(toModelInfo);
    const { baseUrl } = state.connection.endpoint;
    this.#listed.set(
      baseUrl,
      new Map([...this.#ofService(baseUrl), ...models.map((model) => [model.id, model] as const)]),
    );
    return models;
  }

  /** Selects the model for the current conversation, and as the default. */
  async choose(model: string): Promise<void> {
    this.chooseForConversation(model);
    await writeSetting('model', model);
  }

  /** Selects the model for the current conversation only. */
  chooseForConversation(model: string): void {
    this.#deps.conversations.chooseModel(model);
  }

  /** Selects the model that a prompt names, if any, for the session in which it is asked. */
  useFor(session: ChatSession, model: string | undefined): void {
    if (model !== undefined && model !== modelOf(session)) {
      this.#deps.conversations.chooseModel(model, session);
    }
  }

  /** Returns the first of these that the service offers, as listed or, before that, by the built-in catalogue. */
  firstOffered(models: readonly string[]): string | undefined {
    const offered = (this.known.length > 0 ? this.known : CATALOGUE).map(({ id }) => id);
    return models.find((model) => offered.includes(model));
  }

  /** The model of a session; empty if none was ever selected. */
  of(session: ChatSession): string {
    return modelOf(session);
  }

  /**
   * Returns the session's model. If none was ever selected, selects the general-purpose model of the service first.
   */
  async ensureModel(session: ChatSession, signal: AbortSignal): Promise<string> {
    if (modelOf(session) === '') {
      const first = defaultModel(this.known) ?? defaultModel(await this.list(signal));
      if (first === undefined) {
        throw new ToldError(failed(noModelsText()));
      }
      session.chooseModel(first.id);
      this.#changed.fire();
    }
    return modelOf(session);
  }

  /** A changed default is the model of a conversation that has not begun, also if another one was selected for it. */
  #applyDefault(): void {
    const { conversations } = this.#deps;
    const model = readSetting('model');
    if (model !== this.#default) {
      this.#default = model;
      if (conversations.current.conversation.turns.length === 0) {
        conversations.chooseModel(model);
      }
    }
  }

  #ofService(baseUrl: string): ReadonlyMap<string, ModelInfo> {
    return this.#listed.get(baseUrl) ?? new Map();
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

function modelOf({ conversation }: ChatSession): string {
  return conversation.model || readSetting('model');
}
