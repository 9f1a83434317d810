import { visibleText } from '../core/visibleText.ts';
import { element, setStatus } from './dom.ts';
import type { RequestError } from './host.ts';
import { type IconName, icon, setIcon } from './icons.ts';

/** How long a button says that it worked. */
export const DONE_FEEDBACK_MS = 2000;

/** The name of a button for a screen reader, and its tooltip. */
export function setButtonName(made: HTMLButtonElement, name: string): void {
  made.ariaLabel = name;
  made.title = name;
}

/**
 * Not by the `disabled` property: the keyboard would lose its place, and nobody would read the reason.
 * @param reason why it can't be used now, which its tooltip says; without one it can
 */
export function setDisabledReason(made: HTMLButtonElement, reason: string | undefined): void {
  made.ariaDisabled = reason === undefined ? null : 'true';
  made.title = reason ?? made.ariaLabel ?? '';
}

function isDisabled({ ariaDisabled }: HTMLButtonElement): boolean {
  return ariaDisabled === 'true';
}

export function button(className: string, ...children: (Node | string)[]): HTMLButtonElement {
  const made = element('button', className, ...children);
  made.type = 'button';
  return made;
}

/** @param drawn what it shows, from `icon` */
export function iconButton(name: string, drawn: HTMLElement): HTMLButtonElement {
  const made = button('icon-button', drawn);
  setButtonName(made, name);
  return made;
}

interface ActionButtonOptions {
  name: string;
  /** Its name for two seconds after it worked. */
  doneName: string;
  iconName: IconName;
  run: () => Promise<RequestError>;
  /** Where the reason goes when it did not work. */
  status: HTMLElement;
}

/**
 * An icon button whose work the host does: a check mark says that it worked, the status line why it did not. One that is
 * disabled does nothing, and says there why.
 */
export function actionButton({
  name,
  doneName,
  iconName,
  run,
  status,
}: ActionButtonOptions): HTMLButtonElement {
  const drawn = icon(iconName);
  const made = iconButton(name, drawn);
  const show = (shownName: string, shownIcon: IconName): void => {
    const { title } = made;
    setButtonName(made, shownName);
    if (isDisabled(made)) {
      made.title = title;
    }
    setIcon(drawn, shownIcon);
  };
  let back: number | undefined;
  made.addEventListener('click', async () => {
    setStatus(status, isDisabled(made) ? made.title : '');
    if (isDisabled(made)) {
      return;
    }
    const problem = await run();
    clearTimeout(back);
    if (problem === undefined) {
      show(doneName, 'check');
      // The keyboard may be in the editor now, where nobody hears of the button's name.
      setStatus(status, doneName, false);
      back = window.setTimeout(() => {
        show(name, iconName);
        if (status.textContent === doneName) {
          setStatus(status, '');
        }
      }, DONE_FEEDBACK_MS);
    } else {
      show(name, iconName);
      setStatus(status, visibleText(problem));
    }
  });
  return made;
}
