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

/** Runs a command with its own mounts, which disappear with the process. Without root, in a user namespace. */
const WITH_OWN_MOUNTS = isRoot ? ['unshare', '-m'] : ['unshare', '-r', '-m'];

function works(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

const MOUNT_SKIP = works(
  WITH_OWN_MOUNTS[0] ?? '',
  ...WITH_OWN_MOUNTS.slice(1),
  'mount',
  '-t',
  'tmpfs',
  'tmpfs',
  '/mnt',
)
  ? false
  : 'mounting is not permitted';
const LIMIT_SKIP = works('prlimit', '--fsize') ? false : 'prlimit is not available';
/** For root, drops the capability to bypass file permissions. */
const WITHOUT_CAPABILITY = isRoot ? ['setpriv', '--bounding-set=-dac_override'] : ['env'];
const PERMISSION_SKIP = works(WITHOUT_CAPABILITY[0] ?? '', ...WITHOUT_CAPABILITY.slice(1), 'true')
  ? false
  : 'permissions do not apply to this user';

describe("the history on a disk that can't be written", () => {
  let parent: TemporaryFolder;
  let folder: string;

  beforeEach(async () => {
    parent = await makeTemporaryFolder();
    folder = join(parent.path, 'disk');
    await mkdir(folder);
  });

  afterEach(() => parent.remove());

  /** The process asserts that everything stays in memory, is reported as unsaved, and is saved automatically later. */
  async function run(how: string, ...around: readonly string[]): Promise<void> {
    const [command = '', ...args] = [...around, process.execPath, SCRIPT, how, folder];
    const { stderr } = await promisify(execFile)(command, args);
    assert.equal(stderr, '');
  }

  const mounted = (command: string): readonly string[] => [
    ...WITH_OWN_MOUNTS,
    'sh',
    '-c',
    `${command} && exec "$@"`,
    'sh',
  ];

  it(
    'loses nothing when the disk is full, and is saved automatically once there is space',
    { skip: MOUNT_SKIP },
    () => run('full', ...mounted(`mount -t tmpfs -o size=64k tmpfs '${folder}'`)),
  );

  it(
    'loses nothing when the disk is read-only, and is saved automatically once it is writable',
    { skip: MOUNT_SKIP },
    () => run('readOnly', ...mounted('true')),
  );

  it(
    'loses nothing when files must not grow, and is saved automatically once they may',
    { skip: LIMIT_SKIP },
    () => run('limited'),
  );

  it(
    'loses nothing when permissions are missing, and is saved automatically once they are granted',
    { skip: PERMISSION_SKIP },
    () => run('forbidden', ...WITHOUT_CAPABILITY),
  );
});
