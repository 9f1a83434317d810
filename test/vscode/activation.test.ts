import * as vscode from 'vscode';
import { equal, ok } from './assert.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('assistant.assistant-chat');
  ok(found, 'The extension is not installed');
  return found;
}

describe('extension activation', () => {
  it('does not happen at startup', () => {
    equal(extension().isActive, false);
  });

  it('succeeds on request', async () => {
    await extension().activate();
    equal(extension().isActive, true);
  });

  it('registers exactly the commands of the manifest', async () => {
    await extension().activate();
    const { contributes } = extension().packageJSON as Manifest;
    // VS Code itself registers commands with more segments, for the views.
    const registered = (await vscode.commands.getCommands(true)).filter((name) =>
      /^assistant\.\w+$/.test(name),
    );
    equal(registered.sort(), contributes.commands.map(({ command }) => command).sort());
  });
});
