import { execFile } from 'node:child_process';
import { cp, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BuildResult } from 'esbuild';
import { REPOSITORY } from '../harness/paths.ts';
import { longStep } from '../harness/progress.ts';
import { type Bundle, bundlesOf } from './bundles.ts';

export interface Sizes {
  /** The package that people install, in bytes. */
  readonly vsix: number;
  readonly bundles: readonly Bundle[];
}

/** Packages the extension as `npm run package` does, and copies the package to `target`, where no build removes it. */
export async function packageExtension(target: string): Promise<void> {
  await longStep('Packaging the extension', () =>
    promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: REPOSITORY }),
  );
  await cp(join(REPOSITORY, 'dist/assistant-chat.vsix'), target);
}

/** Weighs a package, and the bundles of a production build like the one in it. Empties `dist/` and fills it anew. */
export async function weigh(vsix: string): Promise<Sizes> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: { production: boolean }): Promise<BuildResult<{ metafile: true }>[]>;
  };
  const results = await script.build({ production: true });
  return {
    vsix: (await stat(vsix)).size,
    bundles: bundlesOf(results.map(({ metafile }) => metafile)),
  };
}
