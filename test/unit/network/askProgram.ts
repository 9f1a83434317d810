/**
 * Program of the child process: asks one question with the real client and prints each event of the reply as a line of
 * JSON. Its argument is `AskOptions` with `baseUrl`, as JSON.
 */
import dns from 'node:dns';
import { argv, stdout } from 'node:process';
import { networkInNode } from '../../../src/vscode/node/networkInNode.ts';
import { client, connectionTo, neverAborted, QUESTION } from '../client/connect.ts';
import type { AskOptions } from './askInProcess.ts';

const { baseUrl, lookups } = JSON.parse(argv[2] ?? '') as AskOptions & { baseUrl: string };

if (lookups !== undefined) {
  // The only place where lookups by `fetch` of Node.js can be stubbed.
  dns.lookup = ((host: string, _options: unknown, callback: (error: null, addresses: unknown) => void) => {
    setImmediate(() => callback(null, lookups[host]));
  }) as typeof dns.lookup;
}

const chatClient = client({ network: networkInNode });
for await (const event of chatClient.streamChat(connectionTo(baseUrl), QUESTION, neverAborted)) {
  stdout.write(`${JSON.stringify(event)}\n`);
}
