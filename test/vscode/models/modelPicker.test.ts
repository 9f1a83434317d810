import * as vscode from 'vscode';
import { pickModel } from '../../../src/vscode/models/modelPicker.ts';
import { equal, until } from '../assert.ts';

const MODELS = ['opus', 'sonnet', 'haiku'].map((id) => ({ id }));

/** Types and presses Enter before the list arrives. @returns the model that is picked then */
async function pickEarly(typed: string): Promise<string | undefined> {
  const { createQuickPick } = vscode.window;
  const loaded = Promise.withResolvers<typeof MODELS>();
  let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  Object.assign(vscode.window, {
    createQuickPick: () => {
      picker = createQuickPick();
      return picker;
    },
  });
  try {
    const picked = pickModel({ list: () => loaded.promise }, 'sonnet');
    let isAccepted = false;
    picker?.onDidAccept(() => {
      isAccepted = true;
    });
    if (picker !== undefined) {
      picker.value = typed;
    }
    await until(
      async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return isAccepted;
      },
      (accepted) => accepted,
    );
    loaded.resolve(MODELS);
    return await picked;
  } finally {
    Object.assign(vscode.window, { createQuickPick });
  }
}

describe('Enter before the list of models arrives', () => {
  it('selects the model that was typed', async () => {
    equal(await pickEarly('hai'), 'haiku');
  });

  it('selects the model in use if nothing was typed', async () => {
    equal(await pickEarly(''), 'sonnet');
  });
});
