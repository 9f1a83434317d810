import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BuildResult } from 'esbuild';
import { type Bundle, bundlesOf } from './bundles.ts';

export interface Sizes {
  /** Size of the VSIX, in bytes. */
  readonly vsix: number;
  readonly bundles: readonly Bundle[];
}

/** Measures a package and the bundles of an identical production build. Rebuilds `dist/`. */
export async function measureSizes(vsix: string): Promise<Sizes> {
  const script = createRequire(import.meta.url)('../../esbuild.js') as {
    build(options: { production: boolean }): Promise<BuildResult<{ metafile: true }>[]>;
  };
  const results = await script.build({ production: true });
  return {
    vsix: (await stat(vsix)).size,
    bundles: bundlesOf(results.map(({ metafile }) => metafile)),
  };
}
