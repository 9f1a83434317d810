import { crc32 } from './crc32.ts';
import type { HistoryRecord, UnknownRecord } from './record.ts';
import { changeSchema, headSchema } from './recordSchema.ts';

const NEWLINE = 0x0a;
const SPACE = 0x20;
/** Hexadecimal digits of the checksum, and the space behind them. */
const DIGITS = 8;
/** bytes: a line that is longer was written by nobody, and is not decoded. */
const LONGEST_LINE = 64 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a stretch of a file holds. */
export interface DecodedLines {
  records: (HistoryRecord | UnknownRecord)[];
  /** Lines before the last record that are no whole records. */
  badLines: number;
  /** Whether something comes behind the last record: what a write that was cut, or is under way, has left. */
  isTorn: boolean;
  /** How many bytes need not be read again: all but what is torn. */
  end: number;
}

/**
 * A record as one line: its checksum and its JSON. The end of the line comes first, so that what a write that was cut
 * leaves behind can't glue to the record after it.
 */
export function encodeRecord(record: HistoryRecord): Uint8Array {
  const json = encoder.encode(JSON.stringify(record));
  const line = new Uint8Array(1 + DIGITS + 1 + json.length);
  line[0] = NEWLINE;
  encoder.encodeInto(crc32(json).toString(16).padStart(DIGITS, '0'), line.subarray(1));
  line[1 + DIGITS] = SPACE;
  line.set(json, 1 + DIGITS + 1);
  return line;
}

/** All that can be read of a file's bytes, or of those from the end of a line on. Takes time by their number alone. */
export function decodeLines(bytes: Uint8Array): DecodedLines {
  const records: DecodedLines['records'] = [];
  let badLines = 0;
  let badAtEnd = 0;
  let end = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const stop = newline === -1 ? bytes.length : newline;
    const record = stop > start ? decodeLine(bytes.subarray(start, stop)) : undefined;
    if (record !== undefined) {
      records.push(record);
      badLines += badAtEnd;
      badAtEnd = 0;
      end = stop;
    } else if (stop > start) {
      badAtEnd++;
    }
    start = stop + 1;
  }
  return { records, badLines, isTorn: badAtEnd > 0, end: badAtEnd > 0 ? end : bytes.length };
}

function decodeLine(line: Uint8Array): HistoryRecord | UnknownRecord | undefined {
  if (line.length <= DIGITS || line.length > LONGEST_LINE || line[DIGITS] !== SPACE) {
    return undefined;
  }
  const digits = decoder.decode(line.subarray(0, DIGITS));
  const json = line.subarray(DIGITS + 1);
  if (!/^[\da-f]{8}$/.test(digits) || Number.parseInt(digits, 16) !== crc32(json)) {
    return undefined;
  }
  return parseRecord(decoder.decode(json));
}

function parseRecord(json: string): HistoryRecord | UnknownRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const head = headSchema.safeParse(value);
  if (!head.success) {
    return undefined;
  }
  const { v, w, n, at } = head.data;
  const change = changeSchema.safeParse(value);
  return change.success ? { v, w, n, at, ...change.data } : { v, w, n, at, type: 'unknown', json };
}
