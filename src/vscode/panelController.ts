import * as vscode from 'vscode';
import type { Request, ToHost } from '../protocol/toHost.ts';
import type { ToPanel } from '../protocol/toPanel.ts';
import type { ConnectionView } from '../protocol/views.ts';
import type { Chat } from './chat.ts';
import { CodeColours } from './colours/codeColours.ts';
import { type Connections, canAsk } from './connections.ts';
import type { ReportedHost } from './failureReport.ts';
import { openLink } from './openLink.ts';
import { PanelFocus } from './panelFocus.ts';
import { modelView, panelState } from './panelState.ts';
import type { Problem } from './problem.ts';
import { onReadingSettingsChanged, readReadingSettings } from './readingSettings.ts';
import { ReplyActions } from './replyActions.ts';
import { onSettingsChanged, readWrapCode } from './settings.ts';
import type { Suggestion } from './suggestions.ts';
import type { TargetEditor } from './targetEditor.ts';
import { TurnActions } from './turnActions.ts';
import { attachmentView } from './turnViews.ts';

/** What the panel asks for that is done elsewhere, as the commands do it. */
export interface PanelActions {
  askSuggestion(suggestion: Suggestion): Promise<Problem>;
  connect(): Promise<void>;
  selectModel(): Promise<void>;
}

export interface PanelDependencies {
  chat: Chat;
  connections: Connections;
  target: TargetEditor;
  actions: PanelActions;
  host: ReportedHost;
  post(message: ToPanel): void;
}

/** Answers the panel: every message is looked up in the host's own conversation and composer, never trusted. */
export class PanelController implements vscode.Disposable {
  readonly #chat: Chat;
  readonly #connections: Connections;
  readonly #actions: PanelActions;
  readonly #post: (message: ToPanel) => void;
  readonly #turns: TurnActions;
  readonly #colours: CodeColours;
  readonly #listeners: vscode.Disposable;
  /** As it was when it was last looked up: asking the secret storage each time would make the panel wait. */
  #lastConnection: ConnectionView = 'notConnected';
  readonly replies: ReplyActions;
  readonly focus = new PanelFocus();

  constructor({ chat, connections, target, actions, host, post }: PanelDependencies) {
    this.#chat = chat;
    this.#connections = connections;
    this.#actions = actions;
    this.#post = post;
    this.replies = new ReplyActions(chat, target);
    this.#turns = new TurnActions({
      chat,
      host,
      connect: () => actions.connect(),
      selectModel: () => actions.selectModel(),
      showComposer: () => {
        this.showComposer();
        post({ type: 'focusComposer' });
      },
    });
    this.#colours = new CodeColours(post);
    this.#listeners = vscode.Disposable.from(
      this.#colours,
      chat.onChanged(() => post({ type: 'model', model: modelView(chat) })),
      onReadingSettingsChanged(() => this.#postReading()),
      onSettingsChanged(() => post({ type: 'wrapCode', wrapCode: readWrapCode() })),
      connections.onChanged(async () => post({ type: 'connection', connection: await this.#lookUp() })),
    );
  }

  async receive(message: ToHost): Promise<void> {
    if (!('requestId' in message)) {
      return this.#take(message);
    }
    let error: Problem;
    try {
      error = await this.#carryOut(message);
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    this.#post({ type: 'answer', requestId: message.requestId, ...(error !== undefined && { error }) });
  }

  /** Sends the whole picture. */
  postState(): void {
    this.#post(panelState(this.#chat, this.#lastConnection));
  }

  /** Puts into the panel what the host put into the composer. */
  showComposer(): void {
    this.#postAttachments();
    this.#post({ type: 'draft', text: this.#chat.composer.draft });
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #take(message: Exclude<ToHost, Request>): Promise<void> {
    const { session, composer } = this.#chat;
    switch (message.type) {
      case 'ready':
        this.#colours.forget();
        this.#postReading();
        await this.#lookUp();
        this.postState();
        return this.#connections.refresh();
      case 'stop':
        return session.stop();
      case 'newChat':
        return this.#chat.conversations.startNew();
      case 'selectModel':
        return this.#actions.selectModel();
      case 'connect':
        return this.#actions.connect();
      case 'removeAttachment':
        composer.detach(message.attachmentId);
        return this.#postAttachments();
      case 'draftChanged':
        composer.draft = message.text;
        return;
      case 'grammarWanted':
        return this.#colours.sendGrammar(message.language);
      case 'openLink':
        return openLink(message.href);
      case 'focusChanged':
        return this.focus.set(message.hasFocus, message.codeBlock);
      case 'findFiles': {
        const { turnId } = message;
        return this.#post({ type: 'replyFiles', turnId, blocks: await this.replies.blocksWithFile(turnId) });
      }
    }
  }

  async #carryOut(request: Request): Promise<Problem> {
    switch (request.type) {
      case 'sendMessage':
        return this.#sendMessage(request);
      case 'askSuggestion':
        return this.#actions.askSuggestion(request.suggestion);
      case 'turnAction':
        return this.#turns.carryOut(request);
      case 'replyAction':
        return this.replies.onReply(request);
      case 'codeAction':
        return this.replies.onCode(request);
    }
  }

  async #sendMessage(request: Extract<Request, { type: 'sendMessage' }>): Promise<Problem> {
    const { session, composer } = this.#chat;
    const attachments = composer.find(request.attachmentIds);
    if (session.conversation.id !== request.conversationId || attachments === undefined) {
      this.postState();
      return vscode.l10n.t('The conversation has changed meanwhile. Nothing was sent; look and send again.');
    }
    if (request.text.trim() === '' && attachments.length === 0) {
      return vscode.l10n.t('Write a question first.');
    }
    composer.draft = request.text;
    const problem = await this.#chat.send(request.text, attachments);
    if (problem === undefined) {
      composer.takeOut(request.text, attachments);
      this.#postAttachments();
    }
    return problem;
  }

  async #lookUp(): Promise<ConnectionView> {
    this.#lastConnection = canAsk(await this.#connections.current()) ? 'connected' : 'notConnected';
    return this.#lastConnection;
  }

  #postReading(): void {
    this.#post({ type: 'reading', reading: readReadingSettings() });
  }

  #postAttachments(): void {
    this.#post({ type: 'attachments', attachments: this.#chat.composer.attachments.map(attachmentView) });
  }
}
