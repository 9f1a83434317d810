import type { TurnView } from '../protocol/views.ts';
import { button } from './buttons.ts';
import { element } from './dom.ts';
import type { ViewContext } from './viewContext.ts';

/**
 * Shows whether a turn is left out of what is sent: then it is dim, and its question says so and offers to take it in
 * again.
 */
export function markNotSent(
  { strings, host }: ViewContext,
  drawn: HTMLElement,
  { id, kind, isNotSent = false }: TurnView,
): void {
  if (drawn.classList.toggle('not-sent', isNotSent) === (drawn.ariaDescription !== null)) {
    return;
  }
  drawn.ariaDescription = isNotSent ? strings.notSent : null;
  if (!isNotSent) {
    drawn.querySelector('.not-sent-note')?.remove();
  } else if (kind === 'user') {
    const again = button('text-button quiet', strings.sendAgain);
    again.addEventListener('click', () => {
      void host.request({ type: 'turnAction', turnId: id, action: 'sendAgain' });
    });
    drawn.querySelector('.question')?.append(element('div', 'not-sent-note', strings.notSent, again));
  }
}
