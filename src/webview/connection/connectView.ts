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
export function createConnectView(deps: ViewDeps): HTMLElement {
  const { strings } = deps;
  return element(
    'div',
    'welcome',
    icon('plug'),
    element('h2', '', strings.connectTitle),
    element('p', '', strings.connectText),
    createConnectButton(deps),
    element('p', 'hint', strings.connectHint),
  );
}

/** Notice above the composer of an existing conversation. */
export function createConnectNotice(deps: ViewDeps): HTMLElement {
  return element(
    'div',
    'connect-notice',
    element('span', '', deps.strings.notConnected),
    createConnectButton(deps),
  );
}
