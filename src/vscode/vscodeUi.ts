import * as vscode from 'vscode';
import { omitUndefined } from '../base/omitUndefined.ts';
import { isUiText, plainText, type UiText } from './uiText.ts';

/**
 * The door to VS Code's own user interface: notifications, dialogs, quick picks, input boxes, progress, and the status
 * bar. No other file calls it (`test/unit/vscode/vscodeUi.test.ts`).
 *
 * VS Code draws `[label](command:…)` there as a link, which can run any command, and `$(name)` as an icon. Names of files
 * and models, titles, and messages of the service or of Git can contain both. So foreign text is a value of `t`, never
 * part of a sentence, and loses that meaning here, wherever VS Code would draw it. Backticks and HTML have none there.
 *
 * What takes the focus gives it back here, so that no caller has to: VS Code gives it to the editor, also if it was in the
 * panel.
 */

/** Options of VS Code, whose texts are strings. */
type Plain<T> = { [Name in keyof T]: T[Name] extends UiText | undefined ? string : T[Name] };

function plainOptions<T extends object>(options: T): Plain<T> {
  const entries = Object.entries(options).map(([name, value]) => [
    name,
    isUiText(value) ? plainText(value) : value,
  ]);
  // The compiler doesn't follow the entries.
  return Object.fromEntries(entries) as Plain<T>;
}

/** Text that VS Code draws as an icon (`ThemeIcon`). A backslash before it prevents that. */
const ICON = /\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi;

/** Breaks what VS Code would draw as a link. It can't be escaped. */
function withoutLinks(text: UiText): string {
  return breakLinks(plainText(text));
}

function breakLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function withoutIcons(text: UiText): string {
  return plainText(text).replace(ICON, '\\$(');
}

/** For the texts of input boxes, where VS Code draws links and icons. */
function withoutMarkup(text: UiText): string {
  return breakLinks(withoutIcons(text));
}

/** A button of a notification. */
export interface MessageButton {
  readonly label: UiText;
  run(): unknown;
}

/** Shows a notification. Resolves when it is gone, or its button that was pressed has done what it does. */
export async function notify(
  severity: 'Information' | 'Warning' | 'Error',
  message: UiText,
  ...buttons: readonly MessageButton[]
): Promise<void> {
  const labels = buttons.map(({ label }) => plainText(label));
  const chosen = await vscode.window[`show${severity}Message`](withoutLinks(message), ...labels);
  await buttons.find((_, index) => labels[index] === chosen)?.run();
}

/** What gives the focus back after an input of VS Code: a box, a pick or a dialog. */
export interface FocusKeeper {
  /** Called before an input opens. It opens when the promise resolves. */
  onWillOpen(): Promise<void>;
  /**
   * Called after an input has closed.
   * @param isDialog whether VS Code gives the focus back to what had it, and not to the editor
   */
  onDidClose(isDialog: boolean): void;
}

let focusKeeper: FocusKeeper | undefined;

/** Sets what gives the focus back after each input that opens from now on. */
export function setFocusKeeper(keeper: FocusKeeper): void {
  focusKeeper = keeper;
}

/** Every input that takes the focus is shown by this function or by `returningFocusWhenHidden`. */
async function returningFocus<T>(show: () => Thenable<T>, isDialog = false): Promise<T> {
  await focusKeeper?.onWillOpen();
  try {
    return await show();
  } finally {
    focusKeeper?.onDidClose(isDialog);
  }
}

function returningFocusWhenHidden<T extends vscode.QuickInput>(input: T): T {
  const show = input.show.bind(input);
  const hide = input.hide.bind(input);
  let whenShown = Promise.resolve();
  let isOpen = false;
  input.onDidHide(() => {
    // Fires again if a listener disposes of an input that the user has closed.
    if (isOpen) {
      isOpen = false;
      focusKeeper?.onDidClose(false);
    }
  });
  return Object.assign(input, {
    show: () => {
      isOpen = true;
      whenShown = (focusKeeper?.onWillOpen() ?? whenShown).then(show);
    },
    // An input that was never shown doesn't report that it is hidden.
    hide: () => void whenShown.then(hide),
  });
}

/** A button of a dialog, and what the dialog then resolves to. */
export interface Choice<Value> {
  readonly label: UiText;
  readonly value: Value;
}

/** Asks in a modal dialog. It shows everything as it is, with line ends. Resolves to `undefined` if the user cancels. */
export async function askInDialog<Value>(
  message: UiText,
  detail: UiText,
  ...buttons: readonly Choice<Value>[]
): Promise<Value | undefined> {
  const labels = buttons.map(({ label }) => plainText(label));
  const options = { modal: true, detail: plainText(detail) };
  const chosen = await returningFocus(
    () => vscode.window.showWarningMessage(plainText(message), options, ...labels),
    true,
  );
  return buttons.find((_, index) => labels[index] === chosen)?.value;
}

/** Asks in a modal dialog whether to do what its button says. */
export async function confirmInDialog(message: UiText, detail: UiText, label: UiText): Promise<boolean> {
  return (await askInDialog(message, detail, { label, value: true })) === true;
}

/** Opens an address in the browser or mail program. VS Code may ask in a dialog first. */
export async function openExternal(url: string): Promise<void> {
  await returningFocus(() => vscode.env.openExternal(vscode.Uri.parse(url, true)), true);
}

type FileDialogOptions<T> = WithUiText<T, Extract<keyof T, 'title' | 'openLabel' | 'saveLabel'>>;

/** Like `vscode.window.showOpenDialog`. */
export async function showOpenDialog(
  options: FileDialogOptions<vscode.OpenDialogOptions>,
): Promise<vscode.Uri[] | undefined> {
  return returningFocus(() => vscode.window.showOpenDialog(plainOptions(options)));
}

