import * as vscode from 'vscode';
import { equal, ok, until } from './assert.ts';
import { access, closeChatTabs, connect, removeKey, setBaseUrl } from './extensionAccess.ts';
import { StubDialogs } from './stubDialogs.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Commands that toggle a state. Other suites expect it to be off. */
const TOGGLE_COMMANDS = ['assistant.toggleCurrentFile', 'assistant.useInstructionFiles'];

/** Runs a command and cancels every quick input that it opens. */
async function run(command: string): Promise<unknown> {
  let ended = false;
  const result = Promise.resolve(vscode.commands.executeCommand(command)).finally(() => {
    ended = true;
  });
  while (!ended) {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return result;
}

describe('commands', () => {
  let dialogs: StubDialogs;

  beforeEach(() => {
    dialogs = new StubDialogs();
    // No key closes a modal message, so it is stubbed.
    dialogs.hear('showWarningMessage');
  });

  afterEach(async () => {
    dialogs.restore();
    // Show Log focuses the output view, which would be the active editor of later suites.
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await closeChatTabs();
    await until(
      () => vscode.window.activeTextEditor?.document.uri.scheme,
      (scheme) => scheme !== 'output',
    );
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('return nothing to their callers, so that other extensions can’t get the API key', async () => {
    const { secrets } = await connect();
    const extension = vscode.extensions.getExtension('assistant.assistant-chat');
    ok(extension, 'The extension is not installed');
    const { contributes } = extension.packageJSON as Manifest;
    const commands = contributes.commands.map(({ command }) => command);
    ok(commands.includes('assistant.setApiKey'), 'The commands were not found');
    // The command that removes the key comes last.
    const isRemoval = (command: string): number => Number(command === 'assistant.removeApiKey');
    for (const command of commands.sort((a, b) => isRemoval(a) - isRemoval(b))) {
      ok((await secrets.get('assistant.apiKey')) !== undefined, `No key before ${command}`);
      equal(await run(command), undefined, command);
      if (TOGGLE_COMMANDS.includes(command)) {
        await run(command);
      }
    }
    equal((await (await access()).connections.current()).status, 'noKey');
  });
});
