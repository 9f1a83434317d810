import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { crc32, hashBytes } from '../../../../../src/core/checksum.ts';
import { type HistoryRecord, RECORD_FORMAT_VERSION } from '../../../../../src/core/history/records/record.ts';
import { decodeLines, encodeRecord } from '../../../../../src/core/history/records/recordLine.ts';
import { holds } from '../../../../support/property.ts';
import { anyChange, question } from '../changes.ts';

const head = (n: number) => ({ v: RECORD_FORMAT_VERSION, w: 'one', n, at: 1000 + n });
const record = (n: number): HistoryRecord => ({ ...head(n), ...question(`q${n}`, null, `Größe ${n}\n`) });
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const lines = (...records: readonly HistoryRecord[]): Uint8Array => joined(...records.map(encodeRecord));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A line with any JSON and the right checksum. */
const lineOf = (json: string): Uint8Array =>
  utf8(`\n${crc32(utf8(json)).toString(16).padStart(8, '0')} ${json}`);

const LINE_FEED = utf8('\n');
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => BLANKS.includes(byte));
const BLANKS = [0x00, 0x09, 0x0a, 0x0d, 0x20];
/** What another program, a crash or a power failure may leave between records; never a complete record. */
const anyGarbage: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc
    .uint8Array({ maxLength: 40 })
    .filter((bytes) => ![0xef, 0xbb, 0xbf].some((byte) => bytes.includes(byte))),
  fc.array(fc.constantFrom(...BLANKS), { maxLength: 20 }).map((bytes) => Uint8Array.from(bytes)),
  // A record truncated at its start or end.
  fc.nat({ max: 100 }).map((size) => encodeRecord(record(9)).subarray(0, size)),
  fc.integer({ min: 1, max: 100 }).map((size) => encodeRecord(record(9)).subarray(-size)),
);

describe('CRC-32', () => {
  it('matches the published check values', () => {
    for (const [text, sum] of [
      ['', 0],
      ['a', 0xe8b7be43],
      ['123456789', 0xcbf43926],
      ['The quick brown fox jumps over the lazy dog', 0x414fa339],
    ] as const) {
      assert.equal(crc32(utf8(text)), sum);
    }
  });

  it('matches a bitwise calculation for any bytes at any position in a buffer', async () => {
    await holds(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 8 }), (bytes, from) => {
        let rest = -1;
        for (const byte of bytes.subarray(from)) {
          rest ^= byte;
          for (let bit = 0; bit < 8; bit++) {
            rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
          }
        }
        assert.equal(crc32(bytes.subarray(from)), ~rest >>> 0);
      }),
    );
  });
});

describe('the hash of caches', () => {
  it('differs if any byte does, and is the same at any position in a buffer', async () => {
    await holds(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.nat({ max: 8 }),
        (bytes, at, change, from) => {
          const changed = bytes.with(at % bytes.length, (bytes[at % bytes.length] ?? 0) ^ change);
          assert.notEqual(hashBytes(changed), hashBytes(bytes));
          assert.equal(hashBytes(joined(new Uint8Array(from), bytes).subarray(from)), hashBytes(bytes));
        },
      ),
    );
  });
});

