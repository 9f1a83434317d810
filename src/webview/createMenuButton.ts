import { button, iconButton, setDisabledReason } from './buttons.ts';
import { element } from './dom.ts';
import { icon } from './icons.ts';
import { listenForArrowKeys, VERTICAL_ARROW_KEYS } from './keyboard.ts';

export interface MenuItem {
  name: string;
  /** The keys that do the same, as they are written on the reader's keyboard. */
  keybinding?: string;
  run(): void;
  /** For what is on or off: asked each time that the menu opens. */
  isChecked?: () => boolean;
  /** Why it can't be used now, where it can't: asked each time that the menu opens. Choosing it is to say so. */
  disabledReason?: () => string | undefined;
}

/**
 * A button that opens a menu, which looks as those of VS Code do: the pattern of the ARIA Authoring Practices Guide.
 * The browser itself closes it, on Escape and on a click elsewhere, gives the keyboard back to the button, and tells a
 * screen reader whether it is open.
 * @param groups of items, with a line between each and the next
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
  opener.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      menu.showPopover({ source: opener });
    }
  });
  listenForArrowKeys(menu, () => buttons.flat(), VERTICAL_ARROW_KEYS, true);
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Tab') {
      // The keyboard is at the button again, from which Tab goes on.
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
  { name, keybinding, run, isChecked, disabledReason }: MenuItem,
  menu: HTMLElement,
): HTMLButtonElement {
  const made = button('menu-item', element('span', '', name));
  if (keybinding !== undefined) {
    const shown = element('span', 'menu-keys', keybinding);
    shown.ariaHidden = 'true';
    made.append(shown);
    made.ariaDescription = keybinding;
  }
  made.role = isChecked === undefined ? 'menuitem' : 'menuitemcheckbox';
  made.tabIndex = -1;
  // The first one has the keyboard when the menu opens.
  made.autofocus = true;
  menu.addEventListener('beforetoggle', () => {
    made.ariaChecked = isChecked ? String(isChecked()) : null;
    setDisabledReason(made, disabledReason?.());
  });
  made.addEventListener('click', () => {
    menu.hidePopover();
    run();
  });
  return made;
}
