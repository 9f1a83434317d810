import { element } from '../dom.ts';

/** So many turns share a group: few enough to be laid out at once when the reader comes near. */
const TURNS_PER_GROUP = 8;
/** The newest groups are always laid out. */
const EAGER_GROUPS = 2;

/**
 * The turns in their order, some to a group. What the browser does in each frame it does once for every part that
 * it may leave out, whether it leaves it out or not: with a thousand turns that would be felt with each key, with
 * their groups it is not. Two replies that are compared stand in the same group, since they are laid out together.
 */
export class TurnGroups {
  readonly element = element('div', 'turns');

  /**
   * Puts a turn before the one that follows it, or at the end.
   * @param next is there already
   */
  insertBefore(turn: HTMLElement, next: HTMLElement | undefined): void {
    if (turn.parentNode !== null && this.#isBefore(turn, next)) {
      return;
    }
    const left = turn.parentElement;
    if (next === undefined) {
      this.#append(turn);
    } else {
      this.#insert(turn, next);
    }
    removeEmpty(left);
  }

  remove(turn: HTMLElement): void {
    const group = turn.parentElement;
    turn.remove();
    removeEmpty(group);
  }

  /** Makes the browser lay out a turn, however far from the reader it is. */
  forceLayout(turn: HTMLElement): void {
    turn.parentElement?.classList.remove('older');
  }

  /**
   * The first turn that ends below this place.
   * @param top px of the window
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
      const newer = this.element.childElementCount;
      group.before(element('div', newer < EAGER_GROUPS ? 'turn-group' : 'turn-group older', turn));
    } else {
      next.before(turn);
    }
  }

  #isBefore(turn: HTMLElement, next: HTMLElement | undefined): boolean {
    const inGroup = turn.nextElementSibling;
    if (inGroup !== null || (next !== undefined && isSecondCompared(next))) {
      return inGroup === (next ?? null);
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
