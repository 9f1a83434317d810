import { omitUndefined } from '../../base/omitUndefined.ts';
import type { PanelState, ToPanel } from '../../protocol/toPanel.ts';
import { DropTarget } from '../attachments/dropTarget.ts';
import { ignoreHeldKeys } from '../buttons.ts';
import { closestCodeBlock } from '../code/codeBlockView.ts';
import { ComposerView } from '../composer/composerView.ts';
import { ConnectView } from '../connection/connectView.ts';
import { ConversationView } from '../conversation/conversationView.ts';
import { element, elementOfPage, isTextField, listenForBlurOrHide } from '../dom.ts';
import { HistoryScreenView, type HitLocation } from '../history/historyScreenView.ts';
import { SavingBanner } from '../history/savingBanner.ts';
import { hasNoModifiers, isCtrlCmdHeld, letterOf, listenForKeys } from '../keyboard.ts';
import { t } from '../l10n.ts';
import { collectHandlers, type MessageHandlers, type Room, type RoomMessage } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { createEmptyView } from './emptyView.ts';
import { reportFocus, trackFocus } from './focus.ts';
import { applyFonts } from './fonts.ts';
import { readViewState, type ViewState } from './viewState.ts';

type CodeBlockCommand = Extract<ToPanel, { type: 'codeBlockCommand' }>['command'];

