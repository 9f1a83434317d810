import { ROWS_BEFORE_AN_ANSWER } from './connectRows.ts';
import { ROWS_OF_HEADS } from './headRows.ts';
import { inHosts, type Row } from './row.ts';
import { ROWS_OF_STREAMS } from './streamRows.ts';
import { ROWS_OF_WINDOWS } from './windowRows.ts';

/** Every fault that the client is made for, from F01 to F88: each with its tests, or with the reason why it has none. */
export const ROWS: readonly Row[] = [
  ...ROWS_BEFORE_AN_ANSWER,
  ...ROWS_OF_HEADS,
  ...ROWS_OF_STREAMS,
  ...ROWS_OF_WINDOWS,
].map((row) => ({ ...row, proof: [...row.proof, ...inHosts(row.id)] }));
