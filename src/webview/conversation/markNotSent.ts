import type { TurnView } from '../../protocol/conversation.ts';
import { element } from '../dom.ts';
import { createActionButtons } from '../failures/turnNotice.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Dims a turn that isn't sent with later questions. Under a question, a note says so and offers actions. */
export function markNotSent(deps: ViewDeps, turnElement: HTMLElement, turn: TurnView): void {
  const actions = turn.kind === 'user' ? turn.notSent?.actions : undefined;
  const isNotSent = turn.kind === 'user' ? turn.notSent !== undefined : turn.isNotSent === true;
  turnElement.classList.toggle('not-sent', isNotSent);
  turnElement.ariaDescription = isNotSent ? t('Not sent with later questions') : null;
  const key = JSON.stringify(actions ?? []);
  const note = turnElement.querySelector<HTMLElement>('.not-sent-note');
  if (note?.dataset['actions'] === key) {
    // Replacing the note would lose the focus.
    return;
  }
  note?.remove();
  if (actions !== undefined) {
    const { buttons, status } = createActionButtons(deps, turn.id, actions);
    const noteElement = element(
      'div',
      'not-sent-note',
      t('Not sent with later questions'),
      element('div', 'not-sent-actions', ...buttons),
      status,
    );
    noteElement.dataset['actions'] = key;
    turnElement.querySelector('.question')?.append(noteElement);
  }
}
