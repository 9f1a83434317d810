/**
 * A process that lists the models a number of times and shares its rate limit slots in files.
 * `node test/support/askingProcess.ts <folder> <base URL> <key> <limit> <window in ms> <times>`
 */

import { systemClock } from '../../src/client/clock.ts';
import { createPacer } from '../../src/client/pacing/pacer.ts';
import { createSlotFiles } from '../../src/vscode/node/slotFiles.ts';

const [folder = '', baseUrl = '', apiKey = '', limit, windowMs, times] = process.argv.slice(2);

const pacer = createPacer({
  clock: systemClock,
  slots: createSlotFiles(folder),
  limit: Number(limit),
  windowMs: Number(windowMs),
  log: {
    note: (text) => {
      throw new Error(text);
    },
  },
});
const connection = { endpoint: { baseUrl, origin: new URL(baseUrl).origin }, apiKey };
const { signal } = new AbortController();

for (let requests = 0; requests < Number(times); requests += 1) {
  const slot = await pacer.take(connection, signal, () => undefined);
  const response = await fetch(`${baseUrl}/models`, { headers: { Authorization: `Bearer ${apiKey}` } });
  slot.markCounted();
  await response.text();
}
