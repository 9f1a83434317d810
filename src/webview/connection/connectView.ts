import { button } from '../buttons.ts';
import { element } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';

function connectButton({ strings, host }: ViewContext): HTMLButtonElement {
  const made = button('text-button primary', strings.connect);
  made.addEventListener('click', () => host.post({ type: 'connect' }));
  return made;
}

/** The first thing a new user sees. The key itself is entered in VS Code's input boxes, never in here. */
export function connectView(context: ViewContext): HTMLElement {
  const { strings } = context;
  return element(
    'div',
    'welcome',
    icon('plug'),
    element('h2', '', strings.connectTitle),
    element('p', '', strings.connectText),
    connectButton(context),
    element('p', 'hint', strings.connectHint),
  );
}

/** The same in one line, above the composer of a conversation that is there already. */
export function connectNotice(context: ViewContext): HTMLElement {
  return element('div', 'notice', element('span', '', context.strings.notConnected), connectButton(context));
}
