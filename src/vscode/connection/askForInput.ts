import * as vscode from 'vscode';

interface InputQuestion {
  title: string;
  prompt: string;
  placeholder?: string;
  /** What stands in the box at first. */
  value?: string;
  /** Hides what is typed. */
  password?: boolean;
  step: number;
  totalSteps: number;
}

/** What became of a question: what was taken, a step back, or `undefined` when the user gave up. */
export type InputAnswer = { taken: string } | 'back' | undefined;

/** What to do with what was typed: take it, or say what is wrong and, perhaps, put something better in the box. */
export type InputVerdict = { accepted: true } | { accepted: false; message: string; value?: string };

/**
 * Asks in VS Code's own input box until what is typed is taken or the user gives up. While `check` runs the
 * box shows it, and what the check has to say meanwhile; what was typed stays, whatever comes of it, and looking elsewhere does not close the box. Every
 * step but the first has a way back.
 */
export function askForInput(
  question: InputQuestion,
  check: (value: string, signal: AbortSignal, say: (text?: string) => void) => Promise<InputVerdict>,
): Promise<InputAnswer> {
  const box = Object.assign(vscode.window.createInputBox(), { ignoreFocusOut: true, ...question });
  box.buttons = question.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  const hidden = new AbortController();
  let judged: string | undefined;
  return new Promise((resolve) => {
    const say = (message?: string): void => {
      box.validationMessage = message && { message, severity: vscode.InputBoxValidationSeverity.Info };
    };
    const accept = async (): Promise<void> => {
      const value = box.value.trim();
      box.busy = true;
      const verdict = await check(value, hidden.signal, say);
      box.busy = false;
      if (verdict.accepted) {
        resolve({ taken: value });
        box.hide();
        return;
      }
      judged = verdict.value ?? box.value;
      box.value = judged;
      box.validationMessage = verdict.message;
    };
    box.onDidAccept(() => {
      if (!box.busy) {
        accept().catch((error: unknown) => {
          box.busy = false;
          box.validationMessage = String(error);
        });
      }
    });
    box.onDidTriggerButton(() => {
      resolve('back');
      box.hide();
    });
    box.onDidChangeValue((value) => {
      // The verdict's own value comes back here too, and must not wipe out what was said of it.
      if (value !== judged) {
        box.validationMessage = undefined;
      }
    });
    box.onDidHide(() => {
      hidden.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
