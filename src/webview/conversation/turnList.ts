import { omitUndefined } from '../../base/omitUndefined.ts';
import type { AssistantTurnView, NotSentView, TurnView } from '../../protocol/conversation.ts';
import { formatDayIfChanged } from '../format.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { markNotSent } from './markNotSent.ts';
import { createQuestionView } from './questionView.ts';
import { ReplyView } from './replyView.ts';
import { TurnGroups } from './turnGroups.ts';

/** So many are drawn at once: more than any window shows. The others follow as the page has time for them. */
const INITIAL_TURNS = 16;

/** Where a reader is: a turn, and how much of it is above what is seen, in px. */
export interface ScrollPosition {
  turnId: string;
  offset: number;
}

/** What one turn is drawn with; of a question nothing changes but whether it is sent, a reply does. */
interface RenderedTurn {
  element: HTMLElement;
  reply?: ReplyView;
}

/** The turns as elements, the newest first: above them the older ones are added while nothing else is to be done. */
export class TurnList {
  readonly #groups = new TurnGroups();
  readonly #deps: ViewDeps;
  readonly #rendered = new Map<string, RenderedTurn>();
  readonly #renderOlder = new IdleTask(() => this.#renderNext());
  #turns: TurnView[] = [];
  /** So many turns at the beginning may not be drawn yet. */
  #unrenderedCount = 0;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  get element(): HTMLElement {
    return this.#groups.element;
  }

  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** Whether a reply runs that can be stopped here. */
  get isRunning(): boolean {
    return [...this.#rendered.values()].some(({ reply }) => reply?.isRunning && !reply.turn.isInOtherWindow);
  }

  /** The reply at the end, if a reply is at the end. */
  get lastReply(): ReplyView | undefined {
    const last = this.#turns.at(-1);
    return last && this.#rendered.get(last.id)?.reply;
  }

  has(id: string): boolean {
    return this.#rendered.has(id);
  }

  /** Shows exactly these turns. Those that are there already keep their nodes. */
  show(turns: readonly TurnView[]): void {
    const ids = new Set(turns.map(({ id }) => id));
    for (const [id, drawn] of this.#rendered) {
      if (!ids.has(id)) {
        drawn.reply?.dispose();
        this.#groups.remove(drawn.element);
        this.#rendered.delete(id);
      }
    }
    this.#turns = [...turns];
    this.#unrenderedCount = Math.max(0, turns.length - INITIAL_TURNS);
    let next: HTMLElement | undefined;
    for (const [index, turn] of [...turns.entries()].reverse()) {
      const drawn =
        this.#rendered.get(turn.id) ?? (index >= this.#unrenderedCount ? this.#render(turn) : undefined);
      if (drawn !== undefined) {
        this.#updateDay(drawn, turn, turns[index - 1]);
        if (turn.kind === 'assistant' && !isSameTurn(drawn.reply?.turn, turn)) {
          drawn.reply?.change(turn);
        }
        markNotSent(this.#deps, drawn.element, turn);
        this.#groups.insertBefore(drawn.element, next);
        next = drawn.element;
      }
    }
    this.#renderOlder.start();
  }

  add(turn: TurnView): void {
    const before = this.#turns.at(-1);
    this.#turns.push(turn);
    const drawn = this.#render(turn);
    this.#updateDay(drawn, turn, before);
    this.#groups.insertBefore(drawn.element, undefined);
  }

  /** A reply as it stands now. @param notSent of its question */
  updateReply(turn: AssistantTurnView, notSent: NotSentView | undefined): void {
    this.replyOf(turn.id)?.change(turn);
    const at = this.#turns.findIndex(({ id }) => id === turn.id);
    const questionAt = this.#turns.findLastIndex(({ kind }, index) => kind === 'user' && index < at);
    const question = this.#turns[questionAt];
    if (question?.kind === 'user') {
      const { notSent: _, ...rest } = question;
      const now = { ...rest, ...omitUndefined({ notSent }) };
      this.#turns[questionAt] = now;
      const drawn = this.#rendered.get(now.id);
      if (drawn !== undefined) {
        markNotSent(this.#deps, drawn.element, now);
      }
    }
  }

  /** The element of a turn, laid out; it and all after it are drawn by then. */
  elementOf(id: string): HTMLElement | undefined {
    const element = this.#ensureRendered(id)?.element;
    if (element !== undefined) {
      this.#groups.forceLayout(element);
    }
    return element;
  }

  replyOf(id: string): ReplyView | undefined {
    return this.#ensureRendered(id)?.reply;
  }

  /**
   * The turn that is seen first: which, and how much of it is above.
   * @param top where the reader's view begins, in px of the window
   */
  firstVisible(top: number): ScrollPosition | undefined {
    const element = this.#groups.firstTurnBelow(top);
    const turn = this.#turns.find(({ id }) => this.#rendered.get(id)?.element === element);
    return element && turn && { turnId: turn.id, offset: top - element.getBoundingClientRect().top };
  }

  #ensureRendered(id: string): RenderedTurn | undefined {
    while (!this.#rendered.has(id) && this.#renderNext()) {}
    return this.#rendered.get(id);
  }

  /** Draws the newest of those that are not drawn. False when there is none. */
  #renderNext(): boolean {
    if (this.#unrenderedCount === 0) {
      return false;
    }
    this.#unrenderedCount -= 1;
    const turn = this.#turns[this.#unrenderedCount];
    const next = this.#turns[this.#unrenderedCount + 1];
    if (turn !== undefined && !this.#rendered.has(turn.id)) {
      const place = next === undefined ? undefined : this.#rendered.get(next.id);
      const drawn = this.#render(turn);
      this.#updateDay(drawn, turn, this.#turns[this.#unrenderedCount - 1]);
      this.#groups.insertBefore(drawn.element, place?.element);
    }
    return true;
  }

  /** Says above a question which day it is, where the turn before is of another. */
  #updateDay({ element }: RenderedTurn, turn: TurnView, before: TurnView | undefined): void {
    const day =
      turn.kind === 'user' && before !== undefined ? formatDayIfChanged(turn.at, timeOf(before)) : undefined;
    if (day === undefined) {
      delete element.dataset['day'];
    } else {
      element.dataset['day'] = day;
    }
  }

  #render(turn: TurnView): RenderedTurn {
    const drawn = this.#create(turn);
    markNotSent(this.#deps, drawn.element, turn);
    this.#rendered.set(turn.id, drawn);
    return drawn;
  }

  #create(turn: TurnView): RenderedTurn {
    if (turn.kind === 'user') {
      return { element: createQuestionView(this.#deps, turn) };
    }
    const reply = new ReplyView(this.#deps, turn);
    return { element: reply.element, reply };
  }
}

/** ms since 1970 */
function timeOf(turn: TurnView): number {
  return turn.kind === 'user' ? turn.at : (turn.endedAt ?? turn.startedAt);
}

/** The host tells all turns anew when one of them changed: the others need no work. */
function isSameTurn(one: TurnView | undefined, other: TurnView): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What must be left of an idle time for one more step to begin in it. ms */
const MIN_IDLE_MS = 4;

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
    while (isMore && idle.timeRemaining() > MIN_IDLE_MS) {
      isMore = this.#step();
    }
    if (isMore) {
      this.start();
    }
  }
}
