import type { NotSavingView } from '../../protocol/history.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Banner above the composer while conversations can't be saved. */
export class SavingBanner {
  readonly element: HTMLElement;
  readonly #message = statusLine('saving-message');
  readonly #actions: HTMLElement;

  constructor({ host }: ViewDeps) {
    const retry = button('text-button primary', t('Retry'));
    retry.addEventListener('click', () => host.post({ type: 'retrySaving' }));
    const exportButton = button('text-button secondary', t('Export…'));
    exportButton.addEventListener('click', () => host.post({ type: 'exportConversation' }));
    this.#actions = element('div', 'saving-actions', retry, exportButton);
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
