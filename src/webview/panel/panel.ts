import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ConnectionView } from '../../protocol/panel.ts';
import type { PanelState, ToPanel } from '../../protocol/toPanel.ts';
import { DropTarget } from '../attachments/dropTarget.ts';
import { closestCodeBlock } from '../code/codeBlockView.ts';
import { ComposerView } from '../composer/composerView.ts';
import { ConnectView } from '../connection/connectView.ts';
import { OverflowNotice } from '../contextWindow/overflowNotice.ts';
import { ConversationView } from '../conversation/conversationView.ts';
import { element, listenForBlurOrHide } from '../dom.ts';
import { setFileIconFont } from '../fileIcons.ts';
import { HistoryScreenView, type HitLocation } from '../history/historyScreenView.ts';
import { SavingBanner } from '../history/savingBanner.ts';
import { hasNoModifiers, isCtrlCmdHeld, isImeKeydown } from '../keyboard.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { createEmptyView } from './emptyView.ts';
import { reportFocus, trackFocus } from './focus.ts';
import { applyFonts } from './fonts.ts';
import { readViewState, type ViewState } from './viewState.ts';

type CodeBlockCommand = Extract<ToPanel, { type: 'codeBlockCommand' }>['command'];

/** The whole panel. Applies messages from the host. */
export class Panel {
  readonly element: HTMLElement;
  readonly #deps: ViewDeps;
  readonly #conversation: ConversationView;
  readonly #composer: ComposerView;
  readonly #empty: HTMLElement;
  readonly #connect: ConnectView;
  readonly #history: HistoryScreenView;
  readonly #saving: SavingBanner;
  readonly #overflowNotice: OverflowNotice;
  /** The focused element. `document.activeElement` is briefly the body when VS Code shows the panel. */
  readonly #focusedElement: () => Element | undefined;
  #runId = '';
  #conversationId = '';
  #isLoading = false;
  #isPreparing = false;
  /** Resolves once the font of the file icons is loaded. */
  #fileIconFont: Promise<void> = Promise.resolve();
  #pendingCommand: CodeBlockCommand | undefined;
  #connection: ConnectionView['connection'] | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.#conversation = new ConversationView(deps);
    this.#composer = new ComposerView(
      deps,
      () => this.#saveViewState(),
      (text) => this.#conversation.announcer.announce(text),
    );
    this.#conversation.findWidget.focusDefault = () => this.#composer.focus();
    this.#conversation.questionEditor.onDidChangeEdits = () => this.#saveViewState();
    this.#empty = createEmptyView(deps, (error) => this.#composer.showStatus(error));
    this.#connect = new ConnectView(deps);
    this.#saving = new SavingBanner(deps);
    this.#overflowNotice = new OverflowNotice(deps, this.#composer);
    this.#composer.isAlreadyShown = (sentence) => this.#overflowNotice.announceAgain(sentence);
    this.#history = new HistoryScreenView(deps, {
      onDidChangeVisibility: (isShown) => this.element.classList.toggle('in-history', isShown),
      focusDefault: () => this.#composer.focus(),
      onOpened: (jump) => this.#onOpened(jump),
    });
    this.element = element(
      'main',
      'panel',
      this.#empty,
      this.#connect.element,
      this.#conversation.element,
      this.#saving.element,
      this.#overflowNotice.element,
      this.#composer.element,
      this.#history.element,
      new DropTarget(deps, (error) => this.#composer.showStatus(error)).element,
    );
    this.#updateVisibility();
    this.#focusedElement = trackFocus(() =>
      (this.#history.isOpen ? this.#history.element : this.#composer).focus(),
    );
    listenForSelectAll();
    document.addEventListener('keydown', (event) => this.#onEscape(event));
    reportFocus(deps.host);
    listenForBlurOrHide(() => this.#saveViewState());
  }

  apply(message: ToPanel): void {
    if (message.type === 'replyText') {
      // Thousands may arrive per second, and none changes anything but its reply.
      this.#conversation.append(message.turnId, message.text);
      return;
    }
    const focused = document.activeElement;
    this.#applyMessage(message);
    this.#updateVisibility();
    // If the focused element is gone, the composer gets the focus: the browser would leave it on the body, where Tab
    // starts at the beginning. An open input box of VS Code keeps the focus.
    const isLost = document.activeElement === focused || document.activeElement === document.body;
    if (focused !== null && isLost && !focused.checkVisibility() && document.hasFocus()) {
      this.#composer.focus();
    }
  }

  #applyMessage(message: Exclude<ToPanel, { type: 'replyText' }>): void {
    switch (message.type) {
      case 'state':
        this.#applyState(message);
        break;
      case 'turnAdded':
        this.#conversation.add(message.turn, this.#composer.hasWaitingQuestion);
        this.#saveViewState();
        break;
      case 'replyChanged':
        this.#conversation.updateReply(message.turn, message.notSent);
        break;
      case 'preparing':
        this.#isPreparing = message.isPreparing;
        break;
      case 'queuedQuestion':
        this.#composer.updateQueuedQuestion(message.queuedQuestion, message.wasSent === true);
        break;
      case 'attachments':
        this.#composer.showAttachments(message);
        this.#showOffer(message.offer);
        break;
      case 'offer':
        this.#composer.showOffer(message.offer);
        this.#showOffer(message.offer);
        break;
      case 'fileIconFont':
        this.#fileIconFont = this.#fileIconFont.then(() => setFileIconFont(message));
        break;
      case 'candidates':
      case 'prompts':
        // With the icons of the font that came before.
        void this.#fileIconFont.then(() => this.#composer.suggest.show(message));
        break;
      case 'insertPromptText':
        this.#composer.suggest.insert(message.text);
        break;
      case 'recentQuestions':
        this.#composer.recall.setQuestions(message.recentQuestions);
        break;
      case 'connection':
        this.#setConnection(message);
        break;
      case 'saving':
        this.#saving.show(message.notSaving);
        break;
      case 'contextUsage':
        this.#composer.showContextUsage(message.contextUsage);
        break;
      case 'overflow':
        this.#overflowNotice.show(message.overflow);
        break;
      case 'model':
        this.#composer.showModel(message.model);
        break;
      case 'draft':
        this.#composer.text.replaceWithDraft(message.text);
        break;
      case 'editQuestion':
        this.#history.close();
        this.#conversation.questionEditor.open(message.turnId);
        break;
      case 'conversationsDeleted':
        this.#conversation.questionEditor.forget(message.conversationIds);
        break;
      case 'showTurn':
        this.#conversation.scrollTo({ turnId: message.turnId, offset: 0 });
        break;
      case 'draftChangedElsewhere':
        this.#composer.text.applyRemoteDraft(message.text);
        break;
      case 'grammar':
        this.#deps.colorizer.addGrammar(message);
        break;
      case 'codeTheme':
        this.#deps.colorizer.setTheme(message.rules);
        break;
      case 'wrapCode':
        this.#showWrap(message.wrapCode);
        break;
      case 'replyFiles':
        this.#conversation.linkFiles(message.turnId, message.blockIndexes);
        break;
      case 'replyTarget':
        this.#conversation.showReplyTarget(message.turnId, message.target);
        break;
      case 'codeBlockStatus':
        this.#conversation.showCodeBlockStatus(message.turnId, message.blockIndex, message.text);
        break;
      case 'codeBlockCommand':
        this.#history.close();
        this.#onCodeBlock(message.command);
        break;
      case 'focusComposer':
        this.#history.close();
        this.#composer.focus();
        break;
      case 'readingSettings':
        applyFonts(message.readingSettings);
        this.#conversation.announcer.verbosity = message.readingSettings.announce;
        this.#conversation.scrollsOnSend = message.readingSettings.scrollOnSend;
        break;
      case 'find':
        this.#history.close();
        if (!this.#conversation.isEmpty) {
          this.#conversation.findWidget.open();
        }
        break;
      case 'showHistory':
        this.#history.open(message.trash);
        break;
      case 'showChat':
        this.#history.close();
        break;
      case 'history':
        this.#history.showHistory(message.history);
        break;
      case 'searchHits':
        this.#history.showHits(message);
        break;
      case 'editTitle':
        this.#history.editTitle(message.conversationId);
        break;
      case 'response':
        // `Host` handles responses.
        break;
    }
  }

  #applyState(state: PanelState): void {
    this.#isLoading = state.isLoading === true;
    this.#saving.show(state.notSaving);
    if (this.#isLoading) {
      this.#setConnection(state);
      this.#composer.showModel(state.model);
      return;
    }
    const isSwitch = state.conversationId !== this.#conversationId;
    const isFirst = this.#conversationId === '';
    const saved = isFirst ? readViewState(this.#deps.host) : undefined;
    const viewState = saved?.conversationId === state.conversationId ? saved : undefined;
    const hasEnded = saved?.hasTurns === true && saved.run !== state.hostRunId && viewState === undefined;
    this.#runId = state.hostRunId;
    this.#conversationId = state.conversationId;
    this.#setConnection(state);
    this.#composer.showModel(state.model);
    this.#composer.showAttachments(state);
    this.#showOffer(state.offer);
    this.#isPreparing = state.isPreparing;
    this.#composer.showQueuedQuestion(state.queuedQuestion);
    this.#composer.recall.setQuestions(state.recentQuestions);
    if (state.contextUsage !== undefined) {
      this.#composer.showContextUsage(state.contextUsage);
    }
    this.#showWrap(state.wrapCode);
    if (isSwitch) {
      this.#conversation.announcer.clear();
    }
    const { questionEditor } = this.#conversation;
    questionEditor.conversationId = state.conversationId;
    questionEditor.restore(saved?.edits ?? []);
    this.#conversation.show(state.turns);
    this.#updateVisibility();
    if (isFirst) {
      // Only in a new page: later, typed text is newer than the host's draft.
      this.#composer.text.initialize(state.conversationId, state.draft, viewState?.caret);
    } else if (isSwitch) {
      this.#composer.text.switchConversation(state.conversationId, state.draft);
    }
    if (isSwitch) {
      this.#composer.switchConversation(state.conversationId);
      this.#composer.showStatus(hasEnded ? t('The conversation that was shown here is no longer open.') : '');
      this.#restoreScroll(viewState?.place);
    }
    this.#conversation.questionEditor.openPending();
    if (this.#pendingCommand !== undefined) {
      this.#onCodeBlock(this.#pendingCommand);
    }
  }

  /** Escape closes Find or else stops the reply, unless something else has handled it or a popover closes on it. */
  #onEscape(event: KeyboardEvent): void {
    const isFree = !event.defaultPrevented && !isImeKeydown(event) && !event.repeat;
    if (
      event.key !== 'Escape' ||
      !hasNoModifiers(event) ||
      !isFree ||
      this.#history.isOpen ||
      document.querySelector(':popover-open') !== null
    ) {
      return;
    }
    const { findWidget, isRunning } = this.#conversation;
    if (findWidget.isOpen) {
      findWidget.close();
    } else if (isRunning || this.#isPreparing) {
      this.#deps.host.post({ type: 'stop' });
    } else {
      return;
    }
    event.preventDefault();
    // VS Code would handle the key too, for example to close a notification.
    event.stopPropagation();
  }

  /** Shows the search hit that was opened, or focuses the composer. */
  #onOpened(jump: HitLocation | undefined): void {
    if (jump?.conversationId === this.#conversationId && jump.text !== '') {
      this.#conversation.findInTurn(jump.text, jump.turnId);
    } else {
      this.#composer.focus();
    }
  }

  #onCodeBlock(command: CodeBlockCommand): void {
    // A panel that was opened by the command gets it before its turns, so the command runs after the first state.
    this.#pendingCommand = this.#conversationId === '' ? command : undefined;
    if (command === 'toggleWrap') {
      closestCodeBlock(this.#focusedElement())?.toggleWrap();
    } else {
      this.#conversation.moveToCodeBlock(command, this.#focusedElement());
    }
  }

  /** The suggested questions are about the selection. */
  #showOffer(offer: PanelState['offer']): void {
    this.#empty.classList.toggle('without-selection', offer?.kind !== 'selection');
  }

  #showWrap(wrapCode: boolean): void {
    this.element.classList.toggle('wrap-code', wrapCode);
  }

  #restoreScroll(position: ViewState['place']): void {
    if (position === undefined) {
      this.#conversation.autoScroll.scrollToBottom();
    } else {
      this.#conversation.scrollTo(position);
    }
  }

  #setConnection({ connection, connectionProblem }: ConnectionView): void {
    this.#connection = connection;
    this.#connect.showProblem(connectionProblem);
    this.#composer.connectNotice.showProblem(connectionProblem);
  }

  #updateVisibility(): void {
    const { isEmpty, isRunning } = this.#conversation;
    const isNew = isEmpty && !this.#isLoading;
    this.#connect.element.hidden = !isNew || this.#connection !== 'notConnected';
    this.#empty.hidden = !isNew || this.#connection !== 'connected';
    this.#composer.showConnection(this.#connection ?? 'connected', !isEmpty);
    this.#composer.showRunning(isRunning || this.#isPreparing);
  }

  #saveViewState(): void {
    if (this.#conversationId !== '') {
      const { scrollPosition } = this.#conversation;
      this.#deps.host.setState({
        run: this.#runId,
        conversationId: this.#conversationId,
        hasTurns: !this.#conversation.isEmpty,
        caret: this.#composer.text.caret,
        edits: this.#conversation.questionEditor.edits,
        ...omitUndefined({ place: scrollPosition }),
      } satisfies ViewState);
    }
  }
}

/**
 * Handles Select All in text fields and stops the event. VS Code would select all a second time, a moment later: text
 * typed in between would be selected too, and replaced by the next letter.
 */
function listenForSelectAll(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key, shiftKey } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField && isCtrlCmdHeld(event) && !shiftKey && key.toLowerCase() === 'a') {
      event.preventDefault();
      event.stopPropagation();
      target.select();
    }
  });
}