describe('a record line', () => {
  it('is decoded as it was encoded, whatever it contains', async () => {
    await holds(
      fc.property(
        fc.array(
          anyChange.map((change) => structuredClone(change)),
          { maxLength: 5 },
        ),
        (changes) => {
          const records = changes.map((change, index): HistoryRecord => ({ ...head(index + 1), ...change }));
          const bytes = lines(...records);
          assert.deepEqual(decodeLines(bytes), {
            records,
            badLines: 0,
            isTorn: false,
            consumedBytes: bytes.length,
          });
        },
      ),
    );
  });

  it('starts with a line feed and contains no other', async () => {
    await holds(
      fc.property(anyChange, (change) => {
        const bytes = encodeRecord({ ...head(1), ...change });
        assert.equal(bytes[0], 0x0a);
        assert.equal(bytes.indexOf(0x0a, 1), -1);
      }),
    );
  });

  it('is the only one lost when one of its bytes changes, and is counted', () => {
    const bytes = lines(record(1), record(2), record(3));
    const first = record(1);
    const start = encodeRecord(first).length;
    const end = start + encodeRecord(record(2)).length;
    for (let index = start + 1; index < end; index++) {
      for (const flip of [0x01, 0x20, 0x80]) {
        const damaged = Uint8Array.from(bytes);
        damaged[index] = (damaged[index] ?? 0) ^ flip;
        const { records, badLines, isTorn } = decodeLines(damaged);
        assert.deepEqual(records, [first, record(3)], `byte ${index}`);
        assert.ok(badLines >= 1 && !isTorn);
      }
    }
  });

  it('is read again from its start if it was truncated, and is complete with the rest of its bytes', () => {
    const bytes = lines(record(1), record(2));
    const start = encodeRecord(record(1)).length;
    for (let cut = start + 2; cut < bytes.length; cut++) {
      const torn = decodeLines(bytes.subarray(0, cut));
      assert.deepEqual(
        torn,
        { records: [record(1)], badLines: 0, isTorn: true, consumedBytes: start },
        `byte ${cut}`,
      );
      assert.deepEqual(decodeLines(bytes.subarray(torn.consumedBytes)).records, [record(2)]);
    }
  });

  it('is decoded after a torn record', () => {
    const one = encodeRecord(record(1));
    for (let cut = 2; cut < one.length; cut++) {
      const { records, badLines, isTorn } = decodeLines(joined(one.subarray(0, cut), lines(record(1))));
      assert.deepEqual({ records, badLines, isTorn }, { records: [record(1)], badLines: 1, isTorn: false });
    }
  });

  it('is decoded whatever lines precede and follow it, and those are counted', async () => {
    await holds(
      fc.property(
        fc.array(
          anyChange.map((change) => structuredClone(change)),
          { minLength: 1, maxLength: 4 },
        ),
        fc.array(anyGarbage, { minLength: 5, maxLength: 5 }),
        (changes, garbage) => {
          const records = changes.map((change, index): HistoryRecord => ({ ...head(index + 1), ...change }));
          const parts = records.flatMap((record, index) => [
            LINE_FEED,
            garbage[index] ?? new Uint8Array(),
            encodeRecord(record),
          ]);
          const tail = joined(LINE_FEED, garbage[4] ?? new Uint8Array());
          const bytes = joined(...parts, tail);
          const decoded = decodeLines(bytes);
          assert.deepEqual(decoded.records, records);
          assert.equal(decoded.consumedBytes, bytes.length - tail.length);
          assert.equal(decoded.isTorn, !isBlank(tail));
          assert.equal(decoded.badLines > 0, !garbage.slice(0, records.length).every(isBlank));
        },
      ),
      { runs: 5000, gateRuns: 300 },
    );
  });

  it('is decoded in two reads as in one, wherever the first one ended', async () => {
    await holds(
      fc.property(anyGarbage, anyGarbage, (before, behind) => {
        const bytes = joined(before, encodeRecord(record(1)), LINE_FEED, behind, encodeRecord(record(2)));
        for (let cut = 0; cut <= bytes.length; cut++) {
          const first = decodeLines(bytes.subarray(0, cut));
          const second = decodeLines(bytes.subarray(first.consumedBytes));
          assert.deepEqual([...first.records, ...second.records], [record(1), record(2)]);
        }
      }),
    );
  });

  it('is one record if its text quotes record lines', () => {
    const quoted = new TextDecoder().decode(lines(record(1), record(2)));
    for (const text of [quoted, quoted.trim(), '00000000 {', '00000000 {"v":1}', '00000000 {"v":']) {
      const quoting: HistoryRecord = { ...head(3), ...question('q3', null, text) };
      assert.deepEqual(decodeLines(lines(quoting, record(4))).records, [quoting, record(4)]);
    }
  });

  it('is kept as an unknown record if its type or content is not known', () => {
    for (const json of [
      '{"v":1,"w":"one","n":1,"at":5,"type":"note","text":"later"}',
      '{"v":2,"w":"one","n":1,"at":5,"type":"title","title":{"en":"later"}}',
    ]) {
      const { records, badLines } = decodeLines(lineOf(json));
      const { v } = JSON.parse(json);
      assert.deepEqual(records, [{ v, w: 'one', n: 1, at: 5, type: 'unknown', json }]);
      assert.equal(badLines, 0);
    }
  });

  it('is decoded without unknown fields of a known type', () => {
    const { records } = decodeLines(
      lineOf('{"v":1,"w":"one","n":1,"at":5,"type":"pin","pinned":true,"by":"later"}'),
    );
    assert.deepEqual(records, [{ v: 1, w: 'one', n: 1, at: 5, type: 'pin', pinned: true }]);
  });

  it('is invalid if its header is invalid', () => {
    for (const json of [
      '[]',
      '"text"',
      '{"v":1,"w":"one","n":0,"at":5,"type":"pin","pinned":true}',
      '{"v":1,"w":"","n":1,"at":5,"type":"pin","pinned":true}',
      '{"v":1,"w":"one","n":1,"at":5}',
      '{"v":1,',
    ]) {
      assert.deepEqual(
        decodeLines(lineOf(json)),
        { records: [], badLines: 0, isTorn: true, consumedBytes: 0 },
        json,
      );
    }
  });

  it('is decoded whatever its size', () => {
    const large: HistoryRecord = { ...head(1), ...question('q', null, 'x'.repeat(65 * 1024 * 1024)) };
    const { records, isTorn } = decodeLines(encodeRecord(large));
    assert.ok(!isTorn && isDeepStrictEqual(records, [large]));
  });

  it('does not make the reader fill a gap of gigabytes', () => {
    const json = '{"v":1,"w":"one","n":1,"at":5,"type":"text","turn":"a","offset":9000000000,"text":""}';
    assert.equal(decodeLines(lineOf(json)).records[0]?.type, 'unknown');
  });

  it('is never found in random bytes, which are decoded without an error', async () => {
    await holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        assert.deepEqual(decodeLines(bytes).records, []);
      }),
    );
  });
});