/** The whole panel: its rooms around the composer, which stands in the page, and what more than one of them decides. */
export class Panel {
  /** What no other room shows. */
  readonly #ownRoom = {
    messages: {
      wrapCode: ({ wrapCode }) => this.#showWrap(wrapCode),
      readingSettings: ({ readingSettings }) => {
        applyFonts(readingSettings);
        this.#conversation.announcer.verbosity = readingSettings.announce;
        this.#conversation.scrollsOnSend = readingSettings.scrollOnSend;
      },
      codeBlockCommand: ({ command }) => {
        this.#history.close();
        this.#onCodeBlock(command);
      },
      draftChangedElsewhere: ({ turnId, text }) =>
        turnId === undefined
          ? this.#composer.text.applyRemoteDraft(text)
          : this.#conversation.questionEditor.applyRemote(turnId, text),
    },
    showConversation: ({ wrapCode }: PanelState) => this.#showWrap(wrapCode),
  } satisfies Room;
  readonly element = elementOfPage('.panel');
  readonly #deps: ViewDeps;
  readonly #conversation: ConversationView;
  readonly #composer: ComposerView;
  readonly #empty: HTMLElement;
  readonly #connect: ConnectView;
  readonly #history: HistoryScreenView;
  readonly #saving: SavingBanner;
  readonly #rooms: readonly Room[];
  readonly #handlers: MessageHandlers;
  /** The focused element. `document.activeElement` is briefly the body when VS Code shows the panel. */
  readonly #focusedElement: () => Element | undefined;
  #runId = '';
  #isLoading = false;
  #pendingCommand: CodeBlockCommand | undefined;

  constructor(parts: Omit<ViewDeps, 'ui'>) {
    const deps: ViewDeps = {
      ...parts,
      ui: {
        showChat: () => this.#history.close(),
        focusComposer: () => this.#composer.focus(),
        showStatus: (text) => this.#composer.showStatus(text),
        announce: (text) => this.#conversation.announcer.announce(text),
        hasWaitingQuestion: () => this.#composer.hasWaitingQuestion,
        saveViewState: () => this.#saveViewState(),
      },
    };
    this.#deps = deps;
    this.#conversation = new ConversationView(deps);
    this.#connect = new ConnectView(deps);
    this.#empty = createEmptyView(deps, this.#connect.restricted);
    this.#composer = new ComposerView(deps, this.#connect);
    this.#saving = new SavingBanner(deps);
    this.#history = new HistoryScreenView(deps, {
      onDidChangeVisibility: (isShown) => this.element.classList.toggle('in-history', isShown),
      onOpened: (jump) => this.#onOpened(jump),
    });
    const rooms = [
      this.#ownRoom,
      this.#connect,
      this.#saving,
      this.#composer,
      this.#conversation,
      this.#history,
      deps.colorizer,
    ] as const;
    this.#rooms = rooms;
    this.#handlers = collectHandlers(rooms);
    this.element.prepend(
      this.#empty,
      this.#connect.element,
      this.#conversation.element,
      element('div', 'notices', this.#saving.element, this.#composer.overflowNotice.element),
    );
    this.element.append(
      this.#history.element,
      new DropTarget(deps).element,
      ...this.#conversation.announcer.elements,
    );
    this.#updateVisibility();
    this.#focusedElement = trackFocus(() =>
      (this.#history.isOpen ? this.#history.element : this.#composer).focus(),
    );
    listenForSelectAll();
    ignoreHeldKeys();
    listenForKeys(document, (event) => this.#onEscape(event));
    reportFocus(deps.host);
    listenForBlurOrHide(() => this.#saveViewState());
  }

  /** @param text of the box when the user sent it, before the panel had loaded */
  ask(text: string): void {
    this.#composer.ask(text);
  }

  apply(message: RoomMessage | PanelState): void {
    if (message.type === 'shown') {
      this.#show(message);
    } else if ('conversationId' in message && message.conversationId !== this.#deps.host.shownId) {
      // It comes late.
      return;
    } else {
      // The compiler can't see that each handler gets messages of its own type only.
      const handle = this.#handlers[message.type] as (message: RoomMessage) => void;
      handle(message);
    }
    // Thousands of these may arrive per second, and none changes anything but its reply.
    if (message.type !== 'replyText') {
      this.#updateVisibility();
    }
  }

  #show(state: PanelState): void {
    const { host } = this.#deps;
    this.#isLoading = state.isLoading === true;
    if (this.#isLoading) {
      this.#saving.showConversation(state);
      this.#connect.showConversation(state);
      return;
    }
    const isFirst = host.shownId === '';
    const isOther = state.conversationId !== host.shownId;
    const saved = isFirst ? readViewState(host) : undefined;
    const viewState = saved?.conversationId === state.conversationId ? saved : undefined;
    const hasEnded = saved?.hasTurns === true && saved.run !== state.hostRunId && viewState === undefined;
    this.#runId = state.hostRunId;
    host.shownId = state.conversationId;
    this.#conversation.questionEditor.reopen(viewState?.edited);
    this.#deps.toggles.restore(saved?.toggles ?? []);
    for (const room of this.#rooms) {
      room.showConversation?.(state, isOther);
    }
    this.#updateVisibility();
    if (isFirst) {
      // Only in a new page: later, typed text is newer than the host's draft.
      this.#composer.text.initialize(state.conversationId, state.draft, viewState?.caret);
    } else if (isOther) {
      this.#composer.text.switchConversation(state.conversationId, state.draft);
    }
    if (hasEnded) {
      this.#composer.showStatus(t('The conversation that was shown here is no longer open.'));
    }
    this.#composer.sendAsked();
    if (isOther) {
      this.#conversation.place.show(viewState?.place);
    }
    this.#conversation.questionEditor.openPending();
    if (this.#pendingCommand !== undefined) {
      this.#onCodeBlock(this.#pendingCommand);
    }
  }

  /** Escape closes Find or else stops the reply, unless something else has handled it or a popover closes on it. */
  #onEscape(event: KeyboardEvent): void {
    const isFree = !event.defaultPrevented && !event.repeat;
    if (
      event.key !== 'Escape' ||
      !hasNoModifiers(event) ||
      !isFree ||
      this.#history.isOpen ||
      document.querySelector(':popover-open') !== null
    ) {
      return;
    }
    const { findWidget, canStop } = this.#conversation;
    if (findWidget.isOpen) {
      findWidget.close();
    } else if (canStop || this.#composer.isPreparing) {
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
    if (jump?.conversationId === this.#deps.host.shownId && jump.text !== '') {
      this.#conversation.findInTurn(jump.text, jump.turnId);
    } else {
      this.#composer.focus();
    }
  }

  #onCodeBlock(command: CodeBlockCommand): void {
    // A panel that was opened by the command gets it before its turns, so the command runs once they are shown.
    this.#pendingCommand = this.#deps.host.shownId === '' ? command : undefined;
    if (command === 'toggleWrap') {
      this.#conversation.place.hold();
      closestCodeBlock(this.#focusedElement())?.toggleWrap();
    } else {
      this.#conversation.moveToCodeBlock(command, this.#focusedElement());
    }
  }

  #showWrap(wrapCode: boolean): void {
    this.element.classList.toggle('wrap-code', wrapCode);
  }

  #updateVisibility(): void {
    const { isEmpty, isRunning, canStop, isLastFailed } = this.#conversation;
    const { state } = this.#connect;
    const isNew = isEmpty && !this.#isLoading;
    this.#connect.element.hidden = !isNew || state === undefined || state === 'ready';
    this.#empty.hidden = !isNew || state !== 'ready';
    // The suggested questions are about the selection.
    this.#empty.classList.toggle('without-selection', !this.#composer.offersSelection);
    this.#composer.showConnection(!isEmpty && this.#connect.needsNotice(isLastFailed));
    const { isPreparing } = this.#composer;
    this.#composer.showRunning({ isRunning: isRunning || isPreparing, canStop: canStop || isPreparing });
  }

  #saveViewState(): void {
    const { host } = this.#deps;
    if (host.shownId !== '') {
      host.setState({
        run: this.#runId,
        conversationId: host.shownId,
        hasTurns: !this.#conversation.isEmpty,
        caret: this.#composer.text.caret,
        toggles: this.#deps.toggles.saved,
        ...omitUndefined({
          place: this.#conversation.place.current,
          edited: this.#conversation.questionEditor.turnId,
        }),
      } satisfies ViewState);
    }
  }
}

/**
 * Handles Select All in text fields and stops the event. VS Code would select all a second time, a moment later: text
 * typed in between would be selected too, and replaced by the next letter.
 */
function listenForSelectAll(): void {
  listenForKeys(document, (event) => {
    const { target, shiftKey } = event;
    if (isTextField(target) && isCtrlCmdHeld(event) && !shiftKey && letterOf(event) === 'a') {
      event.preventDefault();
      event.stopPropagation();
      target.select();
    }
  });
}
