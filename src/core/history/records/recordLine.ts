import { crc32 } from './checksum.ts';
import type { AnyRecord, HistoryRecord } from './record.ts';
import { changeSchema, recordHeaderSchema } from './recordSchema.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Hexadecimal digits of the checksum. A space follows them. */
const CHECKSUM_DIGITS = 8;
/**
 * Start of the JSON of every record. With a checksum and a space before it, this appears nowhere inside a record: JSON
 * has no spaces outside strings, and every quote in a string is escaped.
 */
const JSON_START = Uint8Array.from('{"v":', (character) => character.charCodeAt(0));
/** Maximum size of a record. Larger ones are never written, and not decoded. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;
/** NUL (left by a power failure), tab, line breaks, space, and the bytes of a byte order mark. */
const BLANK_BYTES: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The records in a range of a file. */
export interface DecodedLines {
  records: AnyRecord[];
  /** Number of lines, or parts of lines, before the last record that are not blank and not a complete record. */
  badLines: number;
  /** Whether the last record is followed by anything but blanks: a write that was interrupted or is still running. */
  isTorn: boolean;
  /**
   * Number of bytes up to the end of the last record, which need not be read again. A write may still be changing the
   * bytes after it.
   */
  consumedBytes: number;
}

/**
 * Encodes a record as one line: line feed, checksum and JSON, `v` first. The line feed comes first, so that the record
 * starts on its own line even after an interrupted write.
 */
export function encodeRecord(record: HistoryRecord): Uint8Array {
  const json = encoder.encode(JSON.stringify(record));
  const line = new Uint8Array(1 + CHECKSUM_DIGITS + 1 + json.length);
  line[0] = NEWLINE;
  encoder.encodeInto(crc32(json).toString(16).padStart(CHECKSUM_DIGITS, '0'), line.subarray(1));
  line[1 + CHECKSUM_DIGITS] = SPACE;
  line.set(json, 1 + CHECKSUM_DIGITS + 1);
  return line;
}

/**
 * Decodes all readable records in the bytes of a file, or in its bytes from the end of a record on. A record is found
 * whatever precedes or follows it. Takes time linear in the number of bytes.
 */
export function decodeLines(bytes: Uint8Array): DecodedLines {
  const records: DecodedLines['records'] = [];
  let badLines = 0;
  let badAtEnd = 0;
  let consumedBytes = 0;
  for (let next = 0; next < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, next);
    const lineEnd = newline === -1 ? bytes.length : newline;
    let rest = next;
    for (const { record, start, stop } of recordsIn(bytes.subarray(next, lineEnd))) {
      badLines += badAtEnd + (isBlank(bytes.subarray(rest, next + start)) ? 0 : 1);
      badAtEnd = 0;
      records.push(record);
      consumedBytes = next + stop;
      rest = consumedBytes;
    }
    badAtEnd += isBlank(bytes.subarray(rest, lineEnd)) ? 0 : 1;
    next = lineEnd + 1;
  }
  return { records, badLines, isTorn: badAtEnd > 0, consumedBytes };
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => BLANK_BYTES.has(byte));
}

interface FoundRecord extends ByteRange {
  record: AnyRecord;
}

interface ByteRange {
  start: number;
  stop: number;
}

/** Finds the records in a line: normally one, with only blanks around it. */
function recordsIn(line: Uint8Array): readonly FoundRecord[] {
  const range = trimmedRange(line);
  const record = decodeRecord(line.subarray(range.start, range.stop));
  if (record !== undefined) {
    return [{ record, ...range }];
  }
  return recordRanges(line).flatMap(({ start, stop }) => {
    const record = decodeRecord(line.subarray(start, stop));
    return record === undefined ? [] : [{ record, start, stop }];
  });
}

function trimmedRange(bytes: Uint8Array): ByteRange {
  let start = 0;
  let stop = bytes.length;
  while (start < stop && BLANK_BYTES.has(bytes[start] ?? 0)) {
    start++;
  }
  while (start < stop && BLANK_BYTES.has(bytes[stop - 1] ?? 0)) {
    stop--;
  }
  return { start, stop };
}

/** Finds the ranges of a line that may contain records. They don't overlap, so each byte is read only a few times. */
function recordRanges(line: Uint8Array): readonly ByteRange[] {
  const ranges: ByteRange[] = [];
  let json = findJsonStart(line, CHECKSUM_DIGITS + 1);
  while (json < line.length) {
    const next = findJsonStart(line, json + 1);
    const stop = findObjectEnd(line, json, next);
    if (stop !== undefined) {
      ranges.push({ start: json - CHECKSUM_DIGITS - 1, stop });
    }
    json = next;
  }
  return ranges;
}

/**
 * Returns the next offset at which the JSON of a record may start, after a checksum; `line.length` if there is none.
 */
function findJsonStart(line: Uint8Array, from: number): number {
  for (let at = line.indexOf(OPENING_BRACE, from); at !== -1; at = line.indexOf(OPENING_BRACE, at + 1)) {
    const isStart = JSON_START.every((byte, index) => line[at + index] === byte);
    if (isStart && readChecksum(line.subarray(at - CHECKSUM_DIGITS - 1)) !== undefined) {
      return at;
    }
  }
  return line.length;
}

/** Returns the offset after the closing brace of an object; `undefined` if the object does not end or can't be JSON. */
function findObjectEnd(line: Uint8Array, from: number, to: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = from; at < to; at++) {
    const byte = line[at] ?? 0;
    if (byte < SPACE) {
      return undefined;
    }
    if (isString) {
      if (byte === BACKSLASH) {
        at++;
      } else if (byte === QUOTE) {
        isString = false;
      }
    } else if (byte === QUOTE) {
      isString = true;
    } else if (byte === OPENING_BRACE) {
      depth++;
    } else if (byte === CLOSING_BRACE && --depth === 0) {
      return at + 1;
    }
  }
  return undefined;
}

function decodeRecord(bytes: Uint8Array): AnyRecord | undefined {
  const checksum = readChecksum(bytes);
  const json = bytes.subarray(CHECKSUM_DIGITS + 1);
  return checksum !== undefined && json.length <= MAX_RECORD_BYTES && checksum === crc32(json)
    ? parseRecord(decoder.decode(json))
    : undefined;
}

/** Returns the checksum at the start, if a space follows it. */
function readChecksum(bytes: Uint8Array): number | undefined {
  if (bytes[CHECKSUM_DIGITS] !== SPACE) {
    return undefined;
  }
  const digits = decoder.decode(bytes.subarray(0, CHECKSUM_DIGITS));
  return /^[\da-f]{8}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function parseRecord(json: string): AnyRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const head = recordHeaderSchema.safeParse(value);
  if (!head.success) {
    return undefined;
  }
  const { v, w, n, at } = head.data;
  const change = changeSchema.safeParse(value);
  return change.success ? { v, w, n, at, ...change.data } : { v, w, n, at, type: 'unknown', json };
}
