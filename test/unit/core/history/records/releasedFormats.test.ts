import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import {
  CONVERSATIONS,
  filesOf,
  readHistoryFolder,
  writeHistoryFixture,
} from '../../../../harness/historyFixture.ts';
import { REPOSITORY } from '../../../../harness/paths.ts';

const FIXTURES = join(REPOSITORY, 'test', 'fixtures', 'history');

/** History folders in every released format. They never change. */
const RELEASED = ['v1', 'v1-web'];

async function bytesIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const files = names.map(async (name) => [name, await readFile(join(folder, name), 'hex')] as const);
  return new Map(await Promise.all(files));
}

for (const version of RELEASED) {
  describe(`a history written by ${version}`, () => {
    let temporary: string;
    let folder: string;

    before(async () => {
      temporary = await mkdtemp(join(tmpdir(), 'history-'));
      folder = join(temporary, version);
      await cp(join(FIXTURES, version), folder, { recursive: true });
    });

    after(() => rm(temporary, { recursive: true }));

    it('is read completely: every record type, turns of two windows, and the rest of a damaged file', async () => {
      const expected: unknown = JSON.parse(await readFile(join(FIXTURES, `${version}.json`), 'utf8'));
      assert.deepEqual(await readHistoryFolder(folder), expected);
    });

    it('is the same as what this version writes', async () => {
      const expected: unknown = JSON.parse(await readFile(join(FIXTURES, `${version}.json`), 'utf8'));
      const now = join(temporary, `now-${version}`);
      await writeHistoryFixture(now);
      assert.deepEqual(await readHistoryFolder(now), expected);
    });

    it('can be continued without changing a byte of its files', async () => {
      const written = await bytesIn(folder);
      const writer = 'b0000000-0000-4000-8000-000000000000';
      const history = createHistory(filesOf(folder, writer), { writer });
      for (const id of Object.values(CONVERSATIONS)) {
        const last = (await history.open(id))?.turns.at(-1)?.id;
        assert.ok(last !== undefined);
        const turn = { kind: 'user', id: 'new', text: 'And now?', attachments: [], at: Date.now() } as const;
        await history.write(id, [{ type: 'question', turn, after: last }], true);
        assert.equal((await history.open(id))?.turns.at(-1)?.text, 'And now?');
      }
      await history.dispose();
      const now = await bytesIn(folder);
      assert.deepEqual(new Map([...now].filter(([name]) => written.has(name))), written);
      assert.ok(now.size >= written.size + Object.keys(CONVERSATIONS).length);
    });
  });
}
