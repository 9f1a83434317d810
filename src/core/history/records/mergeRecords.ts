import type { AnyRecord } from './record.ts';
import type { DecodedLines } from './recordLine.ts';

/** What was read of one file of a conversation. */
export interface FileRecords extends Pick<DecodedLines, 'badLines' | 'isTorn'> {
  writer: string;
  records: readonly AnyRecord[];
}

/** Records of a writer that are missing, by their numbers: the first, and the one behind the last. */
export interface Gap {
  from: number;
  to: number;
}

/** All records of a conversation. */
export interface MergedRecords {
  /** In order of cause and time, each once. */
  records: readonly AnyRecord[];
  badLines: number;
  /** Whether a file ends in what is no record, so that something may be missing behind its last one. */
  isTorn: boolean;
  missingRecords: number;
  /** By writer; what is torn stands for a gap as well. */
  gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** Puts the records of files together. One that is there more than once, after a write that was repeated, is taken once. */
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

/** Every reader has the same order, whatever it reads first. */
function compareRecords(one: AnyRecord, other: AnyRecord): number {
  return one.at - other.at || (one.w < other.w ? -1 : one.w > other.w ? 1 : one.n - other.n);
}
