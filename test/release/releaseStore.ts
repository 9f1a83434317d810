import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import * as z from 'zod/mini';
import { STORES } from './stores.ts';
import { readZip } from './zip.ts';

const USAGE = `npm run release:publish -- --store <name> --package <file>: publishes a VSIX that release:check made. Only works in a
workflow of GitHub whose repository the store trusts.
npm run release:verify -- --store <name> --package <file>: waits until the store has this version.
  --store <name>      ${Object.keys(STORES).join(' or ')}
  --package <file>    the VSIX
  --minutes <number>  how long to wait for the version, 20 by default: stores examine what they get`;

const PAUSE_MS = 30_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    store: { type: 'string', default: '' },
    package: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
});
const [task] = positionals;
const store = STORES[values.store];
const minutes = Number(values.minutes);
if (values.help || store === undefined || values.package === undefined || Number.isNaN(minutes)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const vsix = resolve(values.package);
const manifest = readZip(await readFile(vsix)).get('extension/package.json');
const { publisher, name, version } = z
  .object({ publisher: z.string(), name: z.string(), version: z.string() })
  .parse(JSON.parse(String(manifest)));

if (task === 'publish') {
  const [program = '', ...options] = store.publish(vsix);
  process.exit(spawnSync(program, options, { stdio: 'inherit' }).status ?? 1);
}

const [program = '', ...options] = store.ask(vsix, `${publisher}.${name}`);
const end = performance.now() + minutes * 60_000;
for (;;) {
  const answer = await promisify(execFile)(program, options, { maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => (store.shows(stdout, version) ? undefined : `it doesn't have ${version}`),
    (error: Error) => error.message,
  );
  if (answer === undefined) {
    console.log(`${values.store} has ${publisher}.${name} ${version}.`);
    break;
  }
  console.log(`${values.store}: ${answer}`);
  if (performance.now() >= end) {
    process.exit(1);
  }
  await setTimeout(PAUSE_MS);
}
