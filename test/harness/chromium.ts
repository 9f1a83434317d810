import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { installOnce } from './installOnce.ts';
import { REPOSITORY } from './paths.ts';

const run = promisify(execFile);

/** Paths of installed Chrome, Edge, and Chromium by platform, in order of preference. */
const INSTALLED_PATHS: Readonly<Record<string, readonly string[]>> = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/opt/google/chrome/chrome',
    '/usr/bin/microsoft-edge',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((root) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
      join(process.env[root] ?? 'C:\\', path),
    ),
  ),
};

const INSTALL_COMMANDS: Readonly<Record<string, string>> = {
  linux: 'sudo apt-get install chromium',
  darwin: 'brew install --cask chromium',
  win32: 'winget install Google.Chrome',
};

const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Resolve only this machine: a test that accesses the network fails instead of waiting.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * Launches a headless Chrome, Edge, or Chromium: from `CHROMIUM_PATH`, installed, or on Linux x64 from an npm
 * package.
 * @throws Error with an install command if there is none
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const found = await findChromium();
  return chromium.launch({
    executablePath: found.path,
    args: FLAGS,
    // Playwright hides scroll bars, which take up space in VS Code.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    env: { ...process.env, ...found.env },
    ...options,
  });
}

interface FoundChromium {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

async function findChromium(): Promise<FoundChromium> {
  const named = process.env['CHROMIUM_PATH'];
  const installed = named ?? INSTALLED_PATHS[process.platform]?.find((path) => existsSync(path));
  if (installed !== undefined) {
    return { path: installed, env: {} };
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromiumFromNpm();
  }
  const command = INSTALL_COMMANDS[process.platform] ?? 'the package manager of this system';
  throw new Error(
    `Chrome, Edge, or Chromium was not found. Install one with: ${command}\nOr set CHROMIUM_PATH.`,
  );
}

/**
 * Returns the Chromium of `@sparticuz/chromium`, with the package's shared libraries and fonts if this machine has
 * none.
 */
async function chromiumFromNpm(): Promise<FoundChromium> {
  const folder = await installOnce('chromium', 'Unpacking Chromium from npm (about 15 s)', unpackChromium);
  const path = join(folder, 'chromium');
  const libraries = (await lacksLibraries(path)) ? { LD_LIBRARY_PATH: join(folder, 'al2023/lib') } : {};
  const fonts = existsSync('/usr/share/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
  return { path, env: { ...libraries, ...fonts } };
}

/**
 * Unpacks Chromium in a separate process whose temporary folder is `staging`: the package unpacks into the system's
 * temporary folder and reuses any file of that name there, even an incomplete one.
 */
async function unpackChromium(staging: string): Promise<void> {
  const script = `
    import chromium, { inflate } from '@sparticuz/chromium';
    await chromium.executablePath();
    await inflate(process.argv[1]);
  `;
  const libraries = join(REPOSITORY, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br');
  await run(process.execPath, ['--input-type=module', '--eval', script, libraries], {
    cwd: REPOSITORY,
    env: { ...process.env, TMPDIR: staging },
  });
  await writeFile(join(staging, 'fonts/fonts.conf'), FONT_CONFIGURATION);
}

/** Refers to the package's fonts by a relative path, because the folder moves when it is complete. */
const FONT_CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function lacksLibraries(binary: string): Promise<boolean> {
  const { stdout } = await run('ldd', [binary]);
  return stdout.includes('not found');
}
