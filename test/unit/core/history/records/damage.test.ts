import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Turn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { decodeLines } from '../../../../../src/core/history/records/recordLine.ts';
import type { StoredConversation } from '../../../../../src/core/history/records/storedConversation.ts';
import { isLong } from '../../../../support/long.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { exchange } from '../changes.ts';
import { ManualClock } from '../manualClock.ts';

/** Distance of the bytes that are cut off or changed, a prime. */
const STEP = isLong ? 1 : 7;

/** The range of a record in its file, and the turns that it belongs to. */
interface RecordRange {
  start: number;
  end: number;
  turns: readonly string[];
}

describe('a damaged folder', () => {
  let intact: MemoryFolder;
  let turns: ReadonlyMap<string, Turn>;
  const rangesByFile = new Map<string, RecordRange[]>();

  before(async () => {
    intact = new MemoryFolder();
    const clock = new ManualClock();
    let last: string | null = null;
    // Three windows, each of which continues after the one before.
    for (const [name, writer] of [
      ['p', 'one'],
      ['q', 'two'],
      ['r', 'three'],
    ] as const) {
      const history = createHistory(intact.as(writer), { writer, clock });
      await history.open('a');
      await history.write('a', exchange(name, last, `Größe ${name}\n`, '`x`'));
      await history.write('a', [{ type: 'pin', pinned: true }]);
      last = `${name}-reply`;
    }
    const stored = await open(intact);
    turns = new Map(stored.turns.map((turn) => [turn.id, turn]));
    assert.equal(turns.size, 6);
    for (const { name, bytes } of intact.files.values()) {
      rangesByFile.set(name, rangesIn(bytes));
    }
  });

  /** Reads the conversation in a new window, which must not delete anything. */
  async function open(folder: MemoryFolder, withList = true): Promise<StoredConversation> {
    const history = createHistory(folder.as('new'), { writer: 'new', clock: new ManualClock() });
    const stored = (await history.open('a')) ?? assert.fail();
    if (withList) {
      const [listed] = await history.list();
      assert.equal(listed?.turns, stored.turns.length);
      assert.equal(listed?.damagedTurns, stored.damage?.turnIds.length);
      await history.removeDeleted();
    }
    assert.equal(folder.count('remove'), 0);
    return stored;
  }

  /** Every turn without a lost record is unchanged, and so is every turn that is reported complete. */
  function assertRest(stored: StoredConversation, lost: ReadonlySet<string>, what: string): void {
    const shown = new Map(stored.turns.map((turn) => [turn.id, turn]));
    assert.equal(shown.size, stored.turns.length, `${what}: no duplicates`);
    for (const [id, turn] of turns) {
      const isReportedComplete =
        shown.has(id) && !stored.damage?.turnIds.includes(id) && !stored.unfinishedReplies.includes(id);
      if (!lost.has(id) || isReportedComplete) {
        assert.deepEqual(shown.get(id), turn, `${what}: ${id}`);
      }
    }
  }

  const lostBy = (name: string, isLost: (range: RecordRange) => boolean): Set<string> =>
    new Set((rangesByFile.get(name) ?? []).filter(isLost).flatMap((range) => range.turns));

  it('shows all other turns wherever a file is truncated', async () => {
    for (const [name, { bytes }] of intact.files) {
      for (let cut = 0; cut < bytes.length; cut += STEP) {
        const folder = intact.copy();
        folder.put(name, bytes.slice(0, cut));
        const stored = await open(folder, cut % 50 === 0);
        const what = `${name} cut at ${cut}`;
        assertRest(
          stored,
          lostBy(name, ({ end }) => end > cut),
          what,
        );
        const isBetween =
          cut < 2 || rangesByFile.get(name)?.some(({ start, end }) => cut === end || cut === start + 1);
        assert.ok(isBetween || stored.damage !== undefined, `${what} is reported`);
      }
    }
  });

  it('shows all other turns whichever byte changes, and reports the damage', async () => {
    for (const [name, { bytes }] of intact.files) {
      for (let range = 0; range < bytes.length; range += STEP) {
        const folder = intact.copy();
        folder.put(name, bytes.with(range, (bytes[range] ?? 0) ^ (1 << (range % 8))));
        const stored = await open(folder, range % 50 === 0);
        // Without the line feed between them, neither of two records is found.
        const lost = lostBy(name, ({ start, end }) => range >= start && range <= end);
        assertRest(stored, lost, `${name} at ${range}`);
        assert.ok((stored.damage?.badLines ?? 0) > 0, `${name} at ${range} is reported`);
      }
    }
  });

  it('shows all other turns if any byte becomes a line feed', async () => {
    for (const [name, { bytes }] of intact.files) {
      for (let range = 1; range < bytes.length; range += STEP) {
        const folder = intact.copy();
        folder.put(name, bytes.with(range, 0x0a));
        const lost = lostBy(name, ({ start, end }) => range >= start && range <= end);
        assertRest(await open(folder, false), lost, `${name} at ${range}`);
      }
    }
  });

  it('shows every turn whatever lines are before, between and after the records, and reports no damage', async () => {
    const convert = (bytes: Uint8Array, lineEnd: readonly number[]): Uint8Array =>
      Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? lineEnd : [byte])));
    const NULS = Array.from({ length: 4096 }, () => 0);
    for (const [what, change] of Object.entries<(bytes: Uint8Array) => Uint8Array>({
      'a power failure, NUL bytes at the end': (bytes) => Uint8Array.from([...bytes, ...NULS]),
      'NUL bytes between records': (bytes) => convert(bytes, [...NULS, 0x0a]),
      'CRLF line breaks': (bytes) => Uint8Array.from([...convert(bytes, [0x0d, 0x0a]), 0x0d, 0x0a]),
      'a byte order mark': (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes.subarray(1)]),
      'half a record before each': (bytes) => convert(bytes, [...bytes.subarray(0, 200), 0x0a]),
    })) {
      const folder = intact.copy();
      for (const [name, { bytes }] of intact.files) {
        folder.put(name, change(bytes));
      }
      const stored = await open(folder);
      assertRest(stored, new Set(), what);
      assert.equal(stored.damage, undefined, what);
    }
  });

  it('shows all turns of the other files if one is missing, and reports it if records refer to it', async () => {
    for (const [name] of intact.files) {
      const folder = intact.copy();
      folder.files.delete(name);
      const stored = await open(folder);
      assertRest(
        stored,
        lostBy(name, () => true),
        `without ${name}`,
      );
      const isLast = name === 'a~three.jsonl';
      assert.equal((stored.damage?.missingRecords ?? 0) > 0, !isLast, `without ${name}`);
    }
  });

  it('shows all turns next to files with only garbage', async () => {
    const folder = intact.copy();
    folder.put(
      'a~garbage.jsonl',
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256),
    );
    folder.put('a~empty.jsonl', new Uint8Array());
    const stored = await open(folder);
    assertRest(stored, new Set(), 'next to garbage');
    assert.ok((stored.damage?.badLines ?? 0) > 0);
  });
});

/** The ranges of the records of a file, found by decoding it line by line. */
function rangesIn(bytes: Uint8Array): RecordRange[] {
  const starts = [...bytes.keys()].filter((index) => bytes[index] === 0x0a);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? bytes.length;
    const [record] = decodeLines(bytes.subarray(start, end)).records;
    return { start, end, turns: record === undefined ? assert.fail() : turnsOf(record) };
  });
}

function turnsOf(record: ReturnType<typeof decodeLines>['records'][number]): string[] {
  switch (record.type) {
    case 'question':
      return [record.turn.id];
    case 'reply':
      return [record.id];
    case 'text':
    case 'state':
      return [record.turn];
    default:
      return [];
  }
}
