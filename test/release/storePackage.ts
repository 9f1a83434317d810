import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { REPOSITORY } from '../harness/paths.ts';
import { makeTemporaryFolder } from '../harness/temporaryFolder.ts';
import { type Publication, storeManifest } from './storeManifest.ts';
import { readZip } from './zip.ts';

const run = promisify(execFile);

/** A VSIX for a store, as it is checked. */
export interface StorePackage extends Publication {
  readonly version: string;
  /** Id of the extension in the repository, which leads to nothing where the publisher is another one. */
  readonly sourceId: string;
  readonly vsix: Buffer;
  /** Its files, by their paths. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Paths of the files in the repository, to which links may lead. */
  readonly repositoryFiles: ReadonlySet<string>;
  /** Names of the files that were built into `dist`. */
  readonly built: readonly string[];
  /** Name and version of each package and font of which something was built in. */
  readonly bundled: readonly string[];
  /** Folders of this machine whose names must not get into the package. */
  readonly machineFolders: readonly string[];
}

const BUILD = `require('./esbuild.js').build({ production: true }).then((results) => console.log(JSON.stringify(
  results.map(({ metafile }) => [Object.keys(metafile.inputs), Object.keys(metafile.outputs)]))));`;

const Built = z.array(z.tuple([z.array(z.string()), z.array(z.string())]));
const Named = z.object({ name: z.string(), version: z.string() });

/**
 * Makes the VSIX from a copy of what git tracks, as it is in the working tree, which is left alone. No option of vsce relaxes
 * one of its checks.
 */
export async function makeStorePackage(publication: Publication): Promise<StorePackage> {
  const repositoryFiles = await trackedFiles();
  const folder = await makeTemporaryFolder();
  try {
    for (const file of repositoryFiles) {
      if (!file.startsWith('test/')) {
        await cp(join(REPOSITORY, file), join(folder.path, file));
      }
    }
    await symlink(join(REPOSITORY, 'node_modules'), join(folder.path, 'node_modules'), 'junction');
    const manifest = JSON.parse(await readFile(join(folder.path, 'package.json'), 'utf8'));
    await writeFile(
      join(folder.path, 'package.json'),
      `${JSON.stringify(storeManifest(manifest, publication), undefined, 2)}\n`,
    );
    const sourceId = `${manifest.publisher}.${manifest.name}`;
    for (const file of repositoryFiles.filter((name) => /^package(?:\.nls[\w.-]*)?\.json$/.test(name))) {
      const path = join(folder.path, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replaceAll(sourceId, `${publication.publisher}.${manifest.name}`));
    }
    const { stdout } = await run(process.execPath, ['-e', BUILD], { cwd: folder.path, maxBuffer: 2 ** 24 });
    const results = Built.parse(JSON.parse(stdout));
    const inputs = results.flatMap(([inputs]) => inputs).map((path) => resolve(folder.path, path));
    const target = join(folder.path, 'store.vsix');
    await runVsce(folder.path, target, `v${manifest.version}`);
    const vsix = await readFile(target);
    return {
      ...publication,
      version: manifest.version,
      sourceId,
      vsix,
      files: readZip(vsix),
      repositoryFiles: new Set(repositoryFiles),
      built: [...results.flatMap(([, outputs]) => outputs), 'dist/notices.txt'],
      bundled: await bundledNames(inputs),
      machineFolders: [folder.path, REPOSITORY],
    };
  } finally {
    await folder.remove();
  }
}

async function trackedFiles(): Promise<string[]> {
  const list = async (...options: string[]): Promise<string[]> => {
    const { stdout } = await run('git', ['ls-files', '-z', ...options], {
      cwd: REPOSITORY,
      maxBuffer: 2 ** 24,
    });
    return stdout.split('\0').filter((file) => file !== '');
  };
  const deleted = new Set(await list('--deleted'));
  return (await list()).filter((file) => !deleted.has(file));
}

/** Links of the README lead to what is tagged as this version, so that they stay true when the next one is written. */
async function runVsce(folder: string, target: string, tag: string): Promise<void> {
  const vsce = join(REPOSITORY, 'node_modules/@vscode/vsce/vsce');
  // Nothing is installed in the copy, and everything is bundled.
  const options = ['--no-dependencies', '--githubBranch', tag, '--gitlabBranch', tag, '--out', target];
  const running = run(process.execPath, [vsce, 'package', ...options], { cwd: folder });
  // What vsce would ask is a failure here.
  running.child.stdin?.end();
  const { stderr } = await running;
  if (stderr.trim() !== '') {
    throw new Error(stderr.trim());
  }
}

/** The innermost package of each bundled file that isn't our own. Fonts in `media` are packages too. */
async function bundledNames(inputs: readonly string[]): Promise<string[]> {
  const folders = inputs.flatMap((path) => {
    const found =
      /^(?:.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+|.*[\\/]media[\\/][^\\/]+(?=[\\/]))/.exec(path);
    return found === null ? [] : [found[0]];
  });
  const names = [...new Set(folders)].map(async (folder) => {
    const { name, version } = Named.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
    return `${name} ${version}`;
  });
  return (await Promise.all(names)).sort();
}
