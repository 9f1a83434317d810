import type { PanelStrings } from '../../protocol/strings.ts';
import { iconButton } from '../buttons.ts';
import { icon } from '../icons.ts';

/** What decides about the commands in the menu of a turn, besides which turn it is. */
interface TurnMenu {
  turnId: string;
  kind: 'question' | 'reply';
  isLast?: boolean;
  canContinue?: boolean;
  isCompared?: boolean;
}

/**
 * Lets VS Code show the menu of a turn, `webview/context` in package.json, wherever in it a menu is asked for: by the
 * right button, by the menu key, by the turn's own button. VS Code reads the attribute, and hands it to the command.
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

/** The button that opens the menu of the turn around it. */
export function createTurnMenuButton({ turnMenu }: PanelStrings): HTMLButtonElement {
  const made = iconButton(turnMenu, icon('ellipsis'));
  made.classList.add('turn-menu');
  made.ariaHasPopup = 'menu';
  // Cut, Copy and Paste are about text under the pointer.
  made.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
  made.addEventListener('click', () => {
    const { left, bottom } = made.getBoundingClientRect();
    made.dispatchEvent(
      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom }),
    );
  });
  return made;
}
