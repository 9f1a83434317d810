import type { ConnectionView } from '../../protocol/panel.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { button, listenForPress } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';

function createConnectButton({ host }: ViewDeps): HTMLButtonElement {
  const connectButton = button('text-button primary', t('Connect…'));
  listenForPress(connectButton, () => host.post({ type: 'connect' }));
  return connectButton;
}

/**
 * The connection to the service: a welcome view for new users, and a notice above the composer of a conversation. The
 * API key is entered in VS Code's input boxes, never in the panel.
 */
export class ConnectView implements Room {
  readonly messages = {
    connection: (view) => this.#show(view),
  } satisfies Partial<MessageHandlers>;
  readonly element: HTMLElement;
  readonly notice: HTMLElement;
  readonly #problem = element('p', 'problem');
  readonly #noticeText = element('span', '');
  #connection: ConnectionView['connection'] | undefined;

  constructor(deps: ViewDeps) {
    this.notice = element('div', 'connect-notice', this.#noticeText, createConnectButton(deps));
    this.element = element(
      'div',
      'welcome',
      icon('plug'),
      element('h2', '', t('Connect to the service')),
      element(
        'p',
        '',
        t(
          'VS Code asks for the base URL of the service and your API key. The key is stored in VS Code’s secret storage and never reaches the chat.',
        ),
      ),
      this.#problem,
      createConnectButton(deps),
      element(
        'p',
        'hint',
        t('No API key yet? Activate the trial, then get the key from your account’s dashboard.'),
      ),
    );
  }

  /** Absent until the host has said it. */
  get connection(): ConnectionView['connection'] | undefined {
    return this.#connection;
  }

  showConversation(state: PanelState): void {
    this.#show(state);
  }

  #show({ connection, connectionProblem }: ConnectionView): void {
    this.#connection = connection;
    this.#problem.textContent = connectionProblem ?? '';
    this.#problem.hidden = connectionProblem === undefined;
    this.#noticeText.textContent = connectionProblem ?? t('Not connected to the service.');
  }
}
