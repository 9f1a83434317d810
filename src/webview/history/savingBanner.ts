import type { PanelState } from '../../protocol/toPanel.ts';
import { button } from '../buttons.ts';
import { element, setChildren, statusLine } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';

/** Banner above the composer while conversations can't be saved. */
export class SavingBanner implements Room {
  readonly messages = {
    saving: (view) => this.showConversation(view),
  } satisfies Partial<MessageHandlers>;
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
    this.showConversation({});
  }

  showConversation({ notSaving }: Pick<PanelState, 'notSaving'>): void {
    this.element.classList.toggle('saved', notSaving === undefined);
    this.#actions.hidden = notSaving === undefined;
    setChildren(this.#message, notSaving?.message ?? '');
  }
}
