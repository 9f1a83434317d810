import { element } from '../dom.ts';

/** Number of turns per group: few enough to lay out in one frame when the group scrolls near. */
const TURNS_PER_GROUP = 8;
/** Number of newest groups that are always laid out. */
const EAGER_GROUPS = 2;

/** A turn with the question it belongs to, which may be the turn itself, and the next question. */
export interface Exchange {
  turn: HTMLElement;
  question: HTMLElement;
  next: HTMLElement | undefined;
}

/**
 * The turns in order, in groups. Each element with `content-visibility` costs the browser time in every frame, even
 * if it is skipped. Setting it on a thousand turns would make typing slow; setting it on their groups doesn't. Compared
 * replies are laid out together, so they share a group, with the earlier reply that may be between them.
 */
export class TurnGroups {
  readonly element = element('div', 'turns');

  /**
   * Inserts or moves a turn before `next`, or to the end.
   * @param next must already be in a group
   */
  insertBefore(turn: HTMLElement, next: HTMLElement | undefined): void {
    if (turn.parentNode !== null && this.#isBefore(turn, next)) {
      return;
    }
    const oldGroup = turn.parentElement;
    if (next === undefined) {
      this.#append(turn);
    } else {
      this.#insert(turn, next);
    }
    removeEmpty(oldGroup);
  }

  remove(turn: HTMLElement): void {
    const group = turn.parentElement;
    turn.remove();
    removeEmpty(group);
  }

  /** Makes the browser lay out a turn even if it is off screen. */
  forceLayout(turn: HTMLElement): void {
    turn.parentElement?.classList.remove('older');
  }

  /**
   * The first turn that ends below `top`.
   * @param top in px of the viewport
   */
  firstTurnBelow(top: number): HTMLElement | undefined {
    const group = firstEndingBelow(this.element, top);
    return group && firstEndingBelow(group, top);
  }

  /**
   * The exchange of the first turn that ends below `top`, unless its question is not rendered.
   * @param top in px of the viewport
   */
  exchangeAt(top: number): Exchange | undefined {
    const turn = this.firstTurnBelow(top);
    const question = firstQuestion(
      turn,
      ({ previousElementSibling, parentElement }) =>
        previousElementSibling ?? parentElement?.previousElementSibling?.lastElementChild,
    );
    const next = firstQuestion(turn && following(turn), following);
    return turn && question && { turn, question, next };
  }

  #append(turn: HTMLElement): void {
    const last = this.element.lastElementChild;
    if (last !== null && (last.childElementCount < TURNS_PER_GROUP || isWithPrevious(turn))) {
      last.append(turn);
      return;
    }
    this.element.append(element('div', 'turn-group', turn));
    this.element.children[this.element.childElementCount - 1 - EAGER_GROUPS]?.classList.add('older');
  }

  #insert(turn: HTMLElement, next: HTMLElement): void {
    const group = next.parentElement;
    const isFull = group !== null && group.childElementCount >= TURNS_PER_GROUP && !isWithPrevious(next);
    if (isFull && next === group.firstElementChild) {
      const groupCount = this.element.childElementCount;
      group.before(element('div', groupCount < EAGER_GROUPS ? 'turn-group' : 'turn-group older', turn));
    } else {
      next.before(turn);
    }
  }

  #isBefore(turn: HTMLElement, next: HTMLElement | undefined): boolean {
    const nextInGroup = turn.nextElementSibling;
    if (nextInGroup !== null || (next !== undefined && isWithPrevious(next))) {
      return nextInGroup === (next ?? null);
    }
    const group = turn.parentElement?.nextElementSibling ?? null;
    return (group?.firstElementChild ?? null) === (next ?? null);
  }
}

function following({ nextElementSibling, parentElement }: Element): Element | null | undefined {
  return nextElementSibling ?? parentElement?.nextElementSibling?.firstElementChild;
}

/** The first question among a turn and those that follow it in the direction of `step`. */
function firstQuestion(
  turn: Element | null | undefined,
  step: (turn: Element) => Element | null | undefined,
): HTMLElement | undefined {
  let at = turn;
  while (at && !at.classList.contains('turn-user')) {
    at = step(at);
  }
  return at instanceof HTMLElement ? at : undefined;
}

/** Whether a turn shares the group of the turn before it. */
function isWithPrevious(turn: Element): boolean {
  return turn.matches('.compared-second, .earlier');
}

function removeEmpty(group: Element | null): void {
  if (group?.childElementCount === 0) {
    group.remove();
  }
}

function firstEndingBelow({ children }: Element, top: number): HTMLElement | undefined {
  return [...children].find(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.getBoundingClientRect().bottom > top,
  );
}
