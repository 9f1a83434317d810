import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readHistoryFolder, writeHistoryFixture } from './historyFixture.ts';
import { REPOSITORY } from './paths.ts';

const USAGE = `node test/harness/writeHistoryFixture.ts <name>: writes test/fixtures/history/<name> in the format of this
version, and beside it what this version reads from it; as in a browser if the name ends with -web. Review both before
you commit them. After a release, they never change.`;

const name = process.argv[2];
if (name === undefined || !/^v\d[\w-]*$/.test(name)) {
  console.log(USAGE);
  process.exit(2);
}
const folder = join(REPOSITORY, 'test', 'fixtures', 'history', name);
if (existsSync(folder)) {
  throw new Error(`${folder} already exists`);
}
await writeHistoryFixture(folder);
await writeFile(`${folder}.json`, `${JSON.stringify(await readHistoryFolder(folder), undefined, 2)}\n`);
