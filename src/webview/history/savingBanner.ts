import type { NotSavingView } from '../../protocol/history.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Says for as long as it is so that nothing is being saved, above the composer of any conversation. */
export class SavingBanner {
  readonly element: HTMLElement;
  readonly #message = statusLine('saving-message');
  readonly #actions: HTMLElement;

  constructor({ strings, host }: ViewDeps) {
    const retry = button('text-button primary', strings.retrySaving);
    retry.addEventListener('click', () => host.post({ type: 'retrySaving' }));
    const take = button('text-button secondary', strings.exportConversation);
    take.addEventListener('click', () => host.post({ type: 'exportConversation' }));
    this.#actions = element('div', 'saving-actions', retry, take);
    this.element = element('div', 'saving', icon('warning'), this.#message, this.#actions);
    this.show(undefined);
  }

  show(view: NotSavingView | undefined): void {
    this.element.classList.toggle('saved', view === undefined);
    this.#actions.hidden = view === undefined;
    const text = view?.message ?? '';
    if (this.#message.textContent !== text) {
      this.#message.textContent = text;
    }
  }
}
