import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';

function createConnectButton({ strings, host }: ViewDeps): HTMLButtonElement {
  const made = button('text-button primary', strings.connect);
  made.addEventListener('click', () => host.post({ type: 'connect' }));
  return made;
}

/** The first thing a new user sees. The key itself is entered in VS Code's input boxes, never in here. */
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

/** The same in one line, above the composer of a conversation that is there already. */
export function createConnectNotice(deps: ViewDeps): HTMLElement {
  return element(
    'div',
    'connect-notice',
    element('span', '', deps.strings.notConnected),
    createConnectButton(deps),
  );
}
