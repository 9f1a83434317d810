import type { AnyRecord } from './record.ts';
import type { DecodedLines } from './recordLine.ts';

/** The records read from one file of a conversation. */
export interface FileRecords extends Pick<DecodedLines, 'badLines' | 'isTorn'> {
  writer: string;
  records: readonly AnyRecord[];
}

/** Numbers of missing records of one writer; `to` is exclusive. */
export interface Gap {
  from: number;
  to: number;
}

export interface MergedRecords {
  /** In order of cause and time, without duplicates. */
  records: readonly AnyRecord[];
  badLines: number;
  /** Whether a file ends in an incomplete record, so that later records may be missing. */
  isTorn: boolean;
  missingRecords: number;
  /** By writer. The end of a torn file counts as a gap. */
  gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Merges the records of several files. Drops duplicates, which repeated writes leave. */
export function mergeRecords(files: readonly FileRecords[]): MergedRecords {
  const byWriter = new Map<string, Map<number, AnyRecord>>();
  for (const record of files.flatMap(({ records }) => records)) {
    const numbered = byWriter.get(record.w) ?? new Map<number, AnyRecord>();
    byWriter.set(record.w, numbered);
    if (!numbered.has(record.n)) {
      numbered.set(record.n, record);
    }
  }
  const torn = new Set(files.filter(({ isTorn }) => isTorn).map(({ writer }) => writer));
  const gaps = new Map<string, Gap[]>();
  let missingRecords = 0;
  for (const [writer, numbered] of byWriter) {
    const numbers = [...numbered.keys()].sort((one, other) => one - other);
    const found = gapsBetween(numbers);
    missingRecords += found.reduce((sum, { from, to }) => sum + to - from, 0);
    const next = (numbers.at(-1) ?? 0) + 1;
    gaps.set(writer, torn.has(writer) ? [...found, { from: next, to: next + 1 }] : found);
  }
  return {
    records: [...byWriter.values()].flatMap((numbered) => [...numbered.values()]).sort(compareRecords),
    badLines: files.reduce((sum, file) => sum + file.badLines + (file.isTorn ? 1 : 0), 0),
    isTorn: torn.size > 0,
    missingRecords,
    gaps,
  };
}

function gapsBetween(numbers: readonly number[]): Gap[] {
  return numbers.flatMap((number, index) => {
    const from = (numbers[index - 1] ?? 0) + 1;
    return number > from ? [{ from, to: number }] : [];
  });
}

/** A total order: all readers get the same one, whatever they read first. */
function compareRecords(one: AnyRecord, other: AnyRecord): number {
  return one.at - other.at || (one.w < other.w ? -1 : one.w > other.w ? 1 : one.n - other.n);
}