/** Like `vscode.window.showSaveDialog`. */
export async function showSaveDialog(
  options: FileDialogOptions<vscode.SaveDialogOptions>,
): Promise<vscode.Uri | undefined> {
  return returningFocus(() => vscode.window.showSaveDialog(plainOptions(options)));
}

/** Runs a task while a notification shows its title, with Cancel, which aborts the signal. */
export async function runWithProgress<T>(
  title: UiText,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return vscode.window.withProgress(
    { title: withoutLinks(title), location: vscode.ProgressLocation.Notification, cancellable: true },
    async (_progress, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort());
      try {
        return await task(controller.signal);
      } finally {
        listener.dispose();
      }
    },
  );
}

/** Runs a task while the Source Control view shows that something is in progress. */
export async function runInSourceControl<T>(task: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.SourceControl }, task);
}

/** An entry of a quick pick. Only `pickItem` makes it. */
export type PickItem = vscode.QuickPickItem & { readonly [isPickItem]: never };

declare const isPickItem: unique symbol;

/**
 * Makes an entry of a quick pick.
 * @param icon of VS Code's product icons, in front of the label
 * @param more properties that the chosen entry shall have, or that VS Code defines for entries
 */
export function pickItem<T extends object>(
  {
    icon,
    label,
    description,
    detail,
  }: { icon?: string; label: UiText; description?: UiText; detail?: UiText },
  more: T,
): PickItem & T {
  return {
    ...more,
    label: icon === undefined ? withoutIcons(label) : `$(${icon}) ${withoutIcons(label)}`,
    ...omitUndefined({
      description: description && withoutIcons(description),
      detail: detail && withoutIcons(detail),
    }),
  } as PickItem & T;
}

type WithUiText<T, Names extends keyof T> = Omit<T, Names> & { [Name in Names]?: UiText };

type PickOptions = WithUiText<vscode.QuickPickOptions, 'title' | 'placeHolder'>;

/** Resolves to the chosen entry, or to all checked ones with `canPickMany`; to `undefined` if the user cancels. */
export function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions & { canPickMany: true },
): Thenable<T[] | undefined>;
export function showQuickPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions,
): Thenable<T | undefined>;
export function showQuickPick(
  items: readonly PickItem[],
  options: PickOptions,
): Thenable<PickItem | PickItem[] | undefined> {
  return returningFocus(() => vscode.window.showQuickPick(items, plainOptions(options)));
}

/** The texts of a quick pick. They show everything as it is. */
interface PickTexts {
  title?: UiText;
  placeholder?: UiText;
}

/** Like `vscode.window.createQuickPick`. `setTexts` takes the place of its title and placeholder. */
export function createQuickPick<T extends PickItem>(
  texts: PickTexts = {},
): {
  picker: Omit<vscode.QuickPick<T>, keyof PickTexts>;
  setTexts(texts: PickTexts): void;
} {
  const picker = returningFocusWhenHidden(vscode.window.createQuickPick<T>());
  const setTexts = (changed: PickTexts): void => void Object.assign(picker, plainOptions(changed));
  setTexts(texts);
  return { picker, setTexts };
}

/** Resolves to what the user entered, or to `undefined` if the user cancels. */
export async function showInputBox({
  prompt,
  validateInput,
  ...options
}: WithUiText<Omit<vscode.InputBoxOptions, 'validateInput'>, 'title' | 'placeHolder' | 'prompt'> & {
  validateInput?: (value: string) => UiText | undefined;
}): Promise<string | undefined> {
  return returningFocus(() =>
    vscode.window.showInputBox({
      ...plainOptions(options),
      ...(prompt !== undefined && { prompt: withoutMarkup(prompt) }),
      ...(validateInput && {
        validateInput: (value) => {
          const error = validateInput(value);
          return error && withoutMarkup(error);
        },
      }),
    }),
  );
}

type InputBoxTexts = 'title' | 'prompt' | 'placeholder' | 'validationMessage';

/** Creates an input box. `setMessage` takes the place of its `validationMessage`. */
export function createInputBox({
  prompt,
  ...options
}: { title: UiText; prompt: UiText; placeholder?: UiText } & Partial<
  Pick<vscode.InputBox, 'value' | 'password' | 'step' | 'totalSteps' | 'ignoreFocusOut'>
>): {
  box: Omit<vscode.InputBox, InputBoxTexts>;
  setMessage(message: UiText | undefined, severity?: vscode.InputBoxValidationSeverity): void;
} {
  const box = Object.assign(returningFocusWhenHidden(vscode.window.createInputBox()), plainOptions(options), {
    prompt: withoutMarkup(prompt),
  });
  return {
    box,
    setMessage: (message, severity = vscode.InputBoxValidationSeverity.Error) => {
      box.validationMessage = message && { message: withoutMarkup(message), severity };
    },
  };
}

/** Creates an item of the status bar. `show` sets its icon, its text, and its tooltip, which is shown as it is. */
export function createStatusBarItem(
  id: string,
  { name, command }: { name: UiText; command: string },
): vscode.Disposable & { show(icon: string, text: UiText, tooltip: UiText): void } {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, 100);
  Object.assign(item, { name: plainText(name), command });
  return {
    show: (icon, text, tooltip) => {
      item.text = `$(${icon}) ${withoutIcons(text)}`;
      item.tooltip = plainText(tooltip);
      // As VS Code makes it, but without the icon, whose id it reads out too, such as `loading~spin`.
      item.accessibilityInformation = { label: `${plainText(text)}, ${plainText(tooltip)}` };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
