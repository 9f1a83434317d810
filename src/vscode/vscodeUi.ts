import * as vscode from 'vscode';
import { omitUndefined } from '../base/omitUndefined.ts';
import { onOneLine } from '../core/onOneLine.ts';
import { visibleText } from '../core/visibleText.ts';

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

declare const uiText: unique symbol;

/** A text for VS Code's own user interface and the chat, in which all foreign text is visible and short. */
export type UiText = string & { readonly [uiText]: never };

/** Maximum length of a foreign text, in code points. The same as of a message of the service (`sanitizeDetail`). */
const MAX_FOREIGN_CHARS = 300;

/** Text without a character that `visibleText` would mark. Nearly all texts are, which saves compiling its patterns. */
const PLAIN_TEXT = /^[\x20-\x7E]*$/;

/** Text that VS Code draws as an icon (`ThemeIcon`). A backslash before it prevents that. */
const ICON = /\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi;

/**
 * A sentence of this extension in the user's language.
 * @param values replace `{0}`, `{1}` and so on. Strings are foreign text: see `foreign`. Of a list, each entry is.
 */
export function t(message: string, ...values: readonly (string | number | readonly string[])[]): UiText {
  const texts = values.map((value) =>
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? foreign(value)
        : value.map((entry) => foreign(entry)).join(', '),
  );
  return vscode.l10n.t(message, ...texts) as UiText;
}

/** Translations of this extension's texts, by text in English. Empty in English. */
export function translations(): Readonly<Record<string, string>> {
  return vscode.l10n.bundle ?? {};
}

/**
 * Text that is not from this extension: on one line, with marks for hidden characters, and cut in the middle if it is too
 * long. Doesn't change text that it has returned.
 * @param maxChars in code points. Infinity if the user decides by this text and must see all of it.
 */
export function foreign(text: string, maxChars = MAX_FOREIGN_CHARS): UiText {
  const visible = PLAIN_TEXT.test(text) ? text : onOneLine(visibleText(text));
  if (visible.length <= maxChars) {
    return visible as UiText;
  }
  const characters = [...visible];
  const half = Math.floor((maxChars - 1) / 2);
  return (
    characters.length <= maxChars
      ? visible
      : `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`
  ) as UiText;
}

/**
 * Joins sentences, lines, or the entries of a list.
 * @param limit maximum number of texts; an ellipsis stands for the others
 */
export function joined(
  texts: readonly UiText[],
  separator: ' ' | '\n' | '\n\n' | ', ' | ' · ',
  limit = texts.length,
): UiText {
  return [...texts.slice(0, limit), ...(texts.length > limit ? ['…'] : [])].join(separator) as UiText;
}

/** Breaks what VS Code would draw as a link. It can't be escaped. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

function withoutIcons(text: string): string {
  return text.replace(ICON, '\\$(');
}

/** For the texts of input boxes, where VS Code draws links and icons. */
function withoutMarkup(text: string): string {
  return withoutIcons(withoutLinks(text));
}

/** Shows a notification. Resolves to the button that was pressed. */
export async function notify(
  severity: 'Information' | 'Warning' | 'Error',
  message: UiText,
  ...buttons: readonly UiText[]
): Promise<UiText | undefined> {
  return vscode.window[`show${severity}Message`](withoutLinks(message), ...buttons);
}

interface MessageButton {
  label: UiText;
  run(): unknown;
}

/** Buttons by message, since a message is passed on as text: thrown, to the panel, or with another sentence. */
const buttons = new Map<UiText, MessageButton>();

/** Returns the message, which asks the user for something, and has notifications show a button that does it. */
export function withButton(message: UiText, label: UiText, run: () => unknown): UiText {
  buttons.set(message, { label, run });
  return message;
}

export function buttonOf(message: UiText): MessageButton | undefined {
  return buttons.get(message);
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

/** Asks in a modal dialog. It shows everything as it is, with line ends. Resolves to the button that was pressed. */
export async function askInDialog(
  message: UiText,
  detail: UiText,
  ...buttons: readonly UiText[]
): Promise<UiText | undefined> {
  return returningFocus(
    () => vscode.window.showWarningMessage(message, { modal: true, detail }, ...buttons),
    true,
  );
}

/** Opens an address in the browser or mail program. VS Code may ask in a dialog first. */
export async function openExternal(url: string): Promise<void> {
  await returningFocus(() => vscode.env.openExternal(vscode.Uri.parse(url, true)), true);
}

type FileDialogOptions<T> = Omit<T, 'title'> & { title?: UiText };

/** Like `vscode.window.showOpenDialog`. */
export async function showOpenDialog(
  options: FileDialogOptions<vscode.OpenDialogOptions>,
): Promise<vscode.Uri[] | undefined> {
  return returningFocus(() => vscode.window.showOpenDialog(options));
}

/** Like `vscode.window.showSaveDialog`. */
export async function showSaveDialog(
  options: FileDialogOptions<vscode.SaveDialogOptions>,
): Promise<vscode.Uri | undefined> {
  return returningFocus(() => vscode.window.showSaveDialog(options));
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
export type PickItem = vscode.QuickPickItem & { readonly [uiText]: never };

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
  return returningFocus(() => vscode.window.showQuickPick(items, options));
}

/** Like `vscode.window.createQuickPick`. Its title and placeholder show everything as it is. */
export function createQuickPick<T extends PickItem>(): WithUiText<
  vscode.QuickPick<T>,
  'title' | 'placeholder'
> {
  return returningFocusWhenHidden(vscode.window.createQuickPick<T>()) as WithUiText<
    vscode.QuickPick<T>,
    'title' | 'placeholder'
  >;
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
      ...options,
      ...(prompt !== undefined && { prompt: withoutMarkup(prompt) }),
      ...(validateInput && { validateInput: (value) => withoutMarkup(validateInput(value) ?? '') }),
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
  const box = Object.assign(returningFocusWhenHidden(vscode.window.createInputBox()), options, {
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
  Object.assign(item, { name, command });
  return {
    show: (icon, text, tooltip) => {
      item.text = `$(${icon}) ${withoutIcons(text)}`;
      item.tooltip = tooltip;
      // As VS Code makes it, but without the icon, whose id it reads out too, such as `loading~spin`.
      item.accessibilityInformation = { label: `${text}, ${tooltip}` };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
