import { FAULT_CASES } from '../../vscode/faultCases.ts';
import { OUTCOMES } from '../client/serviceFaults.ts';

/** A test, by its file and its name. An ellipsis stands for what one of many puts there. */
export interface Proof {
  file: string;
  test: string;
  /** Which of the many: words that stand in the file, or in the table that it reads. */
  cases?: readonly string[];
}

/** A fault that the extension may meet, with the tests that show what becomes of it. */
export interface Row {
  /** `F01` to `F88`. */
  id: string;
  fault: string;
  proof: readonly Proof[];
  /** What the tests do not show, and why. Without any proof: why there can be none. */
  gap?: string;
}

/** Tests of one file. */
export function inFile(file: string): (test: string, ...cases: string[]) => Proof {
  return (test, ...cases) => ({ file: `test/${file}`, test, ...(cases.length > 0 && { cases }) });
}

const IN_CLIENT = inFile('unit/client/serviceFaults.test.ts');
const IN_HOSTS = inFile('vscode/faults.test.ts');

function ofRow(row: string, ids: readonly string[]): string[] {
  return ids.filter((id) => id.split('.')[0] === row);
}

/** All faults of the local service that are a row's, asked of the client in Node.js and in a browser. */
export function byService(row: string): Proof {
  return IN_CLIENT('… ends in … with … text after … requests', ...ofRow(row, Object.keys(OUTCOMES)));
}

/** The same, asked of the whole extension in extension hosts; nothing where that asks none of them. */
export function inHosts(row: string): Proof[] {
  const ids = ofRow(
    row,
    FAULT_CASES.map(({ fault }) => fault.split(':')[0] ?? ''),
  );
  return ids.length === 0 ? [] : [IN_HOSTS('comes to what its row says: …', ...ids)];
}
