import type { TurnView } from '../../protocol/conversation.ts';
import { element } from '../dom.ts';
import { createActionButtons } from '../failures/turnNotice.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Shows whether a turn is not sent with later questions: it is dim, and a question says so and offers what can be done. */
export function markNotSent(deps: ViewDeps, turnElement: HTMLElement, turn: TurnView): void {
  const { notSent } = deps.strings;
  const actions = turn.kind === 'user' ? turn.notSent?.actions : undefined;
  const isNotSent = turn.kind === 'user' ? turn.notSent !== undefined : turn.isNotSent === true;
  turnElement.classList.toggle('not-sent', isNotSent);
  turnElement.ariaDescription = isNotSent ? notSent : null;
  const key = JSON.stringify(actions ?? []);
  const note = turnElement.querySelector<HTMLElement>('.not-sent-note');
  if (note?.dataset['actions'] === key) {
    // One that is made anew would take the keyboard away.
    return;
  }
  note?.remove();
  if (actions !== undefined) {
    const { buttons, status } = createActionButtons(deps, turn.id, actions);
    const made = element(
      'div',
      'not-sent-note',
      notSent,
      element('div', 'not-sent-actions', ...buttons),
      status,
    );
    made.dataset['actions'] = key;
    turnElement.querySelector('.question')?.append(made);
  }
}
