import { defined } from '../../base/defined.ts';
import type { ConnectionView } from '../../protocol/panel.ts';
import type { PanelState, ToPanel } from '../../protocol/toPanel.ts';
import { DropTarget } from '../attachments/dropTarget.ts';
import { codeBlockAround } from '../code/codeBlockView.ts';
import { ComposerView } from '../composer/composerView.ts';
import { connectView } from '../connection/connectView.ts';
import { FitNotice } from '../contextWindow/fitNotice.ts';
import { ConversationView } from '../conversation/conversationView.ts';
import { element, onLeaving } from '../dom.ts';
import { HistoryScreenView, type Jump } from '../history/historyScreenView.ts';
import { SavingBanner } from '../history/savingBanner.ts';
import { isPrimaryHeld } from '../keyboard.ts';
import type { ViewContext } from '../viewContext.ts';
import { emptyView } from './emptyView.ts';
import { keepFocus, reportFocus } from './focus.ts';
import { applyFonts } from './fonts.ts';
import { readViewState, type ViewState } from './viewState.ts';

type CodeBlockCommand = Extract<ToPanel, { type: 'codeBlockCommand' }>['command'];

/** The whole panel: lays each message of the host over what is shown. */
export class Panel {
  readonly element: HTMLElement;
  readonly #context: ViewContext;
  readonly #conversation: ConversationView;
  readonly #composer: ComposerView;
  readonly #empty: HTMLElement;
  readonly #connect: HTMLElement;
  readonly #history: HistoryScreenView;
  readonly #saving: SavingBanner;
  readonly #fit: FitNotice;
  /** What has the keyboard. As VS Code brings the panel before the user's eyes, the page's body has it for a moment. */
  readonly #focused: () => Element | undefined;
  #run = '';
  #conversationId = '';
  #isLoading = false;
  #waitingCommand: CodeBlockCommand | undefined;
  #connection: ConnectionView | undefined;

