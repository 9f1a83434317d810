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

/** Builds the bundles in `dist/` with the repository's build script. */
export async function buildExtension(options: BuildOptions = {}): Promise<void> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: BuildOptions): Promise<unknown>;
  };
  await script.build(options);
}

/** Prefixes of the names of the extension's files and folders at the root. */
const EXTENSION_FILE_PREFIXES = ['package.json', 'package.nls', 'dist', 'media', 'l10n'];

/** Builds the extension and copies it out of the repository, so that the next build doesn't change it. */
export async function stageExtension(options: BuildOptions): Promise<TemporaryFolder> {
  await buildExtension(options);
  const folder = await makeTemporaryFolder();
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
