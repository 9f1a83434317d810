import { visibleText } from '../core/visibleText.ts';
import type { RequestResult } from '../protocol/toPanel.ts';
import { element, isTextField, setStatus } from './dom.ts';
import { textOf } from './host.ts';
import { type IconName, icon, setIcon } from './icons.ts';
import { listenForKeys } from './keyboard.ts';

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

/**
 * Runs an action once for each press: not for the second click of a double click, and not while it is running. A held key
 * is one press (`ignoreHeldKeys`).
 * @param run resolves when the action has ended; must not reject
 */
export function listenForPress(target: HTMLElement, run: () => unknown): void {
  let isRunning = false;
  target.addEventListener('click', async ({ detail: clicks }) => {
    if (!isRunning && clicks <= 1) {
      isRunning = true;
      await run();
      isRunning = false;
    }
  });
}

const PRESS_KEYS = new Set(['Enter', ' ', 'Delete', 'Backspace']);

/** Makes held keys press buttons, and delete rows and chips, once. In text fields, held keys repeat. */
export function ignoreHeldKeys(): void {
  listenForKeys(
    document,
    (event) => {
      if (event.repeat && PRESS_KEYS.has(event.key) && !isTextField(event.target)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

interface ActionButtonOptions {
  name: string;
  /** Name for `DONE_FEEDBACK_MS` after success. Read when the action starts, since the target of an action may move. */
  doneName: () => string;
  iconName: IconName;
  run: () => Promise<RequestResult | undefined>;
  /** Status line for the result. */
  status: HTMLElement;
}

/**
 * An icon button for an action of the host. It shows a check mark on success. The status line says why the action
 * failed, why the button is disabled, or what the host says about the success.
 */
export class ActionButton {
  readonly element: HTMLButtonElement;
  readonly #options: ActionButtonOptions;
  readonly #icon: HTMLElement;
  readonly #label = element('span', 'button-label');
  #name: string;
  #iconName: IconName;
  #disabledReason: string | undefined;
  #removeReason: (() => void) | undefined;
  /** Shown instead of the name for a while. */
  #doneName: string | undefined;
  #resetTimer: number | undefined;

  constructor(options: ActionButtonOptions) {
    this.#options = options;
    this.#name = options.name;
    this.#iconName = options.iconName;
    this.#icon = icon(options.iconName);
    this.element = iconButton(options.name, this.#icon);
    listenForPress(this.element, () => this.#onPress());
  }

  /** @param label text next to the icon where there is room: the name, or a shorter form of it */
  rename(name: string, label = '', iconName = this.#iconName): void {
    this.#name = name;
    this.#iconName = iconName;
    if (label !== this.#label.textContent) {
      this.#label.textContent = label;
    }
    if (label !== '' && !this.#label.isConnected) {
      this.element.append(this.#label);
    }
    this.#show();
  }

  /** @param reason `undefined` enables the button */
  setDisabledReason(reason: string | undefined): void {
    this.#disabledReason = reason;
    if (reason === undefined) {
      this.#removeReason?.();
    }
    this.#show();
  }

  #show(): void {
    setButtonName(this.element, this.#doneName ?? this.#name);
    setDisabledReason(this.element, this.#disabledReason);
    setIcon(this.#icon, this.#doneName === undefined ? this.#iconName : 'check');
  }

  async #onPress(): Promise<void> {
    const { status, run, doneName } = this.#options;
    this.#removeReason = setStatus(status, this.#disabledReason ?? '');
    if (this.#disabledReason !== undefined) {
      return;
    }
    const done = doneName();
    const result = await run();
    clearTimeout(this.#resetTimer);
    this.#doneName = result === undefined ? done : undefined;
    this.#show();
    if (result !== undefined) {
      setStatus(status, visibleText(textOf(result)));
      return;
    }
    // The focus may be in the editor now, so a screen reader doesn't read the button's new name.
    const removeDone = setStatus(status, done, false);
    this.#resetTimer = window.setTimeout(() => {
      this.#doneName = undefined;
      this.#show();
      removeDone();
    }, DONE_FEEDBACK_MS);
  }
}
