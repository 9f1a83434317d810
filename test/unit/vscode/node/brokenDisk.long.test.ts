import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '../../../harness/paths.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../harness/temporaryFolder.ts';

const SCRIPT = join(REPOSITORY, 'test/support/brokenDiskProcess.ts');
const isRoot = process.getuid?.() === 0;

/** Mounts of its own, which are gone with the process; without the rights of root, in a world where it has them. */
const OWN_MOUNTS = isRoot ? ['unshare', '-m'] : ['unshare', '-r', '-m'];

function works(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

const NO_MOUNTS = works(OWN_MOUNTS[0] ?? '', ...OWN_MOUNTS.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt')
  ? false
  : 'nothing can be mounted here';
const NO_LIMITS = works('prlimit', '--fsize') ? false : 'there is no prlimit here';
/** Of root it takes the right to pass over what is forbidden. */
const WITHOUT_RIGHTS = isRoot ? ['setpriv', '--bounding-set=-dac_override'] : ['env'];
const NOT_FORBIDDEN = works(WITHOUT_RIGHTS[0] ?? '', ...WITHOUT_RIGHTS.slice(1), 'true')
  ? false
  : 'nothing is forbidden to this user';

describe('a disk that takes no more', () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    folder = join(parent.path, 'disk');
    await mkdir(folder);
  });

  afterEach(() => parent.remove());

  /** What the process asserts itself: all stays in memory, is said to be unsaved, and is saved by itself later. */
  async function run(how: string, ...around: readonly string[]): Promise<void> {
    const [command = '', ...args] = [...around, process.execPath, SCRIPT, how, folder];
    const { stderr } = await promisify(execFile)(command, args);
    assert.equal(stderr, '');
  }

  const mounted = (command: string): readonly string[] => [
    ...OWN_MOUNTS,
    'sh',
    '-c',
    `${command} && exec "$@"`,
    'sh',
  ];

  it('loses nothing when it is full, and saves by itself when there is room', { skip: NO_MOUNTS }, () =>
    run('full', ...mounted(`mount -t tmpfs -o size=64k tmpfs '${folder}'`)),
  );

  it('loses nothing when it is read-only, and saves by itself when it is not', { skip: NO_MOUNTS }, () =>
    run('readOnly', ...mounted('true')),
  );

  it('loses nothing where files may not grow, and saves by itself when they may', { skip: NO_LIMITS }, () =>
    run('limited'),
  );

  it(
    'loses nothing where nothing may be written, and saves by itself when it may',
    { skip: NOT_FORBIDDEN },
    () => run('forbidden', ...WITHOUT_RIGHTS),
  );
});
