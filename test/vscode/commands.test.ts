import * as vscode from 'vscode';
import { equal, ok, until } from './assert.ts';
import { access, closeChatTabs, connect, removeKey, setBaseUrl } from './extensionAccess.ts';
import { StubDialogs } from './stubDialogs.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Those that switch something, which each suite expects to be off. */
const SWITCHES = ['assistant.toggleCurrentFile', 'assistant.useInstructionFiles'];

/** Runs a command to its end, and gives up every box that it opens meanwhile. */
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

describe('the commands', () => {
  let dialogs: StubDialogs;

  beforeEach(() => {
    dialogs = new StubDialogs();
    // A modal question is given up by no key, and a suite can't see it.
    dialogs.hear('showWarningMessage');
  });

  afterEach(async () => {
    dialogs.restore();
    // One of them shows the log, which would be the active editor for whatever comes next.
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await closeChatTabs();
    await until(
      () => vscode.window.activeTextEditor?.document.uri.scheme,
      (scheme) => scheme !== 'output',
    );
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('give nothing back to whoever calls them, least of all the key', async () => {
    const { secrets } = await connect();
    const extension = vscode.extensions.getExtension('assistant.assistant-chat');
    ok(extension, 'The extension is not there');
    const { contributes } = extension.packageJSON as Manifest;
    const commands = contributes.commands.map(({ command }) => command);
    ok(commands.includes('assistant.setApiKey'), 'The commands were not found');
    // The one that takes the key away comes last.
    const isRemoval = (command: string): number => Number(command === 'assistant.removeApiKey');
    for (const command of commands.sort((a, b) => isRemoval(a) - isRemoval(b))) {
      ok((await secrets.get('assistant.apiKey')) !== undefined, `No key before ${command}`);
      equal(await run(command), undefined, command);
      if (SWITCHES.includes(command)) {
        await run(command);
      }
    }
    equal((await (await access()).connections.current()).status, 'noKey');
  });
});
