import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';

function createConnectButton({ strings, host }: ViewDeps): HTMLButtonElement {
  const connectButton = button('text-button primary', strings.connect);
  connectButton.addEventListener('click', () => host.post({ type: 'connect' }));
  return connectButton;
}

/** Welcome view for new users. The API key is entered in VS Code's input boxes, never in the panel. */
export class ConnectView {
  readonly element: HTMLElement;
  readonly #problem = element('p', 'problem');

  constructor(deps: ViewDeps) {
    const { strings } = deps;
    this.#problem.hidden = true;
    this.element = element(
      'div',
      'welcome',
      icon('plug'),
      element('h2', '', strings.connectTitle),
      element('p', '', strings.connectText),
      this.#problem,
      createConnectButton(deps),
      element('p', 'hint', strings.connectHint),
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
  readonly #strings: ViewDeps['strings'];

  constructor(deps: ViewDeps) {
    this.#strings = deps.strings;
    this.element = element('div', 'connect-notice', this.#text, createConnectButton(deps));
    this.showProblem();
  }

  /** @param problem why the base URL in the settings is not accepted; default says only that there is no connection */
  showProblem(problem: string = this.#strings.notConnected): void {
    this.#text.textContent = problem;
  }
}
