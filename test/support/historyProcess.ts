/**
 * A process that writes a scripted conversation to a folder and is killed before a file system call or, if the call
 * is a write, in the middle of it. Prints the number of acknowledged records, one line per step.
 * `node test/support/historyProcess.ts <folder> <number of the call>`
 */
import { writeSync } from 'node:fs';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { faultyDisk } from './faultyDisk.ts';
import { openScripted, play, WRITER } from './historyScript.ts';

const [folder = '', killedAt] = process.argv.slice(2);

/** Kills the process without any cleanup. */
function killSelf(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process should have been killed');
}

let isTorn = false;
const disk = faultyDisk(({ number, name }) => {
  if (isTorn || (number === Number(killedAt) && name !== 'handle.write')) {
    killSelf();
  }
  if (number === Number(killedAt)) {
    isTorn = true;
    return 7;
  }
  return undefined;
});
const history = openScripted(createHistoryFilesOnDisk(folder, WRITER, disk));
await play(history, (records) => writeSync(1, `${records}\n`));
await history.dispose();
writeSync(1, `calls ${disk.calls.length}\n`);
