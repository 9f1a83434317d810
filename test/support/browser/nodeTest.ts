/** The part of `node:test` that tests use, implemented with Mocha. Replaces `node:test` in the browser bundle. */
import 'mocha/mocha.js';

interface TestContext {
  readonly name: string;
  after(cleanUp: () => unknown): void;
}

let current = mocha.suite;

export function test(name: string, body: (t: TestContext) => unknown): void {
  if (typeof body !== 'function') {
    throw new Error(`${name}: options of a test are not supported here`);
  }
  const runWithCleanUps = async (): Promise<void> => {
    const cleanUps: (() => unknown)[] = [];
    try {
      await body({ name, after: (cleanUp) => cleanUps.push(cleanUp) });
    } finally {
      for (const cleanUp of cleanUps) {
        await cleanUp();
      }
    }
  };
  current.addTest(new Mocha.Test(name, runWithCleanUps));
}

export function describe(name: string, declare: () => void): void {
  const outer = current;
  current = Mocha.Suite.create(outer, name);
  try {
    declare();
  } finally {
    current = outer;
  }
}

export { describe as suite, test as it };

export const before = (hook: () => void | Promise<void>) => current.beforeAll(hook);
export const after = (hook: () => void | Promise<void>) => current.afterAll(hook);
export const beforeEach = (hook: () => void | Promise<void>) => current.beforeEach(hook);
export const afterEach = (hook: () => void | Promise<void>) => current.afterEach(hook);

/** Loads a file and makes its tests a suite. Adds a failing test if the file can't be loaded or contains no tests. */
export async function declareFile(path: string, load: () => Promise<unknown>): Promise<void> {
  const suite = Mocha.Suite.create(mocha.suite, path);
  current = suite;
  let failure: unknown;
  await load().catch((error: unknown) => {
    failure = error;
  });
  current = mocha.suite;
  failure ??= suite.total() === 0 ? new Error('It contains no tests') : undefined;
  if (failure !== undefined) {
    suite.addTest(
      new Mocha.Test('is loaded', () => {
        throw failure;
      }),
    );
  }
}
