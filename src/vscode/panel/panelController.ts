import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import { reasonOf } from '../../core/reasonOf.ts';
import type { Request, ToHost } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { ConnectionView } from '../../protocol/views.ts';
import type { Chat } from '../asking/chat.ts';
import type { SuggestionName } from '../asking/suggestions.ts';
import type { ChatContext } from '../attachments/chatContext.ts';
import { chipViews } from '../attachments/chipViews.ts';
import { LazyEditorColours } from '../code/lazyEditorColours.ts';
import { type ComposerAttachment, isFollowing } from '../composer/composer.ts';
import { type Connections, canAsk } from '../connection/connections.ts';
import type { Fit } from '../contextWindow/fit.ts';
import { lazyReplyActions, type Replies } from '../editing/lazyReplyActions.ts';
import type { ReportedHost } from '../failures/failureReport.ts';
import { TurnActions } from '../failures/turnActions.ts';
import type { ChatHistory } from '../history/chatHistory.ts';
import type { HistoryScreen } from '../history/historyScreen.ts';
import { notSavingView } from '../history/savingText.ts';
import type { Problem } from '../problem.ts';
import { PanelPrompts } from '../prompts/panelPrompts.ts';
import type { PromptUse } from '../prompts/promptUse.ts';
import { onSettingsChanged, readWrapCode } from '../settings.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { openLink } from './openLink.ts';
import type { PanelFeed } from './panelFeed.ts';
import { PanelFocus } from './panelFocus.ts';
import { modelView, panelState } from './panelState.ts';
import { onReadingSettingsChanged, readReadingSettings } from './readingSettings.ts';
import type { Receiver } from './surface.ts';

/** What the panel asks for that is done elsewhere, as the commands do it. */
interface PanelActions {
  askSuggestion(suggestion: SuggestionName): Promise<Problem>;
  connect(): Promise<void>;
  selectModel(): Promise<void>;
  /** @param turnId of a reply; without one, what would be sent now is shown */
  showRequest(turnId?: string): Promise<void>;
}

interface PanelDependencies {
  chat: Chat;
  context: ChatContext;
  kept: ChatHistory;
  connections: Connections;
  target: TargetEditor;
  actions: PanelActions;
  host: ReportedHost;
  feed: PanelFeed;
  screen: HistoryScreen;
  prompts: PromptUse;
  fit: Fit;
  /** Shows the place that was used last, and puts the keyboard into its composer. */
  reveal(): Promise<void>;
}

/** Answers the panel: every message is looked up in the host's own conversation and composer, never trusted. */
export class PanelController implements vscode.Disposable {
  readonly #chat: Chat;
  readonly #context: ChatContext;
  readonly #kept: ChatHistory;
  readonly #connections: Connections;
  readonly #actions: PanelActions;
  readonly #feed: PanelFeed;
  readonly #screen: HistoryScreen;
  readonly #fit: Fit;
  readonly #run = crypto.randomUUID();
  readonly #turns: TurnActions;
  readonly #prompts: PanelPrompts;
  readonly #colours: LazyEditorColours;
  readonly #listeners: vscode.Disposable;
  /** As it was when it was last looked up: asking the secret storage each time would make the panel wait. */
  #lastConnection: ConnectionView = 'notConnected';
  #shownAttachments: readonly ComposerAttachment[];
  readonly replies: Replies;
  readonly focus = new PanelFocus();

