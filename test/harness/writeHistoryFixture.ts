import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHistoryFolder, writeHistoryFixture } from './historyFixture.ts';
import { REPOSITORY } from './paths.ts';

const USAGE = `node test/harness/writeHistoryFixture.ts <name>: writes test/fixtures/history/<name> as this version does, and
beside it what it reads there; with a name that ends in -web, as in a browser. Look at that before you commit both; from a release on they never change.`;

const name = process.argv[2];
if (name === undefined || !/^v\d[\w-]*$/.test(name)) {
  console.log(USAGE);
  process.exit(2);
}
const folder = join(REPOSITORY, 'test', 'fixtures', 'history', name);
if (existsSync(folder)) {
  throw new Error(`${folder} is there already`);
}
await writeHistoryFixture(folder);
await writeFile(`${folder}.json`, `${JSON.stringify(await readHistoryFolder(folder), undefined, 2)}\n`);
