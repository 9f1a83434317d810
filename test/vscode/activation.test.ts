import * as vscode from 'vscode';
import { equal, ok } from './assert.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('assistant.assistant-chat');
  ok(found, 'The extension is not there');
  return found;
}

describe('activation', () => {
  it('does not happen at startup', () => {
    equal(extension().isActive, false);
  });

  it('succeeds when asked for', async () => {
    await extension().activate();
    equal(extension().isActive, true);
  });

  it('registers every command of the manifest', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.map(({ command }) => command).filter((id) => !registered.has(id));
    equal(missing, []);
  });
});
