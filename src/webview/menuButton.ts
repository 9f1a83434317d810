import { button, iconButton } from './buttons.ts';
import { element } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface MenuItem {
  name: string;
  iconName: IconName;
  act(): void;
  /** For what is on or off: asked each time that the menu opens. */
  isChecked?: () => boolean;
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A button that opens a menu: the pattern of the ARIA Authoring Practices Guide. The browser itself closes it, on
 * Escape and on a click elsewhere, and gives the keyboard back to the button.
 */
export function menuButton(
  name: string,
  items: readonly MenuItem[],
): { button: HTMLButtonElement; menu: HTMLElement } {
  const opener = iconButton(name, icon('ellipsis'));
  const menu = element('div', 'menu');
  const buttons = items.map((item) => menuItem(item, menu));
  menu.append(...buttons);
  menu.popover = 'auto';
  menu.role = 'menu';
  menu.ariaLabel = name;
  opener.ariaHasPopup = 'menu';
  opener.ariaExpanded = 'false';
  opener.popoverTargetElement = menu;
  menu.addEventListener('beforetoggle', (event) => {
    const opens = event.newState === 'open';
    opener.ariaExpanded = String(opens);
    for (const [index, { isChecked }] of items.entries()) {
      const made = buttons[index];
      if (opens && made !== undefined && isChecked !== undefined) {
        made.ariaChecked = String(isChecked());
      }
    }
  });
  opener.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      menu.showPopover({ source: opener });
    }
  });
  menu.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    const index = buttons.findIndex((made) => made.matches(':focus'));
    if (step !== undefined) {
      event.preventDefault();
      buttons[step(index, buttons.length)]?.focus();
    } else if (event.key === 'Tab') {
      // The keyboard is at the button again, from which Tab goes on.
      menu.hidePopover();
    }
  });
  return { button: opener, menu };
}

function menuItem({ name, iconName, act, isChecked }: MenuItem, menu: HTMLElement): HTMLButtonElement {
  const made = button('menu-item', icon(iconName), element('span', '', name));
  made.role = isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
  made.tabIndex = -1;
  // The first one has the keyboard when the menu opens.
  made.autofocus = true;
  made.addEventListener('click', () => {
    menu.hidePopover();
    act();
  });
  return made;
}
