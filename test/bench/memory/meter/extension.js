/** On SIGUSR2, collects garbage and writes the memory of this extension host to the file `BENCH_MEMORY_FILE`, as JSON. */
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

exports.activate = () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  process.on('SIGUSR2', async () => {
    for (let count = 0; count < 3; count += 1) {
      collectGarbage();
      // What was collected may release more when its finalizers have run.
      await new Promise(setImmediate);
    }
    const file = process.env.BENCH_MEMORY_FILE;
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
    renameSync(`${file}.new`, file);
  });
};
