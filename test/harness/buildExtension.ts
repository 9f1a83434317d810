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
  /** Built into the bundles, so that nobody types an address or a key. Never in a packaged build. */
  readonly developmentConnection?: { readonly baseUrl: string; readonly apiKey: string };
  /**
   * Lets the suites in the extension host look inside. `windowMs` takes the place of the minute that requests are
   * counted over. Never in a packaged build.
   */
  readonly testAccess?: { readonly windowMs?: number };
}

/** Makes the extension's bundles in `dist/` with the repository's own build script. */
export async function buildExtension(options: BuildOptions = {}): Promise<void> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: BuildOptions): Promise<unknown>;
  };
  await script.build(options);
}

/** The files that a running extension is made of; those at the root by the beginning of their names. */
const PARTS = ['package.json', 'package.nls', 'dist', 'media', 'l10n'];

/** Builds the extension and copies it out of the repository, so that the next build does not change it. */
export async function stageExtension(options: BuildOptions): Promise<TemporaryFolder> {
  await buildExtension(options);
  const folder = await makeTemporaryFolder();
  for (const entry of await readdir(REPOSITORY)) {
    if (PARTS.some((part) => entry.startsWith(part))) {
      await cp(join(REPOSITORY, entry), join(folder.path, entry), { recursive: true });
    }
  }
  return folder;
}

/** Packages the extension as `npm run package` does, and copies the VSIX to `target`, where no build removes it. */
export async function packageExtension(target: string): Promise<void> {
  await longStep('Packaging the extension', () =>
    promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: REPOSITORY }),
  );
  await cp(join(REPOSITORY, 'dist/assistant-chat.vsix'), target);
}