  constructor(context: ViewContext) {
    this.#context = context;
    this.#conversation = new ConversationView(context);
    this.#composer = new ComposerView(
      context,
      () => this.#save(),
      (text) => this.#conversation.announcer.say(text),
    );
    this.#conversation.find.goHome = () => this.#composer.focus();
    this.#empty = emptyView(context, (problem) => this.#composer.say(problem));
    this.#connect = connectView(context);
    this.#saving = new SavingBanner(context);
    this.#fit = new FitNotice(context, this.#composer);
    this.#composer.isSaid = (sentence) => this.#fit.says(sentence);
    this.#history = new HistoryScreenView(context, {
      onShown: (isShown) => this.element.classList.toggle('in-history', isShown),
      goHome: () => this.#composer.focus(),
      onChosen: (jump) => this.#enterChosen(jump),
    });
    this.element = element(
      'main',
      'panel',
      this.#empty,
      this.#connect,
      this.#conversation.element,
      this.#saving.element,
      this.#fit.element,
      this.#composer.element,
      this.#history.element,
      new DropTarget(context, (problem) => this.#composer.say(problem)).element,
    );
    this.#showParts();
    this.#focused = keepFocus(() => this.#composer.focus());
    listenForSelectAll();
    reportFocus(context.host);
    onLeaving(() => this.#save());
  }

  apply(message: ToPanel): void {
    if (message.type === 'replyText') {
      // Thousands may come in a second; none of them changes anything but its reply.
      this.#conversation.append(message.turnId, message.text);
      return;
    }
    const held = document.activeElement;
    this.#lay(message);
    this.#showParts();
    // What held the keyboard is gone, so it goes on in the composer: in the document's body, where the browser leaves
    // it, a press of Tab would begin anew. An input box of VS Code that is open meanwhile keeps it.
    const isLeft = document.activeElement === held || document.activeElement === document.body;
    if (held !== null && isLeft && !held.checkVisibility() && document.hasFocus()) {
      this.#composer.focus();
    }
  }

  #lay(message: Exclude<ToPanel, { type: 'replyText' }>): void {
    switch (message.type) {
      case 'state':
        this.#applyState(message);
        break;
      case 'turnAdded':
        this.#conversation.add(message.turn);
        this.#save();
        break;
      case 'replyChanged':
        this.#conversation.change(message.turn, message.notSent);
        break;
      case 'attachments':
        this.#composer.showAttachments(message.attachments, message.currentFile);
        break;
      case 'candidates':
      case 'prompts':
        this.#composer.completion.show(message);
        break;
      case 'insertText':
        this.#composer.completion.insert(message.text);
        break;
      case 'recentQuestions':
        this.#composer.recall.show(message.recentQuestions);
        break;
      case 'connection':
        this.#connection = message.connection;
        break;
      case 'saving':
        this.#saving.show(message.notSaving);
        break;
      case 'budget':
        this.#composer.showBudget(message.budget);
        break;
      case 'fit':
        this.#fit.show(message.fit);
        break;
      case 'model':
        this.#composer.showModel(message.model);
        break;
      case 'draft':
        this.#composer.text.showKnown(message.text);
        break;
      case 'draftElsewhere':
        this.#composer.text.follow(message.text);
        break;
      case 'grammar':
        this.#context.colours.takeGrammar(message);
        break;
      case 'codeTheme':
        this.#context.colours.takeTheme(message.rules);
        break;
      case 'wrapCode':
        this.#showWrap(message.wrapCode);
        break;
      case 'replyFiles':
        this.#conversation.linkFiles(message.turnId, message.blocks);
        break;
      case 'codeBlockCommand':
        this.#history.close();
        this.#onCodeBlock(message.command);
        break;
      case 'focusComposer':
        this.#history.close();
        this.#composer.focus();
        break;
      case 'reading':
        applyFonts(message.reading);
        this.#conversation.announcer.verbosity = message.reading.announce;
        this.#conversation.scrollsOnSend = message.reading.scrollOnSend;
        break;
      case 'find':
        this.#history.close();
        if (!this.#conversation.isEmpty) {
          this.#conversation.find.open();
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
      case 'answer':
        // Settled where the request was made.
        break;
    }
  }

  #applyState(state: PanelState): void {
    this.#isLoading = state.isLoading === true;
    this.#saving.show(state.notSaving);
    if (this.#isLoading) {
      this.#connection = state.connection;
      this.#composer.showModel(state.model);
      return;
    }
    const isOther = state.conversationId !== this.#conversationId;
    const isFirst = this.#conversationId === '';
    const saved = isFirst ? readViewState(this.#context.host) : undefined;
    const known = saved?.conversationId === state.conversationId ? saved : undefined;
    const earlier = saved !== undefined && saved.run !== state.run ? saved : undefined;
    const isEnded = earlier?.hasTurns === true && known === undefined;
    this.#run = state.run;
    this.#conversationId = state.conversationId;
    this.#connection = state.connection;
    this.#composer.showModel(state.model);
    this.#composer.showAttachments(state.attachments, state.currentFile);
    this.#composer.recall.show(state.recentQuestions);
    if (state.budget !== undefined) {
      this.#composer.showBudget(state.budget);
    }
    this.#showWrap(state.wrapCode);
    if (isOther) {
      this.#conversation.announcer.clear();
    }
    this.#conversation.show(state.turns);
    this.#showParts();
    if (isFirst) {
      // Only then: what is being typed is newer than what the host knows.
      this.#composer.text.begin(state.conversationId, state.draft, known?.caret);
    } else if (isOther) {
      this.#composer.text.enter(state.conversationId, state.draft);
    }
    if (isOther) {
      this.#composer.say(isEnded ? this.#context.strings.conversationEnded : '');
      this.#composer.enter(state.conversationId);
      if (earlier !== undefined && (known !== undefined || state.turns.length === 0)) {
        this.#composer.text.restore(earlier.draft, earlier.caret);
      }
      this.#scrollTo(known?.place);
    }
    if (this.#waitingCommand !== undefined) {
      this.#onCodeBlock(this.#waitingCommand);
    }
  }

  /** The keyboard goes on where the reader wanted to go: in what was found there, or in the composer. */
  #enterChosen(jump: Jump | undefined): void {
    if (jump?.conversationId === this.#conversationId && jump.text !== '') {
      this.#conversation.findAt(jump.text, jump.turnId);
    } else {
      this.#composer.focus();
    }
  }

  #onCodeBlock(command: CodeBlockCommand): void {
    // A panel that was opened for it hears of it before it has the turns.
    this.#waitingCommand = this.#conversationId === '' ? command : undefined;
    if (command === 'toggleWrap') {
      codeBlockAround(this.#focused())?.toggleWrap();
    } else {
      this.#conversation.moveToCodeBlock(command, this.#focused());
    }
  }

  #showWrap(wrapCode: boolean): void {
    this.element.classList.toggle('wrap-code', wrapCode);
  }

  #scrollTo(place: ViewState['place']): void {
    if (place === undefined) {
      this.#conversation.follow.toBottom();
    } else {
      this.#conversation.goTo(place);
    }
  }

  #showParts(): void {
    const { isEmpty, isRunning } = this.#conversation;
    const isNew = isEmpty && !this.#isLoading;
    this.#connect.hidden = !isNew || this.#connection !== 'notConnected';
    this.#empty.hidden = !isNew || this.#connection !== 'connected';
    this.#composer.showConnection(this.#connection ?? 'connected', !isEmpty);
    this.#composer.showRunning(isRunning);
  }

  #save(): void {
    if (this.#conversationId !== '') {
      const { place } = this.#conversation;
      this.#context.host.saveState({
        run: this.#run,
        conversationId: this.#conversationId,
        hasTurns: !this.#conversation.isEmpty,
        draft: this.#composer.text.value,
        caret: this.#composer.text.caret,
        ...defined({ place }),
      } satisfies ViewState);
    }
  }
}

/**
 * Select All in a text field is done here, and kept from VS Code. That would do it a second time, a moment later: what
 * was typed in between would be selected, and lost with the next letter.
 */
function listenForSelectAll(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key, shiftKey } = event;
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (isField && isPrimaryHeld(event) && !shiftKey && key.toLowerCase() === 'a') {
      event.preventDefault();
      event.stopPropagation();
      target.select();
    }
  });
}