  constructor(dependencies: PanelDependencies) {
    const { chat, context, kept, connections, target, actions, host, feed, screen, fit, reveal, prompts } =
      dependencies;
    this.#chat = chat;
    this.#context = context;
    this.#shownAttachments = chat.composer.attachments;
    this.#kept = kept;
    this.#connections = connections;
    this.#actions = actions;
    this.#feed = feed;
    this.#screen = screen;
    this.#fit = fit;
    this.replies = lazyReplyActions(chat, target);
    this.#turns = new TurnActions({
      chat,
      host,
      connect: () => actions.connect(),
      selectModel: () => actions.selectModel(),
      showComposer: () => {
        this.showComposer();
        void reveal();
      },
    });
    this.#prompts = new PanelPrompts({
      chat,
      prompts,
      showComposer: () => this.showComposer(),
    });
    this.#colours = new LazyEditorColours((message) => feed.post(message));
    this.#listeners = vscode.Disposable.from(
      this.#colours,
      chat.guard.onFound(() => this.#postAttachments()),
      chat.onChanged(() => feed.post({ type: 'model', model: modelView(chat) })),
      chat.history.onStateChanged(() => this.#postSaving()),
      chat.composer.onChanged(() => this.#postChangedAttachments()),
      context.onCurrentFileChanged(() => this.#postAttachments()),
      onReadingSettingsChanged(() => this.#postReading()),
      chat.recent.onChanged(() =>
        feed.post({ type: 'recentQuestions', recentQuestions: [...chat.recent.texts] }),
      ),
      onSettingsChanged(() => feed.post({ type: 'wrapCode', wrapCode: readWrapCode() })),
      connections.onChanged(async () => feed.post({ type: 'connection', connection: await this.#lookUp() })),
    );
  }

  /** @param from the place that the message comes from, and its answer goes to */
  async receive(message: ToHost, from: Receiver): Promise<void> {
    if (!('requestId' in message)) {
      return this.#take(message, from);
    }
    let error: Problem;
    try {
      error = await this.#carryOut(message, from);
    } catch (thrown) {
      error = reasonOf(thrown);
    }
    const { requestId } = message;
    this.#feed.postTo(from, { type: 'answer', requestId, ...defined({ error }) });
  }

  /** Sends the whole picture. */
  postState(): void {
    this.#feed.post(this.#state());
  }

  /** Puts into the panel what the host put into the composer. */
  showComposer(): void {
    this.#feed.post({ type: 'draft', text: this.#chat.composer.draft });
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #take(message: Exclude<ToHost, Request>, from: Receiver): Promise<void> {
    const { session, composer } = this.#chat;
    switch (message.type) {
      case 'ready':
        this.#colours.forget();
        await this.#screen.setShown(from, false);
        this.#postReading();
        await this.#lookUp();
        await this.#showRestored(from);
        this.#feed.postTo(from, { type: 'fit', ...(this.#fit.view && { fit: this.#fit.view }) });
        await this.#context.shown();
        return this.#connections.refresh();
      case 'stop':
        return session.stop();
      case 'selectModel':
        return this.#actions.selectModel();
      case 'connect':
        return this.#actions.connect();
      case 'removeAttachment':
        return composer.detach(message.attachmentId);
      case 'draftChanged':
        composer.write(message.conversationId ?? session.conversation.id, message.text);
        return this.#postDraft(from);
      case 'used':
        return;
      case 'grammarWanted':
        return this.#colours.sendGrammar(message.language);
      case 'openLink':
        return openLink(message.href);
      case 'retrySaving':
        return this.#chat.history.retry();
      case 'exportConversation':
        await vscode.commands.executeCommand('assistant.exportConversation');
        return;
      case 'focusChanged':
        return this.focus.set(from, message.hasFocus, message.codeBlock);
      case 'historyShown':
        return this.#screen.setShown(from, message.isShown);
      case 'searchHistory':
        return this.#screen.search(from, message);
      case 'openHistorySettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', '@id:assistant.history.scope');
        return;
      case 'candidatesWanted':
      case 'addContext':
      case 'openAttachment':
      case 'toggleCurrentFile':
        return this.#context.take(message, from);
      case 'showRequest':
        return this.#actions.showRequest(message.turnId);
      case 'promptsWanted':
        return this.#feed.postTo(from, await this.#prompts.find(message));
      case 'findFiles': {
        const { turnId } = message;
        const blocks = await this.replies.blocksWithFile(turnId);
        return this.#feed.postTo(from, { type: 'replyFiles', turnId, blocks });
      }
    }
  }

  async #carryOut(request: Request, from: Receiver): Promise<Problem> {
    switch (request.type) {
      case 'sendMessage':
        return this.#sendMessage(request, from);
      case 'askSuggestion':
        return this.#actions.askSuggestion(request.suggestion);
      case 'turnAction':
        return this.#turns.carryOut(request);
      case 'fitChoice':
        return this.#fit.choose(request.notice, request.choice);
      case 'replyAction':
        return this.replies.onReply(request);
      case 'codeAction':
        return this.replies.onCode(request);
      case 'conversationAction':
      case 'renameConversation':
        return this.#screen.carryOut(request);
      case 'attachCandidate':
      case 'dropped':
        return this.#context.carryOut(request);
      case 'takePrompt':
        return this.#prompts.take(request.key, (text) =>
          this.#feed.postTo(from, { type: 'insertText', text }),
        );
    }
  }

  async #sendMessage(request: Extract<Request, { type: 'sendMessage' }>, from: Receiver): Promise<Problem> {
    const { attachmentIds: shown } = request;
    const { composer } = this.#chat;
    composer.write(request.conversationId, request.text);
    await this.#context.settled();
    const { id } = this.#chat.session.conversation;
    if (id !== request.conversationId || composer.find(shown) === undefined) {
      this.postState();
      return vscode.l10n.t('The conversation has changed meanwhile. Nothing was sent; look and send again.');
    }
    const attachments = composer.attachments.filter((one) => shown.includes(one.id) || isFollowing(one));
    if (request.text.trim() === '' && attachments.every(({ isCurrentFile }) => isCurrentFile)) {
      return vscode.l10n.t('Write a question first.');
    }
    const { problem, attachmentIds } = await this.#prompts.send({ text: request.text, attachments });
    if (problem === undefined) {
      this.#chat.recent.add(request.text);
      composer.takeOut(request.text, attachmentIds, request.conversationId);
      this.#postDraft(from);
    }
    return problem;
  }

  /** As long as what is on disk is being read, the panel is told that more comes. */
  async #showRestored(from: Receiver): Promise<void> {
    if (!this.#kept.isRestored) {
      this.#feed.postTo(from, this.#state());
      await this.#kept.restore();
    }
    this.#feed.postTo(from, this.#state());
    await this.#kept.refresh();
  }

  async #lookUp(): Promise<ConnectionView> {
    this.#lastConnection = canAsk(await this.#connections.current()) ? 'connected' : 'notConnected';
    return this.#lastConnection;
  }

  #state(): ToPanel {
    const state = panelState(this.#chat, this.#context.currentFile, this.#lastConnection, this.#run);
    return this.#kept.isRestored ? state : { ...state, isLoading: true };
  }

  /** Keeps the composers of all other places as the one that is written in. */
  #postDraft(from: Receiver): void {
    this.#feed.postToOthers(from, { type: 'draftElsewhere', text: this.#chat.composer.draft });
  }

  #postSaving(): void {
    const notSaving = notSavingView(this.#chat.history);
    this.#feed.post({ type: 'saving', ...defined({ notSaving }) });
  }

  #postReading(): void {
    this.#feed.post({ type: 'reading', reading: readReadingSettings() });
  }

  #postChangedAttachments(): void {
    const { attachments } = this.#chat.composer;
    if (attachments !== this.#shownAttachments) {
      this.#shownAttachments = attachments;
      this.#postAttachments();
    }
  }

  #postAttachments(): void {
    const { currentFile } = this.#context;
    this.#feed.post({
      type: 'attachments',
      attachments: chipViews(this.#chat),
      ...defined({ currentFile }),
    });
  }
}
