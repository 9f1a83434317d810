import type { AssistantTurnView as AssistantTurn, TurnView } from '../protocol/views.ts';
import { AssistantTurnView } from './assistantTurnView.ts';
import { button } from './buttons.ts';
import { moveToCodeBlock } from './codeBlockFocus.ts';
import { element, statusLine } from './dom.ts';
import { listenForFindKeys } from './findKeys.ts';
import { FindWidget } from './findWidget.ts';
import { FollowScroll } from './followScroll.ts';
import { icon } from './icons.ts';
import { interceptLinks } from './links.ts';
import { runningLine } from './runningLine.ts';
import { userTurnView } from './userTurnView.ts';
import type { ViewContext } from './viewContext.ts';

/** How long a screen reader may take to notice the turns of a conversation that is shown anew. */
const SETTLING_MS = 1000;

/** What one turn is drawn with; a question never changes, a reply does. */
interface DrawnTurn {
  element: HTMLElement;
  reply?: AssistantTurnView;
}

/** The turns of the conversation, and what a screen reader is told about the one that runs. */
export class ConversationView {
  readonly element: HTMLElement;
  readonly follow: FollowScroll;
  readonly find: FindWidget;
  readonly #context: ViewContext;
  readonly #turns = element('div', 'turns');
  readonly #log = element('div', 'log', this.#turns);
  readonly #newTextBelow: HTMLButtonElement;
  readonly #announcement = statusLine('visually-hidden');
  readonly #drawn = new Map<string, DrawnTurn>();
  #settling: number | undefined;

  constructor(context: ViewContext) {
    const { strings, host } = context;
    this.#context = context;
    const log = this.#log;
    log.role = 'log';
    log.ariaLabel = strings.conversation;
    this.#newTextBelow = button('new-text-below', icon('arrow-down'), strings.newTextBelow);
    this.#newTextBelow.hidden = true;
    this.follow = new FollowScroll(log, this.#turns, (isFollowing) => {
      this.#newTextBelow.hidden ||= isFollowing;
    });
    this.#newTextBelow.addEventListener('click', () => {
      this.follow.toBottom();
      log.focus();
    });
    this.find = new FindWidget(context, { turns: this.#turns, log, follow: this.follow });
    listenForFindKeys(this.find, () => !this.isEmpty);
    interceptLinks(log, (href) => host.post({ type: 'openLink', href }));
    this.element = element(
      'div',
      'conversation',
      this.find.element,
      log,
      this.#newTextBelow,
      this.#announcement,
    );
    this.#showState();
  }

  get isEmpty(): boolean {
    return this.#drawn.size === 0;
  }

  get isRunning(): boolean {
    return [...this.#drawn.values()].some(({ reply }) => reply?.isRunning);
  }

  /** Shows exactly these turns. Those that are there already keep their nodes. */
  show(turns: readonly TurnView[]): void {
    const ids = new Set(turns.map((turn) => turn.id));
    for (const [id, drawn] of this.#drawn) {
      if (!ids.has(id)) {
        drawn.reply?.dispose();
        drawn.element.remove();
        this.#drawn.delete(id);
      }
    }
    for (const [index, turn] of turns.entries()) {
      const drawn = this.#drawn.get(turn.id) ?? this.#draw(turn);
      if (turn.kind === 'assistant' && drawn.reply?.turn !== turn) {
        drawn.reply?.change(turn);
      }
      const there = this.#turns.children.item(index);
      if (there !== drawn.element) {
        this.#turns.insertBefore(drawn.element, there);
      }
    }
    this.#settle();
    this.#showState();
  }

  /** A new turn at the end. The reader's own question is always brought into view. */
  add(turn: TurnView): void {
    if (!this.#drawn.has(turn.id)) {
      this.#turns.append(this.#draw(turn).element);
      this.#showState();
    }
    if (turn.kind === 'user') {
      this.follow.toBottom();
    } else {
      this.#announce(turn);
      this.#grew();
    }
  }

  append(turnId: string, text: string): void {
    this.#drawn.get(turnId)?.reply?.append(text);
    this.#grew();
  }

  change(turn: AssistantTurn): void {
    const reply = this.#drawn.get(turn.id)?.reply;
    const before = reply?.turn;
    reply?.change(turn);
    if (
      before?.status !== turn.status ||
      (turn.wait !== undefined && before.wait?.message !== turn.wait.message)
    ) {
      this.#announce(turn);
      this.#showState();
    }
    this.#grew();
  }

  /** Moves the keyboard to the code block before or after where it is. */
  moveToCodeBlock(direction: 'next' | 'previous'): void {
    moveToCodeBlock(this.#turns, direction);
  }

  linkFiles(turnId: string, blocks: readonly number[]): void {
    this.#drawn.get(turnId)?.reply?.linkFiles(blocks);
  }

  #draw(turn: TurnView): DrawnTurn {
    const drawn = this.#create(turn);
    this.#drawn.set(turn.id, drawn);
    return drawn;
  }

  #create(turn: TurnView): DrawnTurn {
    if (turn.kind === 'user') {
      return { element: userTurnView(this.#context, turn) };
    }
    const reply = new AssistantTurnView(this.#context, turn);
    return { element: reply.element, reply };
  }

  #grew(): void {
    this.#newTextBelow.hidden = this.follow.isFollowing;
  }

  /**
   * Says each change of state once, at the end with what was left out, and a wait when it begins; trouble speaks
   * for itself, as an alert.
   */
  #announce(turn: AssistantTurn): void {
    const { status, wait, leftOut } = turn;
    const { announceWriting, finished, stopped } = this.#context.strings;
    const texts: Partial<Record<AssistantTurn['status'], string>> = {
      ...(wait !== undefined && {
        waiting: runningLine(turn, { passed: 0, pause: 0, left: wait.ms }, this.#context.strings).text,
      }),
      streaming: announceWriting,
      finished,
      stopped,
    };
    this.#announcement.textContent = [texts[status], leftOut].filter((text) => text !== undefined).join('. ');
  }

  #showState(): void {
    this.element.classList.toggle('empty', this.isEmpty);
    if (this.isEmpty) {
      this.find.close();
    }
    // The arrow keys scroll it; an empty one cannot be seen and is no place for the keyboard.
    this.#log.tabIndex = this.isEmpty ? -1 : 0;
    // Else a screen reader would read old turns from the first to the last, and a running reply bit by bit.
    this.#log.ariaBusy = String(this.isRunning || this.#settling !== undefined);
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = window.setTimeout(() => {
      this.#settling = undefined;
      this.#showState();
    }, SETTLING_MS);
  }
}
