import { readFileSync } from 'node:fs';

/** Whether a process runs. Zombies don't count. */
export function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch {
    return false;
  }
  return !isZombie(processId);
}

/** In a container whose init process doesn't reap orphans, they remain as zombies. */
function isZombie(processId: number): boolean {
  try {
    return /^.*\) Z /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    // There is no `/proc`, or the process has just ended.
    return false;
  }
}
