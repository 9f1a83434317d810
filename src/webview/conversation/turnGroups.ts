import { element } from '../dom.ts';

/** Number of turns per group: few enough to lay out in one frame when the group scrolls near. */
const TURNS_PER_GROUP = 8;
/** Number of newest groups that are always laid out. */
const EAGER_GROUPS = 2;

/**
 * The turns in order, in groups. Each element with `content-visibility` costs the browser time in every frame, even
 * if it is skipped. Setting it on a thousand turns would make typing slow; setting it on their groups doesn't. Compared
 * replies are laid out together, so they share a group.
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

  #append(turn: HTMLElement): void {
    const last = this.element.lastElementChild;
    if (last !== null && (last.childElementCount < TURNS_PER_GROUP || isSecondCompared(turn))) {
      last.append(turn);
      return;
    }
    this.element.append(element('div', 'turn-group', turn));
    this.element.children[this.element.childElementCount - 1 - EAGER_GROUPS]?.classList.add('older');
  }

  #insert(turn: HTMLElement, next: HTMLElement): void {
    const group = next.parentElement;
    const isFull = group !== null && group.childElementCount >= TURNS_PER_GROUP && !isSecondCompared(next);
    if (isFull && next === group.firstElementChild) {
      const groupCount = this.element.childElementCount;
      group.before(element('div', groupCount < EAGER_GROUPS ? 'turn-group' : 'turn-group older', turn));
    } else {
      next.before(turn);
    }
  }

  #isBefore(turn: HTMLElement, next: HTMLElement | undefined): boolean {
    const nextInGroup = turn.nextElementSibling;
    if (nextInGroup !== null || (next !== undefined && isSecondCompared(next))) {
      return nextInGroup === (next ?? null);
    }
    const group = turn.parentElement?.nextElementSibling ?? null;
    return (group?.firstElementChild ?? null) === (next ?? null);
  }
}

function isSecondCompared(turn: Element): boolean {
  return turn.classList.contains('compared-second');
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
