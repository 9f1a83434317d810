import * as vscode from 'vscode';
import { showMessage } from '../actionResult.ts';
import type { Feature } from '../panel/feature.ts';
import { type FillInServices, fillIn } from '../prompts/fillIn.ts';
import type { EditorSource, TargetEditor } from '../targetEditor.ts';
import { joined, t } from '../uiText.ts';
import type { ProblemPlace } from './captureProblem.ts';
import { problemActions } from './problemActions.ts';

interface ProblemsServices extends FillInServices {
  targetEditor: Pick<TargetEditor, 'source'>;
}

/** Questions about problems that VS Code shows and tests that fail, each filled into the chat. */
export function problemsFeature(services: ProblemsServices) {
  const { composer, targetEditor } = services;
  const askAboutProblem = async (prompt: string, argument: unknown): Promise<void> => {
    const { owner } = composer;
    const place = isProblemPlace(argument)
      ? argument
      : placeOf(vscode.window.activeTextEditor ?? targetEditor.source);
    if (place === undefined) {
      return showMessage(t('No file is open in the active editor. Open a file and try again.'));
    }
    const { captureProblemsWithCode } = await import('./captureProblem.ts');
    const captured = await captureProblemsWithCode(place, prompt === 'fix');
    if (captured !== undefined) {
      await ('error' in captured ? showMessage(captured.error) : fillIn(services, prompt, owner, captured));
    }
  };
  const registration = vscode.languages.registerCodeActionsProvider('*', problemActions, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
  return {
    commands: {
      /** @param place of the quick fix; menus pass the file, in which the cursor counts */
      fixProblem: (place?: unknown) => askAboutProblem('fix', place),
      explainProblem: (place?: unknown) => askAboutProblem('problem', place),
      /** @param failure the test and one of its messages, as the menu of that message passes them */
      fixTestFailure: async (failure?: unknown) => {
        const { owner } = composer;
        const { captureTestFailure } = await import('./testFailure.ts');
        const captured = await captureTestFailure(failure);
        if (captured === undefined) {
          return showMessage(
            t('Nothing was done. Use this command in the menu of the message of a failed test.'),
          );
        }
        const { chips, errors } = captured;
        await fillIn(services, 'fix', owner, chips);
        showMessage(errors.length === 0 ? undefined : joined(errors, ' '));
      },
    },
    dispose: () => registration.dispose(),
  } satisfies Feature;
}

function isProblemPlace(value: unknown): value is ProblemPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uri' in value &&
    value.uri instanceof vscode.Uri &&
    'range' in value &&
    value.range instanceof vscode.Range
  );
}

function placeOf(editor: EditorSource | undefined): ProblemPlace | undefined {
  return editor && { uri: editor.document.uri, range: editor.selection };
}
