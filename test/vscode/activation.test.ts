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

  it('registers the commands of the manifest, and no others', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as Manifest;
    // Those with more parts in their names are VS Code's own, for the views.
    const registered = (await vscode.commands.getCommands(true)).filter((name) =>
      /^assistant\.\w+$/.test(name),
    );
    equal(registered.sort(), contributes.commands.map(({ command }) => command).sort());
  });
});
