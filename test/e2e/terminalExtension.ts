import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const TERMINAL_TEXT = '3 tests failed';

/** Shell integration's marks around a command that has ended. */
const RUN = [
  '\\u001b]633;A\\u0007$ \\u001b]633;B\\u0007npm test\\r\\n',
  `\\u001b]633;C\\u0007${TERMINAL_TEXT}\\r\\n\\u001b]633;D;1\\u0007`,
].join('');

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
      open: () => written.fire('${RUN}'),
      handleInput: (text) => written.fire(text),
      close: () => undefined,
    };
    vscode.window.createTerminal({ name: 'Build', pty }).show();
  };
  context.subscriptions.push(vscode.commands.registerCommand('tests.openTerminal', open));
};
`;

/** Installs an extension whose command `Tests: Open Terminal` opens a terminal in which a command has shown `TERMINAL_TEXT`, and that shows what is typed. */
export async function installTerminalExtension(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'extensions', 'tests.terminal-without-a-shell-1.0.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'extension.js'), CODE);
}
