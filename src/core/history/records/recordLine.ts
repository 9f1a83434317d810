import { crc32 } from '../../checksum.ts';
import type { AnyRecord, HistoryRecord } from './record.ts';
import { changeSchema, recordHeaderSchema } from './recordSchema.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** Hexadecimal digits of the checksum. A space follows them. */
const CHECKSUM_DIGITS = 8;
/** NUL (left by a power failure), tab, line breaks, space, and the bytes of a byte order mark. */
const BLANK_BYTES: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The records in a range of a file. */
export interface DecodedLines {
  records: AnyRecord[];
  /** Number of lines before the last record that are neither blank nor a complete record. */
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
 * Decodes all readable records in the bytes of a file, or in its bytes from the end of a record on. Only blanks may be
 * on the line of a record.
 */
export function decodeLines(bytes: Uint8Array): DecodedLines {
  const records: DecodedLines['records'] = [];
  let badLines = 0;
  let badAtEnd = 0;
  let consumedBytes = 0;
  for (let next = 0; next < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, next);
    const lineEnd = newline === -1 ? bytes.length : newline;
    const [start, stop] = trimmedRange(bytes, next, lineEnd);
    const record = decodeRecord(bytes.subarray(start, stop));
    if (record !== undefined) {
      badLines += badAtEnd;
      badAtEnd = 0;
      records.push(record);
      consumedBytes = stop;
    } else if (start < stop) {
      badAtEnd++;
    }
    next = lineEnd + 1;
  }
  return { records, badLines, isTorn: badAtEnd > 0, consumedBytes };
}

/** Returns a range without the blanks at its start and end. */
function trimmedRange(bytes: Uint8Array, from: number, to: number): [start: number, stop: number] {
  let start = from;
  let stop = to;
  while (start < stop && BLANK_BYTES.has(bytes[start] ?? 0)) {
    start++;
  }
  while (start < stop && BLANK_BYTES.has(bytes[stop - 1] ?? 0)) {
    stop--;
  }
  return [start, stop];
}

function decodeRecord(bytes: Uint8Array): AnyRecord | undefined {
  const checksum = readChecksum(bytes);
  const json = bytes.subarray(CHECKSUM_DIGITS + 1);
  return checksum !== undefined && checksum === crc32(json) ? parseRecord(json) : undefined;
}

/** Returns the checksum at the start, if a space follows it. */
function readChecksum(bytes: Uint8Array): number | undefined {
  if (bytes[CHECKSUM_DIGITS] !== SPACE) {
    return undefined;
  }
  const digits = decoder.decode(bytes.subarray(0, CHECKSUM_DIGITS));
  return /^[\da-f]{8}$/.test(digits) ? Number.parseInt(digits, 16) : undefined;
}

function parseRecord(bytes: Uint8Array): AnyRecord | undefined {
  let json: string;
  let value: unknown;
  try {
    json = decoder.decode(bytes);
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
