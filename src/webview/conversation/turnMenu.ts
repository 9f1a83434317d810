import { iconButton } from '../buttons.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';

/** The turn, and the state that decides which commands its menu has. */
interface TurnMenu {
  turnId: string;
  kind: 'question' | 'reply';
  isLast?: boolean;
  canContinue?: boolean;
  isCompared?: boolean;
}

/**
 * Sets `data-vscode-context`: `when` keys for VS Code's menu of the turn (`webview/context` in package.json), which
 * opens on right click, the menu key or the turn's menu button, and the argument of its commands.
 */
export function setTurnMenu(turn: HTMLElement, menu: TurnMenu | undefined): void {
  if (menu === undefined) {
    delete turn.dataset['vscodeContext'];
    return;
  }
  turn.dataset['vscodeContext'] = JSON.stringify({
    turnId: menu.turnId,
    assistantTurn: menu.kind,
    assistantIsLast: menu.isLast ?? false,
    assistantCanContinue: menu.canContinue ?? false,
    assistantIsCompared: menu.isCompared ?? false,
  });
}

/** Creates the button that opens the menu of the turn around it. */
export function createTurnMenuButton(): HTMLButtonElement {
  const menuButton = iconButton(t('More Actions…'), icon('ellipsis'));
  menuButton.classList.add('turn-menu');
  menuButton.ariaHasPopup = 'menu';
  // No Cut, Copy and Paste: there is no text under the pointer.
  menuButton.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
  menuButton.addEventListener('click', () => {
    const { left, bottom } = menuButton.getBoundingClientRect();
    menuButton.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
    );
  });
  return menuButton;
}
