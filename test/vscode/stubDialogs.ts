import * as vscode from 'vscode';
import { ok, until } from './assert.ts';

type Dialog = keyof typeof vscode.window &
  (
    | 'showSaveDialog'
    | 'showOpenDialog'
    | 'showQuickPick'
    | 'showInputBox'
    | 'showInformationMessage'
    | 'showErrorMessage'
    | 'showWarningMessage'
    | 'withProgress'
  );

/** Answers VS Code's dialogs in place of the user and records their messages. */
export class StubDialogs {
  readonly #originals = new Map<string, unknown>();
  /** Messages shown so far. */
  readonly said: string[] = [];

  /** @param answer called with the arguments of the dialog; returns what the user chooses */
  answer(dialog: Dialog, answer: (...asked: never[]) => unknown): void {
    this.#saveOriginal(dialog);
    Object.assign(vscode.window, { [dialog]: async (...asked: never[]) => answer(...asked) });
  }

  /** Records messages of this kind and presses the button with the label `press`, if it is offered. */
  hear(dialog: Dialog, press?: string): void {
    this.answer(dialog, (text: string, ...buttons: unknown[]) => {
      this.said.push(text);
      return buttons.find((label) => label === press);
    });
  }

  /** Returns a function that cancels the progress notification shown last. */
  cancelProgress(): () => void {
    let source = new vscode.CancellationTokenSource();
    this.answer(
      'withProgress',
      (_options: unknown, task: (progress: unknown, token: vscode.CancellationToken) => unknown) => {
        source = new vscode.CancellationTokenSource();
        return task({}, source.token);
      },
    );
    return () => source.cancel();
  }

  /** Returns the list of the quick picks that are created from now on. They open as ever. */
  quickPicks(): readonly vscode.QuickPick<vscode.QuickPickItem>[] {
    const created: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    const { createQuickPick } = vscode.window;
    this.#saveOriginal('createQuickPick');
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const picker = createQuickPick();
        created.push(picker);
        return picker;
      },
    });
    return created;
  }

  /** Restores VS Code's own dialogs. */
  restore(): void {
    Object.assign(vscode.window, Object.fromEntries(this.#originals));
    this.#originals.clear();
  }

  #saveOriginal(dialog: Dialog | 'createQuickPick'): void {
    if (!this.#originals.has(dialog)) {
      this.#originals.set(dialog, vscode.window[dialog]);
    }
  }
}

/** Asks about the selection, with the question in the input box. */
export async function askAboutSelection(question: string): Promise<void> {
  const dialogs = new StubDialogs();
  dialogs.answer('showInputBox', ({ value }: vscode.InputBoxOptions) => value);
  try {
    await vscode.commands.executeCommand('assistant.askAboutSelection', { question });
  } finally {
    dialogs.restore();
  }
}

/** Runs a command and presses a button of the dialog in which it asks for confirmation. */
export async function confirmCommand(command: string, button: string, argument?: object): Promise<void> {
  const dialogs = new StubDialogs();
  dialogs.hear('showWarningMessage', button);
  try {
    await vscode.commands.executeCommand(`assistant.${command}`, argument);
    if (dialogs.said.length !== 1) {
      throw new Error(`${command} asked ${dialogs.said.length} times`);
    }
  } finally {
    dialogs.restore();
  }
}

/**
 * Runs a command that opens an input box, and answers that. Resolves when the command has ended.
 * @param text `undefined` to press Escape
 * @param whileOpen done before it is answered
 * @returns the prompt of the box
 */
export async function runWithInput(
  command: string,
  text: string | undefined,
  whileOpen?: () => Thenable<unknown>,
): Promise<string | undefined> {
  const { createInputBox } = vscode.window;
  let box: vscode.InputBox | undefined;
  Object.assign(vscode.window, {
    createInputBox: () => {
      box = createInputBox();
      return box;
    },
  });
  const running = vscode.commands.executeCommand(`assistant.${command}`);
  let prompt: string | undefined;
  try {
    const created = await until(
      () => box,
      (one) => one !== undefined,
    );
    ok(created, 'There is no input box');
    ({ prompt } = created);
    await whileOpen?.();
    let isAnswered = false;
    const onAnswered = (): void => {
      isAnswered = true;
    };
    created.onDidAccept(onAnswered);
    void running.then(onAnswered);
    // Until the box is drawn, VS Code does nothing.
    while (!isAnswered) {
      created.value = text ?? '';
      await vscode.commands.executeCommand(
        text === undefined
          ? 'workbench.action.closeQuickOpen'
          : 'workbench.action.acceptSelectedQuickOpenItem',
      );
    }
  } finally {
    Object.assign(vscode.window, { createInputBox });
  }
  await running;
  return prompt;
}
