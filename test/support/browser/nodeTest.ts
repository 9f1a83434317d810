/** What tests use of `node:test`, on top of Mocha: the bundle for the browser has this in its place. */
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

/** Makes what a file declares while it is loaded a suite. A file that can't be loaded, or has no test, fails. */
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
