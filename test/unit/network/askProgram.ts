/**
 * Asks one question with the real client and the key of the tests, in a process of its own, and prints each event of
 * the reply as a line of JSON. Its argument is `AskOptions` as JSON, with `baseUrl`.
 */
import dns from 'node:dns';
import { argv, stdout } from 'node:process';
import { systemClock } from '../../../src/client/clock.ts';
import { client, connectionTo, neverAborted, QUESTION } from '../client/connect.ts';
import type { AskOptions } from './askInProcess.ts';
import { sleepingClock } from './sleepingClock.ts';

const { baseUrl, limits, lookups, sleeps } = JSON.parse(argv[2] ?? '') as AskOptions & { baseUrl: string };

if (lookups !== undefined) {
  // Where Node looks names up for its `fetch`. It has no other door.
  dns.lookup = ((host: string, _options: unknown, done: (error: Error | null, found?: unknown) => void) => {
    const found = lookups[host] ?? 'ENOTFOUND';
    const error = () =>
      Object.assign(new Error('stub'), { code: found, syscall: 'getaddrinfo', hostname: host });
    setImmediate(() => (Array.isArray(found) ? done(null, found) : done(error())));
  }) as typeof dns.lookup;
}

const asking = client({
  clock: sleeps === undefined ? systemClock : sleepingClock(sleeps),
  ...(limits !== undefined && { limits: () => limits }),
});
for await (const event of asking.streamChat(connectionTo(baseUrl), QUESTION, neverAborted)) {
  stdout.write(`${JSON.stringify(event)}\n`);
}
