import type { TurnView } from '../../protocol/conversation.ts';
import { element } from '../dom.ts';
import { placeChildren } from '../keyedList.ts';

/** Number of turns per group: few enough to lay out in one frame when the group scrolls near. */
const TURNS_PER_GROUP = 8;
/** Number of newest groups that are always laid out. */
const EAGER_GROUPS = 2;

/** A turn in a group. */
export interface GroupedTurn {
  turn: TurnView;
  /** Absent until the turn is arranged. */
  group?: HTMLElement;
  /** Absent until the turn is rendered. */
  element?: HTMLElement;
}

/** A turn with the question it belongs to, which may be the turn itself, and the next question. */
export interface Exchange {
  turn: HTMLElement;
  question: HTMLElement;
  next: HTMLElement | undefined;
}

/**
 * The turns in order, in groups. Each element with `content-visibility` costs the browser time in every frame, even
 * if it is skipped. Setting it on a thousand turns would make typing slow; setting it on their groups doesn't. Compared
 * replies are laid out together, so they share a group, with the earlier reply that may be between them. A group whose
 * turns are not rendered yet has an estimated height.
 */
export class TurnGroups {
  readonly element = element('div', 'turns');

  /** Shows the rendered ones of all turns, in this order. A turn stays in the group it has, if it can. */
  arrange(turns: readonly GroupedTurn[]): void {
    const groups = new Map<HTMLElement, HTMLElement[]>();
    let group: HTMLElement | undefined;
    let count = 0;
    for (const each of turns) {
      const isNew = each.group === undefined && count < TURNS_PER_GROUP;
      if (group === undefined || !(isNew || each.group === group || isWithPrevious(each.turn))) {
        group =
          each.group === undefined || groups.has(each.group) ? element('div', 'turn-group') : each.group;
        groups.set(group, []);
        count = 0;
      }
      each.group = group;
      count += 1;
      if (each.element !== undefined) {
        groups.get(group)?.push(each.element);
      }
    }
    const order = [...groups.keys()];
    showChildren(this.element, order);
    for (const [index, each] of order.entries()) {
      showChildren(each, groups.get(each) ?? []);
      each.classList.toggle('older', index < order.length - EAGER_GROUPS);
    }
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
}

/** Calls `run` once a turn is laid out: in the next frame or, if it is in an older group, when that comes near. */
export function whenLaidOut(turn: Element, run: () => void): void {
  // Once it is drawn, so that it is in its group.
  requestAnimationFrame(() => {
    const older = turn.closest('.older');
    if (older === null || turn.checkVisibility({ contentVisibilityAuto: true })) {
      run();
    } else {
      older.addEventListener('contentvisibilityautostatechange', run, { once: true });
    }
  });
}

/** Makes these the only children of an element. Those that stay keep the focus. */
function showChildren(parent: HTMLElement, children: readonly HTMLElement[]): void {
  for (const child of [...parent.children].filter((each) => !children.some((other) => other === each))) {
    child.remove();
  }
  placeChildren(parent, children, document.activeElement);
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
function isWithPrevious(turn: TurnView): boolean {
  return turn.kind === 'assistant' && (turn.compared === 'second' || turn.compared === 'earlier');
}

function firstEndingBelow({ children }: Element, top: number): HTMLElement | undefined {
  return [...children].find(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.getBoundingClientRect().bottom > top,
  );
}
