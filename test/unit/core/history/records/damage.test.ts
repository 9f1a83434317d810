import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Turn } from '../../../../../src/core/conversation/conversation.ts';
import { createHistory } from '../../../../../src/core/history/createHistory.ts';
import { decodeLines } from '../../../../../src/core/history/records/recordLine.ts';
import type { StoredConversation } from '../../../../../src/core/history/records/storedConversation.ts';
import { MemoryFolder } from '../../../../support/memoryHistoryFiles.ts';
import { exchange } from '../changes.ts';
import { ManualClock } from '../manualClock.ts';

/** Where a record is in its file, and the turns that it is a part of. */
interface Place {
  start: number;
  end: number;
  turns: readonly string[];
}

describe('a damaged folder', () => {
  let whole: MemoryFolder;
  let turns: ReadonlyMap<string, Turn>;
  const places = new Map<string, Place[]>();

  before(async () => {
    whole = new MemoryFolder();
    const clock = new ManualClock();
    let last: string | null = null;
    // Three windows, each of which goes on after the one before.
    for (const [name, writer] of [
      ['p', 'one'],
      ['q', 'two'],
      ['r', 'three'],
    ] as const) {
      const history = createHistory(whole.as(writer), { writer, clock });
      await history.open('a');
      await history.write('a', exchange(name, last, `Größe ${name}\n`, '`x`'));
      await history.write('a', [{ type: 'pin', pinned: true }]);
      last = `${name}-reply`;
    }
    const stored = await open(whole);
    turns = new Map(stored.turns.map((turn) => [turn.id, turn]));
    assert.equal(turns.size, 6);
    for (const { name, bytes } of whole.files.values()) {
      places.set(name, placesIn(bytes));
    }
  });

  /** The conversation as a new window reads it, which must not take anything away. */
  async function open(folder: MemoryFolder, withList = true): Promise<StoredConversation> {
    const history = createHistory(folder.as('new'), { writer: 'new', clock: new ManualClock() });
    const stored = (await history.open('a')) ?? assert.fail();
    if (withList) {
      const [listed] = await history.list();
      assert.equal(listed?.turns, stored.turns.length);
      assert.equal(listed?.damagedTurns, stored.damage?.turnIds.length);
      await history.emptyTrash();
    }
    assert.equal(folder.count('remove'), 0);
    return stored;
  }

  /** Every turn of which no record is lost is as it was; what is said to be whole is, too. */
  function assertRest(stored: StoredConversation, lost: ReadonlySet<string>, what: string): void {
    const shown = new Map(stored.turns.map((turn) => [turn.id, turn]));
    assert.equal(shown.size, stored.turns.length, `${what}: none twice`);
    for (const [id, turn] of turns) {
      const isSaidToBeWhole =
        shown.has(id) && !stored.damage?.turnIds.includes(id) && !stored.unfinishedReplies.includes(id);
      if (!lost.has(id) || isSaidToBeWhole) {
        assert.deepEqual(shown.get(id), turn, `${what}: ${id}`);
      }
    }
  }

  const lostBy = (name: string, isHit: (place: Place) => boolean): Set<string> =>
    new Set((places.get(name) ?? []).filter(isHit).flatMap((place) => place.turns));

  it('shows all other turns wherever a file is cut', async () => {
    for (const [name, { bytes }] of whole.files) {
      for (let cut = 0; cut < bytes.length; cut++) {
        const folder = whole.copy();
        folder.put(name, bytes.slice(0, cut));
        const stored = await open(folder, cut % 50 === 0);
        const what = `${name} cut at ${cut}`;
        assertRest(
          stored,
          lostBy(name, ({ end }) => end > cut),
          what,
        );
        const isBetween =
          cut < 2 || places.get(name)?.some(({ start, end }) => cut === end || cut === start + 1);
        assert.ok(isBetween || stored.damage !== undefined, `${what} is told`);
      }
    }
  });

  it('shows all other turns whichever byte changes, and tells', async () => {
    for (const [name, { bytes }] of whole.files) {
      for (const [place, byte] of bytes.entries()) {
        const folder = whole.copy();
        folder.put(name, bytes.with(place, byte ^ (1 << (place % 8))));
        const stored = await open(folder, place % 50 === 0);
        // A record is complete without the end of the line before it.
        const lost = lostBy(name, ({ start, end }) => place > start && place < end);
        assertRest(stored, lost, `${name} at ${place}`);
        const isWhole = places.get(name)?.some(({ start }) => start === place);
        assert.equal((stored.damage?.badLines ?? 0) > 0, !isWhole, `${name} at ${place} is told`);
      }
    }
  });

  it('shows all other turns where a byte becomes the end of a line', async () => {
    for (const [name, { bytes }] of whole.files) {
      for (let place = 1; place < bytes.length; place += 3) {
        const folder = whole.copy();
        folder.put(name, bytes.with(place, 0x0a));
        const lost = lostBy(name, ({ start, end }) => place >= start && place <= end);
        assertRest(await open(folder, false), lost, `${name} at ${place}`);
      }
    }
  });

  it('shows every turn whatever stands before, between and behind the records, and tells of none', async () => {
    const convert = (bytes: Uint8Array, lineEnd: readonly number[]): Uint8Array =>
      Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? lineEnd : [byte])));
    const NULS = Array.from({ length: 4096 }, () => 0);
    for (const [what, change] of Object.entries<(bytes: Uint8Array) => Uint8Array>({
      'a power cut, NUL bytes at the end': (bytes) => Uint8Array.from([...bytes, ...NULS]),
      'NUL bytes between records': (bytes) => convert(bytes, [...NULS, 0x0a]),
      'NUL bytes instead of line ends': (bytes) => convert(bytes, [0]),
      'line ends of Windows': (bytes) => Uint8Array.from([...convert(bytes, [0x0d, 0x0a]), 0x0d, 0x0a]),
      'line ends of an old Mac': (bytes) => convert(bytes, [0x0d]),
      'a byte order mark': (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes.subarray(1)]),
      'no line ends': (bytes) => convert(bytes, []),
      'half a record before each': (bytes) => convert(bytes, [...bytes.subarray(0, 200)]),
    })) {
      const folder = whole.copy();
      for (const [name, { bytes }] of whole.files) {
        folder.put(name, change(bytes));
      }
      const stored = await open(folder);
      assertRest(stored, new Set(), what);
      assert.equal(stored.damage, undefined, what);
    }
  });

  it('shows all turns of the other files where one is gone, and tells where that can be seen', async () => {
    for (const [name] of whole.files) {
      const folder = whole.copy();
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

  it('shows all turns beside files of nothing but rubbish', async () => {
    const folder = whole.copy();
    folder.put(
      'a~rubbish.jsonl',
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256),
    );
    folder.put('a~empty.jsonl', new Uint8Array());
    const stored = await open(folder);
    assertRest(stored, new Set(), 'beside rubbish');
    assert.ok((stored.damage?.badLines ?? 0) > 0);
  });
});

/** The places of the records of a file, by decoding it line by line. */
function placesIn(bytes: Uint8Array): Place[] {
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
