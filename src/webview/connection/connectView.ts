import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

function createConnectButton({ host }: ViewDeps): HTMLButtonElement {
  const connectButton = button('text-button primary', t('Connect…'));
  connectButton.addEventListener('click', () => host.post({ type: 'connect' }));
  return connectButton;
}

/** Welcome view for new users. The API key is entered in VS Code's input boxes, never in the panel. */
export class ConnectView {
  readonly element: HTMLElement;
  readonly #problem = element('p', 'problem');

  constructor(deps: ViewDeps) {
    this.#problem.hidden = true;
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

  /** @param problem why the base URL in the settings is not accepted */
  showProblem(problem = ''): void {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === '';
  }
}

/** Notice above the composer of an existing conversation. */
export class ConnectNotice {
  readonly element: HTMLElement;
  readonly #text = element('span', '');

  constructor(deps: ViewDeps) {
    this.element = element('div', 'connect-notice', this.#text, createConnectButton(deps));
    this.showProblem();
  }

  /** @param problem why the base URL in the settings is not accepted; default says only that there is no connection */
  showProblem(problem: string = t('Not connected to the service.')): void {
    this.#text.textContent = problem;
  }
}
