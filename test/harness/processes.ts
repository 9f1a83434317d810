import { readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended and that nobody has asked for its exit code does not count. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  return !isZombie(processId);
}

/** In a container whose first process does not care for orphans they stay as zombies. */
function isZombie(processId: number): boolean {
  try {
    return /^.*\) Z /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    // No such file system here, or it is gone by now.
    return false;
  }
}
