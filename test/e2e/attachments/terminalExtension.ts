import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const TERMINAL_TEXT = '3 tests failed';

const MANIFEST = {
  name: 'terminal-without-a-shell',
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.104.0' },
  main: './extension.js',
  contributes: { commands: [{ command: 'tests.openTerminal', title: 'Tests: Open Terminal' }] },
};

/** Opens a terminal without a shell. Shells need a native module that not every version of VS Code's server has here. */
const CODE = `
const vscode = require('vscode');
exports.activate = (context) => {
  const open = () => {
    const written = new vscode.EventEmitter();
    const pty = {
      onDidWrite: written.event,
      open: () => written.fire('${TERMINAL_TEXT}\\r\\n'),
      close: () => undefined,
    };
    vscode.window.createTerminal({ name: 'Build', pty }).show();
  };
  context.subscriptions.push(vscode.commands.registerCommand('tests.openTerminal', open));
};
`;

/** Installs an extension whose command `Tests: Open Terminal` opens a terminal that shows `TERMINAL_TEXT`. */
export async function installTerminalExtension(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'extensions', 'tests.terminal-without-a-shell-1.0.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'extension.js'), CODE);
}
