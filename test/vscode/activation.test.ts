import * as vscode from 'vscode';
import { equal, ok } from './assert.ts';
import { access } from './extensionAccess.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function getExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('assistant.assistant-chat');
  ok(extension, 'The extension is not installed');
  return extension;
}

describe('extension activation', () => {
  it('does not happen at startup', () => {
    equal(getExtension().isActive, false);
  });

  it('succeeds on request', async () => {
    await getExtension().activate();
    equal(getExtension().isActive, true);
  });

  it('has exactly the commands of the manifest', async () => {
    const { commands } = await access();
    const { contributes } = getExtension().packageJSON as Manifest;
    const named = contributes.commands.map(({ command }) => command).sort();
    equal([...commands.keys()].sort(), named);
    // VS Code itself registers commands with more segments, for the views.
    const registered = (await vscode.commands.getCommands(true)).filter((name) =>
      /^assistant\.\w+$/.test(name),
    );
    equal(registered.sort(), named);
  });
});
