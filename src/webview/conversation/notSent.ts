import type { TurnView } from '../../protocol/conversation.ts';
import { element } from '../dom.ts';
import { actionButtons } from '../failures/problemNotice.ts';
import type { ViewContext } from '../viewContext.ts';

/** Shows whether a turn is not sent with later questions: it is dim, and a question says so and offers what can be done. */
export function markNotSent(context: ViewContext, drawn: HTMLElement, turn: TurnView): void {
  const { notSent } = context.strings;
  const actions = turn.kind === 'user' ? turn.notSent?.actions : undefined;
  const isNotSent = turn.kind === 'user' ? turn.notSent !== undefined : turn.isNotSent === true;
  drawn.classList.toggle('not-sent', isNotSent);
  drawn.ariaDescription = isNotSent ? notSent : null;
  const key = JSON.stringify(actions ?? []);
  const note = drawn.querySelector<HTMLElement>('.not-sent-note');
  if (note?.dataset['actions'] === key) {
    // One that is made anew would take the keyboard away.
    return;
  }
  note?.remove();
  if (actions !== undefined) {
    const { buttons, status } = actionButtons(context, turn.id, actions);
    const made = element(
      'div',
      'not-sent-note',
      notSent,
      element('div', 'not-sent-actions', ...buttons),
      status,
    );
    made.dataset['actions'] = key;
    drawn.querySelector('.question')?.append(made);
  }
}
