import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Scheme of the file system. Its only folder at the top is `/sample`. */
export const VIRTUAL_SCHEME = 'tests-files';

const MANIFEST = {
  name: 'virtual-files',
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.104.0' },
  browser: './extension.js',
  activationEvents: [`onFileSystem:${VIRTUAL_SCHEME}`],
};

/** As VS Code's sample `fsprovider`, without what no test does. Nothing of it can be searched. */
const code = (files: Readonly<Record<string, string>>): string => `
const vscode = require('vscode');
const files = new Map(
  Object.entries(${JSON.stringify(files)}).map(([path, text]) => [path, new TextEncoder().encode(text)]),
);
const folders = new Set(['/', '/sample']);
const changed = new vscode.EventEmitter();
const missing = (uri) => vscode.FileSystemError.FileNotFound(uri);
exports.activate = (context) => {
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      const bytes = files.get(uri.path);
      if (bytes === undefined && !folders.has(uri.path)) throw missing(uri);
      const type = bytes === undefined ? vscode.FileType.Directory : vscode.FileType.File;
      return { type, ctime: 0, mtime: 0, size: bytes?.length ?? 0 };
    },
    readDirectory: (uri) =>
      [...files.keys()]
        .filter((path) => path.startsWith(uri.path + '/'))
        .map((path) => [path.slice(uri.path.length + 1), vscode.FileType.File]),
    readFile(uri) {
      const bytes = files.get(uri.path);
      if (bytes === undefined) throw missing(uri);
      return bytes;
    },
    writeFile(uri, bytes) {
      files.set(uri.path, bytes);
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    createDirectory: (uri) => void folders.add(uri.path),
    delete: (uri) => void files.delete(uri.path),
    rename(from, to) {
      files.set(to.path, files.get(from.path));
      files.delete(from.path);
    },
  };
  context.subscriptions.push(
    vscode.workspace.registerFileSystemProvider('${VIRTUAL_SCHEME}', provider, { isCaseSensitive: true }),
  );
};
`;

/**
 * Writes an extension for VS Code in a browser that has the files of a folder in memory, as an extension for a code
 * hosting service has those of a repository.
 *
 * @returns the extension's folder
 */
export async function writeVirtualFiles(parent: string, folder: string): Promise<string> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => [`/sample/${name}`, await readFile(join(folder, name), 'utf8')] as const),
  );
  const extension = join(parent, 'virtual-files');
  await mkdir(extension, { recursive: true });
  await writeFile(join(extension, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(extension, 'extension.js'), code(Object.fromEntries(files)));
  return extension;
}
