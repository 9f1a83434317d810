import { visibleText } from '../core/visibleText.ts';
import { element } from './dom.ts';
import type { Answer } from './host.ts';
import { type IconName, icon, setIcon } from './icons.ts';

/** How long a button says that it worked. */
export const DONE_MS = 2000;

/** The name of a button for a screen reader, and its tooltip. */
export function nameButton(made: HTMLButtonElement, name: string): void {
  made.ariaLabel = name;
  made.title = name;
}

export function button(className: string, ...children: (Node | string)[]): HTMLButtonElement {
  const made = element('button', className, ...children);
  made.type = 'button';
  return made;
}

/** @param drawn what it shows, from `icon` */
export function iconButton(name: string, drawn: HTMLElement): HTMLButtonElement {
  const made = button('icon-button', drawn);
  nameButton(made, name);
  return made;
}

interface ActionButton {
  name: string;
  /** Its name for two seconds after it worked. */
  doneName: string;
  iconName: IconName;
  act: () => Promise<Answer>;
  /** Where the reason goes when it did not work. */
  status: HTMLElement;
}

/** An icon button whose work the host does: a check mark says that it worked, the status line why it did not. */
export function actionButton({ name, doneName, iconName, act, status }: ActionButton): HTMLButtonElement {
  const drawn = icon(iconName);
  const made = iconButton(name, drawn);
  const show = (shownName: string, shownIcon: IconName): void => {
    nameButton(made, shownName);
    setIcon(drawn, shownIcon);
  };
  let back: number | undefined;
  made.addEventListener('click', async () => {
    status.textContent = '';
    const problem = await act();
    clearTimeout(back);
    if (problem === undefined) {
      show(doneName, 'check');
      back = window.setTimeout(() => show(name, iconName), DONE_MS);
    } else {
      show(name, iconName);
      status.textContent = visibleText(problem);
    }
  });
  return made;
}
