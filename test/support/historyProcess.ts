/**
 * A process that plays a conversation into a folder and is killed at a call of the file system, before it or, where it
 * writes, in the middle: `node test/support/historyProcess.ts <folder> <number of the call>`. Says with a line for each
 * how many records have been acknowledged.
 */
import { writeSync } from 'node:fs';
import { createHistoryFilesOnDisk } from '../../src/vscode/node/historyFilesOnDisk.ts';
import { faultyDisk } from './faultyDisk.ts';
import { openScripted, play, WRITER } from './historyScript.ts';

const [folder = '', killedAt] = process.argv.slice(2);

/** Ends the process at once, and leaves nothing to be done. */
function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('It should have ended');
}

let isTorn = false;
const disk = faultyDisk(({ number, name }) => {
  if (isTorn || (number === Number(killedAt) && name !== 'handle.write')) {
    die();
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
