import { element } from './dom.ts';
import type { Answer } from './host.ts';
import { type IconName, icon, setIcon } from './icons.ts';

const DONE_MS = 2000;

/** The name of a button for a screen reader, and its tooltip. */
export function nameButton(button: HTMLButtonElement, name: string): void {
  button.setAttribute('aria-label', name);
  button.title = name;
}

export function iconButton(name: string, iconName: IconName): HTMLButtonElement {
  const button = element('button', 'icon-button', icon(iconName));
  button.type = 'button';
  nameButton(button, name);
  return button;
}

export function textButton(text: string, className: string): HTMLButtonElement {
  const button = element('button', `text-button ${className}`, text);
  button.type = 'button';
  return button;
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
  const button = iconButton(name, iconName);
  const drawn = icon(iconName);
  button.replaceChildren(drawn);
  const show = (shownName: string, shownIcon: IconName): void => {
    nameButton(button, shownName);
    setIcon(drawn, shownIcon);
  };
  let back: number | undefined;
  button.addEventListener('click', async () => {
    status.textContent = '';
    const problem = await act();
    clearTimeout(back);
    if (problem === undefined) {
      show(doneName, 'check');
      back = window.setTimeout(() => show(name, iconName), DONE_MS);
    } else {
      show(name, iconName);
      status.textContent = problem;
    }
  });
  return button;
}
