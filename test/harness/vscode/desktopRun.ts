import { join } from 'node:path';
import { Writable } from 'node:stream';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { AUTHORITY_FILE } from '../../support/tlsServers.ts';
import type { Counts } from '../counts.ts';
import { testFolder } from '../paths.ts';
import { longStep } from '../progress.ts';
import { copySample } from '../sampleCopy.ts';
import { makeTemporaryFolder } from '../temporaryFolder.ts';
import { HostOutput } from './hostOutput.ts';
import type { ExtensionUnderTest } from './hostRun.ts';

/**
 * Runs the bundled suites in the desktop VS Code. Downloads it if necessary.
 *
 * @param version for `@vscode/test-electron`: `stable` or a full version such as `1.104.0`
 */
export async function runInDesktop(extension: ExtensionUnderTest, version: string): Promise<Counts> {
  const vscodeExecutablePath = await longStep(`Getting the desktop VS Code (${version})`, () =>
    downloadAndUnzipVSCode({ version, cachePath: testFolder() }),
  );
  const sample = await copySample();
  // A short path: VS Code creates a socket there, whose path is limited to about 100 characters on macOS.
  const profile = await makeTemporaryFolder('avs-');
  const output = new HostOutput();
  let partialLine = '';
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const lines = (partialLine + chunk.toString()).split('\n');
      partialLine = lines.pop() ?? '';
      output.accept(lines.join('\n'));
      done();
    },
  });
  try {
    const isSuccess = await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: extension.folder,
      extensionTestsPath: extension.suites,
      extensionTestsEnv: { NODE_EXTRA_CA_CERTS: AUTHORITY_FILE },
      launchArgs: [
        sample.folder,
        '--disable-extensions',
        '--disable-workspace-trust',
        `--user-data-dir=${join(profile.path, 'data')}`,
        `--extensions-dir=${join(profile.path, 'extensions')}`,
      ],
      stdout,
    }).then(
      (code) => code === 0,
      () => false,
    );
    output.accept(partialLine);
    if (output.counts === undefined) {
      console.log(output.others.join('\n'));
    }
    return output.result(isSuccess);
  } finally {
    await profile.remove();
    await sample.remove();
  }
}
