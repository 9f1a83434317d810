import { defined } from '../../base/defined.ts';
import type { AssistantTurnView, NotSentView, TurnView } from '../../protocol/conversation.ts';
import { formatNewDay } from '../format.ts';
import type { ViewContext } from '../viewContext.ts';
import { markNotSent } from './notSent.ts';
import { questionView } from './questionView.ts';
import { ReplyView } from './replyView.ts';
import { TurnGroups } from './turnGroups.ts';

/** So many are drawn at once: more than any window shows. The others follow as the page has time for them. */
const NEWEST = 16;

/** Where a reader is: a turn, and how much of it is above what is seen, in px. */
export interface TurnPlace {
  turnId: string;
  offset: number;
}

/** What one turn is drawn with; of a question nothing changes but whether it is sent, a reply does. */
interface DrawnTurn {
  element: HTMLElement;
  reply?: ReplyView;
}

/** The turns as elements, the newest first: above them the older ones are added while nothing else is to be done. */
export class DrawnTurns {
  readonly #groups = new TurnGroups();
  readonly #context: ViewContext;
  readonly #drawn = new Map<string, DrawnTurn>();
  readonly #drawOlder = new IdleTask(() => this.#drawOne());
  #turns: TurnView[] = [];
  /** So many turns at the beginning may not be drawn yet. */
  #undrawn = 0;

  constructor(context: ViewContext) {
    this.#context = context;
  }

  get element(): HTMLElement {
    return this.#groups.element;
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** Whether a reply runs that can be stopped here. */
  get isRunning(): boolean {
    return [...this.#drawn.values()].some(({ reply }) => reply?.isRunning && !reply.turn.isElsewhere);
  }

  /** The reply at the end, if a reply is at the end. */
  get lastReply(): ReplyView | undefined {
    const last = this.#turns.at(-1);
    return last && this.#drawn.get(last.id)?.reply;
  }

  has(id: string): boolean {
    return this.#drawn.has(id);
  }

  /** Shows exactly these turns. Those that are there already keep their nodes. */
  show(turns: readonly TurnView[]): void {
    const ids = new Set(turns.map(({ id }) => id));
    for (const [id, drawn] of this.#drawn) {
      if (!ids.has(id)) {
        drawn.reply?.dispose();
        this.#groups.remove(drawn.element);
        this.#drawn.delete(id);
      }
    }
    this.#turns = [...turns];
    this.#undrawn = Math.max(0, turns.length - NEWEST);
    let next: HTMLElement | undefined;
    for (const [index, turn] of [...turns.entries()].reverse()) {
      const drawn = this.#drawn.get(turn.id) ?? (index >= this.#undrawn ? this.#draw(turn) : undefined);
      if (drawn !== undefined) {
        this.#showDay(drawn, turn, turns[index - 1]);
        if (turn.kind === 'assistant' && !isSame(drawn.reply?.turn, turn)) {
          drawn.reply?.change(turn);
        }
        markNotSent(this.#context, drawn.element, turn);
        this.#groups.place(drawn.element, next);
        next = drawn.element;
      }
    }
    this.#drawOlder.start();
  }

  add(turn: TurnView): void {
    const before = this.#turns.at(-1);
    this.#turns.push(turn);
    const drawn = this.#draw(turn);
    this.#showDay(drawn, turn, before);
    this.#groups.place(drawn.element, undefined);
  }

  /** A reply as it stands now. @param notSent of its question */
  change(turn: AssistantTurnView, notSent: NotSentView | undefined): void {
    this.reply(turn.id)?.change(turn);
    const at = this.#turns.findIndex(({ id }) => id === turn.id);
    const questionAt = this.#turns.findLastIndex(({ kind }, index) => kind === 'user' && index < at);
    const question = this.#turns[questionAt];
    if (question?.kind === 'user') {
      const { notSent: _, ...rest } = question;
      const now = { ...rest, ...defined({ notSent }) };
      this.#turns[questionAt] = now;
      const drawn = this.#drawn.get(now.id);
      if (drawn !== undefined) {
        markNotSent(this.#context, drawn.element, now);
      }
    }
  }

  /** The element of a turn, laid out; it and all after it are drawn by then. */
  find(id: string): HTMLElement | undefined {
    const element = this.#at(id)?.element;
    if (element !== undefined) {
      this.#groups.layOut(element);
    }
    return element;
  }

  reply(id: string): ReplyView | undefined {
    return this.#at(id)?.reply;
  }

  /**
   * The turn that is seen first: which, and how much of it is above.
   * @param top where the reader's view begins, in px of the window
   */
  firstSeen(top: number): TurnPlace | undefined {
    const element = this.#groups.firstBelow(top);
    const turn = this.#turns.find(({ id }) => this.#drawn.get(id)?.element === element);
    return element && turn && { turnId: turn.id, offset: top - element.getBoundingClientRect().top };
  }

  #at(id: string): DrawnTurn | undefined {
    while (!this.#drawn.has(id) && this.#drawOne()) {}
    return this.#drawn.get(id);
  }

  /** Draws the newest of those that are not drawn. False when there is none. */
  #drawOne(): boolean {
    if (this.#undrawn === 0) {
      return false;
    }
    this.#undrawn -= 1;
    const turn = this.#turns[this.#undrawn];
    const next = this.#turns[this.#undrawn + 1];
    if (turn !== undefined && !this.#drawn.has(turn.id)) {
      const place = next === undefined ? undefined : this.#drawn.get(next.id);
      const drawn = this.#draw(turn);
      this.#showDay(drawn, turn, this.#turns[this.#undrawn - 1]);
      this.#groups.place(drawn.element, place?.element);
    }
    return true;
  }

  /** Says above a question which day it is, where the turn before is of another. */
  #showDay({ element }: DrawnTurn, turn: TurnView, before: TurnView | undefined): void {
    const day =
      turn.kind === 'user' && before !== undefined ? formatNewDay(turn.at, timeOf(before)) : undefined;
    if (day === undefined) {
      delete element.dataset['day'];
    } else {
      element.dataset['day'] = day;
    }
  }

  #draw(turn: TurnView): DrawnTurn {
    const drawn = this.#create(turn);
    markNotSent(this.#context, drawn.element, turn);
    this.#drawn.set(turn.id, drawn);
    return drawn;
  }

  #create(turn: TurnView): DrawnTurn {
    if (turn.kind === 'user') {
      return { element: questionView(this.#context, turn) };
    }
    const reply = new ReplyView(this.#context, turn);
    return { element: reply.element, reply };
  }
}

/** ms since 1970 */
function timeOf(turn: TurnView): number {
  return turn.kind === 'user' ? turn.at : (turn.endedAt ?? turn.startedAt);
}

/** The host tells all turns anew when one of them changed: the others need no work. */
function isSame(one: TurnView | undefined, other: TurnView): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What must be left of an idle time for one more step to begin in it. ms */
const LEAST_LEFT = 4;

/** Work in small steps, done while the page has nothing else to do. */
class IdleTask {
  readonly #step: () => boolean;
  #waiting: number | undefined;

  /** @param step does one step; false when there was nothing left to do */
  constructor(step: () => boolean) {
    this.#step = step;
  }

  start(): void {
    this.#waiting ??= requestIdleCallback((idle) => this.#run(idle));
  }

  #run(idle: IdleDeadline): void {
    this.#waiting = undefined;
    let isMore = this.#step();
    while (isMore && idle.timeRemaining() > LEAST_LEFT) {
      isMore = this.#step();
    }
    if (isMore) {
      this.start();
    }
  }
}
