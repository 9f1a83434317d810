import { visibleText } from '../core/visibleText.ts';
import { element, setStatus } from './dom.ts';
import type { RequestError } from './host.ts';
import { type IconName, icon, setIcon } from './icons.ts';

/** Time for which a button shows its success state, in ms. */
export const DONE_FEEDBACK_MS = 2000;

/** Sets the accessible name and the tooltip. */
export function setButtonName(target: HTMLButtonElement, name: string): void {
  target.ariaLabel = name;
  target.title = name;
}

/**
 * Disables a button with `aria-disabled`, so that it keeps the focus and its tooltip can be read: `disabled` would
 * prevent both.
 * @param reason why it is disabled, shown in its tooltip; `undefined` enables it
 */
export function setDisabledReason(target: HTMLButtonElement, reason: string | undefined): void {
  target.ariaDisabled = reason === undefined ? null : 'true';
  target.title = reason ?? target.ariaLabel ?? '';
}

function isDisabled({ ariaDisabled }: HTMLButtonElement): boolean {
  return ariaDisabled === 'true';
}

export function button(className: string, ...children: (Node | string)[]): HTMLButtonElement {
  const created = element('button', className, ...children);
  created.type = 'button';
  return created;
}

/** @param iconElement created by `icon` */
export function iconButton(name: string, iconElement: HTMLElement): HTMLButtonElement {
  const created = button('icon-button', iconElement);
  setButtonName(created, name);
  return created;
}

interface ActionButtonOptions {
  name: string;
  /** Name for `DONE_FEEDBACK_MS` after success. */
  doneName: string;
  iconName: IconName;
  run: () => Promise<RequestError>;
  /** Status line that shows why the action failed. */
  status: HTMLElement;
}

/**
 * An icon button for an action of the host. It shows a check mark on success. The status line says why the action
 * failed or why the button is disabled.
 */
export function actionButton({
  name,
  doneName,
  iconName,
  run,
  status,
}: ActionButtonOptions): HTMLButtonElement {
  const iconElement = icon(iconName);
  const actionElement = iconButton(name, iconElement);
  const show = (shownName: string, shownIcon: IconName): void => {
    const { title } = actionElement;
    setButtonName(actionElement, shownName);
    if (isDisabled(actionElement)) {
      actionElement.title = title;
    }
    setIcon(iconElement, shownIcon);
  };
  let resetTimer: number | undefined;
  actionElement.addEventListener('click', async () => {
    setStatus(status, isDisabled(actionElement) ? actionElement.title : '');
    if (isDisabled(actionElement)) {
      return;
    }
    const error = await run();
    clearTimeout(resetTimer);
    if (error === undefined) {
      show(doneName, 'check');
      // The focus may be in the editor now, so a screen reader doesn't read the button's new name.
      setStatus(status, doneName, false);
      resetTimer = window.setTimeout(() => {
        show(name, iconName);
        if (status.textContent === doneName) {
          setStatus(status, '');
        }
      }, DONE_FEEDBACK_MS);
    } else {
      show(name, iconName);
      setStatus(status, visibleText(error));
    }
  });
  return actionElement;
}
