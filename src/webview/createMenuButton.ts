import { button, iconButton, setDisabledReason } from './buttons.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import { listenForArrowKeys, listenForKeys, VERTICAL_ARROW_KEYS } from './keyboard.ts';

export interface MenuItem {
  /** A function is called each time the menu opens. */
  name: string | (() => string);
  /** Keybinding of the same command, as the user's platform writes it. */
  keybinding?: string;
  run(): void;
  /** State of a toggle. Called each time the menu opens. */
  isChecked?: () => boolean;
  /** Whether the item is in the menu. Called each time the menu opens. */
  isOffered?: () => boolean;
  /**
   * Returns the reason if the item is disabled. Called each time the menu opens. A click on a disabled item still calls
   * `run`, which must show the reason.
   */
  disabledReason?: () => string | undefined;
}

/**
 * Creates a button with a menu like VS Code's own, following the menu button pattern of the ARIA Authoring Practices
 * Guide. As the menu is a popover, the browser closes it on Escape and on a click elsewhere, restores the focus, and
 * exposes the expanded state.
 * @param groups items, with a separator between groups; each group offers at least one item
 */
export function createMenuButton(
  name: string,
  groups: readonly (readonly MenuItem[])[],
): { button: HTMLButtonElement; menu: HTMLElement } {
  const opener = iconButton(name, icon('ellipsis'));
  const menu = element('div', 'menu');
  const buttons = groups.map((items) => items.map((item) => createMenuItem(item, menu)));
  for (const [index, group] of buttons.entries()) {
    menu.append(...(index > 0 ? [separator()] : []), ...group);
  }
  menu.popover = 'auto';
  menu.role = 'menu';
  menu.ariaLabel = name;
  opener.ariaHasPopup = 'menu';
  opener.popoverTargetElement = menu;
  listenForKeys(opener, (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      menu.showPopover({ source: opener });
    }
  });
  const offered = () => buttons.flat().filter(({ hidden }) => !hidden);
  listenForArrowKeys(menu, offered, VERTICAL_ARROW_KEYS, true);
  listenForKeys(menu, (event) => {
    if (event.key === 'Tab') {
      // Closing the menu focuses the button, so Tab continues from there.
      menu.hidePopover();
    }
  });
  return { button: opener, menu };
}

function separator(): HTMLElement {
  const line = element('div', 'menu-separator');
  line.role = 'separator';
  return line;
}

function createMenuItem(
  { name, keybinding, run, isChecked, isOffered, disabledReason }: MenuItem,
  menu: HTMLElement,
): HTMLButtonElement {
  const label = element('span', '', typeof name === 'string' ? name : '');
  const item = button('menu-item', label);
  if (keybinding !== undefined) {
    const keys = element('span', 'menu-keys', keybinding);
    keys.ariaHidden = 'true';
    item.append(keys);
    item.ariaDescription = keybinding;
  }
  item.role = isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
  item.tabIndex = -1;
  // Focuses the first item when the menu opens.
  item.autofocus = true;
  menu.addEventListener('beforetoggle', () => {
    if (typeof name === 'function') {
      label.textContent = name();
    }
    item.hidden = isOffered?.() === false;
    item.ariaChecked = isChecked ? String(isChecked()) : null;
    setDisabledReason(item, disabledReason?.());
  });
  item.addEventListener('click', () => {
    menu.hidePopover();
    run();
  });
  return item;
}
