import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { REPOSITORY } from '../harness/paths.ts';

/**
 * Makes one file of a script of `test/support`: so it starts much sooner, where it is started often.
 *
 * @returns its path
 */
export async function bundleScript(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${basename(name, '.ts')}.mjs`);
  await build({
    entryPoints: [join(REPOSITORY, 'test/support', name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return outfile;
}
