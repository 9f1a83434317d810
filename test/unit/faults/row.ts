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

const SERVICE_FAULTS = inFile('unit/client/serviceFaults.test.ts');

/** All faults of the local service that are a row's: in Node.js and in a browser. */
export function byService(row: string): Proof {
  const ids = Object.keys(OUTCOMES).filter((id) => id.split('.')[0] === row);
  return SERVICE_FAULTS('… ends in … with … text after … requests', ...ids);
}
