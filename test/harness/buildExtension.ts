import { execFile } from 'node:child_process';
import { cp, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from './paths.ts';
import { longStep } from './progress.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporaryFolder.ts';

interface BuildOptions {
  readonly production?: boolean;
  /** Built into the bundles, so that no URL or key must be entered. Never in a packaged build. */
  readonly developmentConnection?: { readonly baseUrl: string; readonly apiKey: string };
  /** Gives the suites in the extension host access to internals. Never in a packaged build. */
  readonly testAccess?: true;
}

async function buildExtension(options: BuildOptions & { readonly outdir: string }): Promise<void> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: BuildOptions & { readonly outdir: string }): Promise<unknown>;
  };
  await script.build(options);
}

/** Prefixes of the names of the extension's files and folders at the root, except for what is built. */
const EXTENSION_FILE_PREFIXES = ['package.json', 'package.nls', 'media'];

/** Builds the extension into a folder of its own, so that no other build changes it. */
export async function stageExtension(options: BuildOptions): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder();
  await buildExtension({ ...options, outdir: join(folder.path, 'dist') });
  for (const entry of await readdir(REPOSITORY)) {
    if (EXTENSION_FILE_PREFIXES.some((prefix) => entry.startsWith(prefix))) {
      await cp(join(REPOSITORY, entry), join(folder.path, entry), { recursive: true });
    }
  }
  return folder;
}

/** Packages the extension with `npm run package` and copies the VSIX to `target`, where no build removes it. */
export async function packageExtension(target: string): Promise<void> {
  await longStep('Packaging the extension', () =>
    promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: REPOSITORY }),
  );
  await cp(join(REPOSITORY, 'dist/assistant-chat.vsix'), target);
}
