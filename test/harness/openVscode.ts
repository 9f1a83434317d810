import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { canInstallVscode } from './installVscode.ts';
import { startLeashed } from './leashed.ts';
import { testFolder } from './paths.ts';
import { longStep } from './progress.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';
import { NEWEST } from './versions.ts';
import { startVscode } from './vscodeServer.ts';

export interface OpenOptions {
  /** The folder of the built extension. */
  readonly extension: string;
  /** The folder to open. */
  readonly folder: string;
  readonly inBrowser: boolean;
}

export interface OpenedVscode {
  /** Fulfilled with an exit code when the person closes VS Code; in a browser, where none can tell, never. */
  readonly ended: Promise<number>;
  /** Ends every process of it and removes its profile. */
  stop(): Promise<void>;
}

/**
 * Opens VS Code with the extension and a throw-away profile: the one on the PATH, else one that is downloaded, else,
 * or when asked for, the one that runs in a browser, whose address is printed.
 */
export async function openVscode(options: OpenOptions): Promise<OpenedVscode> {
  const command = options.inBrowser ? undefined : await desktopCommand();
  return command === undefined ? openInBrowser(options) : openDesktop(command, options);
}

async function desktopCommand(): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    console.log('This machine has no display, so here is the VS Code that runs in a browser.');
    return undefined;
  }
  if (hasCodeCommand()) {
    return 'code';
  }
  try {
    return await longStep('Downloading VS Code, since there is no `code` command on the PATH', () =>
      downloadAndUnzipVSCode({ cachePath: testFolder(), reporter: new SilentReporter() }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.log(`VS Code could not be downloaded (${reason}), so here is the one that runs in a browser.`);
    return undefined;
  }
}

function hasCodeCommand(): boolean {
  // In a terminal of a remote VS Code, `code` talks to the window that is open and takes no profile.
  const isRemote = process.env['VSCODE_IPC_HOOK_CLI'] !== undefined;
  return !isRemote && spawnSync('code', ['--version'], { shell: process.platform === 'win32' }).status === 0;
}

async function openDesktop(command: string, { extension, folder }: OpenOptions): Promise<OpenedVscode> {
  // A short path: VS Code puts a socket there, whose path has a limit of about 100 characters on macOS.
  const profile = await makeTemporaryFolder('avs-');
  const data = join(profile.path, 'data');
  const vscode = startLeashed({
    command,
    args: [
      `--user-data-dir=${data}`,
      `--extensions-dir=${join(profile.path, 'extensions')}`,
      `--extensionDevelopmentPath=${extension}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      '--new-window',
      '--wait',
      folder,
    ],
    removeFolders: [profile.path],
    // The `code` command starts VS Code apart from itself; VS Code writes its process id there.
    processIdFile: join(data, 'code.lock'),
  });
  vscode.stdout.resume();
  vscode.stderr.resume();
  console.log('VS Code opens in a window of its own. Closing it ends everything too.');
  return { ended: vscode.ended, stop: () => vscode.stop() };
}

async function openInBrowser({ extension, folder }: OpenOptions): Promise<OpenedVscode> {
  if (!canInstallVscode()) {
    throw new Error(
      `The VS Code in a browser runs on Linux and macOS, not on ${process.platform} ${process.arch}.`,
    );
  }
  const vscode = await startVscode({ version: NEWEST });
  const address = vscode.url(folder, [['extensionDevelopmentPath', vscode.remoteUri(extension)]]);
  console.log(`\nOpen this address in a browser:\n  ${address}`);
  return { ended: new Promise(() => {}), stop: () => vscode.stop() };
}
