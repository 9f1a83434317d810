/**
 * What tests use of `node:test`, for a browser: the bundle of the tests has this in its place. Tests run one
 * after the other, in the order in which they were declared.
 */

type Body = (t: TestContext) => unknown;

interface TestContext {
  name: string;
  after(cleanUp: () => unknown): void;
}

interface Suite {
  name: string;
  hooks: Record<'before' | 'after' | 'beforeEach' | 'afterEach', (() => unknown)[]>;
  parts: (Suite | Case)[];
}

interface Case {
  name: string;
  body: Body;
}

export interface TestResult {
  name: string;
  /** The stack or message of what was thrown, where the test failed. */
  error?: string;
}

/** ms after which a test counts as hanging: it would keep all others waiting. */
const LONGEST_TEST = 30_000;

let current = suiteOf('');

export function test(name: string, body: Body): void {
  if (typeof body !== 'function') {
    throw new Error(`${name}: options of a test are not known here`);
  }
  current.parts.push({ name, body });
}

export function describe(name: string, declare: () => unknown): void {
  const outer = current;
  const inner = suiteOf(name);
  outer.parts.push(inner);
  current = inner;
  try {
    if (declare() instanceof Promise) {
      throw new Error(`${name}: the body of a suite must not wait`);
    }
  } finally {
    current = outer;
  }
}

export { describe as suite, test as it };

export const before = (hook: () => unknown) => current.hooks.before.push(hook);
export const after = (hook: () => unknown) => current.hooks.after.push(hook);
export const beforeEach = (hook: () => unknown) => current.hooks.beforeEach.push(hook);
export const afterEach = (hook: () => unknown) => current.hooks.afterEach.push(hook);

/** Runs what `load` declares, and only that. */
export async function runDeclared(
  load: () => Promise<unknown>,
  report: (result: TestResult) => void,
): Promise<void> {
  current = suiteOf('');
  const declared = current;
  const error = await errorOf(load);
  if (error !== undefined) {
    report({ name: 'declaring the tests', error });
    return;
  }
  await runSuite(declared, [], report);
}

async function runSuite(
  suite: Suite,
  outer: readonly Suite[],
  report: (result: TestResult) => void,
): Promise<void> {
  const chain = [...outer, suite];
  const nameOf = (name: string) => [...chain.map((each) => each.name), name].filter(Boolean).join(' > ');
  const broken = await errorOf(() => all(suite.hooks.before));
  if (broken !== undefined) {
    report({ name: nameOf('before'), error: broken });
    return;
  }
  for (const part of suite.parts) {
    if ('parts' in part) {
      await runSuite(part, chain, report);
      continue;
    }
    const error = await errorOf(() => runCase(part, chain));
    report({ name: nameOf(part.name), ...(error !== undefined && { error }) });
  }
  const error = await errorOf(() => all(suite.hooks.after));
  if (error !== undefined) {
    report({ name: nameOf('after'), error });
  }
}

async function runCase({ name, body }: Case, chain: readonly Suite[]): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  try {
    await all(chain.flatMap((suite) => suite.hooks.beforeEach));
    await notHanging(body({ name, after: (cleanUp) => cleanUps.push(cleanUp) }));
  } finally {
    await all(cleanUps);
    await all(chain.toReversed().flatMap((suite) => suite.hooks.afterEach));
  }
}

async function notHanging(work: unknown): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${LONGEST_TEST} ms`)), LONGEST_TEST);
  });
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

async function all(hooks: readonly (() => unknown)[]): Promise<void> {
  for (const hook of hooks) {
    await hook();
  }
}

async function errorOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
}

function suiteOf(name: string): Suite {
  return { name, hooks: { before: [], after: [], beforeEach: [], afterEach: [] }, parts: [] };
}
