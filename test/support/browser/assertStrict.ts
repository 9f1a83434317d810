import { isDeepStrictEqual } from './deepEqual.ts';

/** What tests use of `node:assert/strict`, for a browser: the bundle of the tests has this in its place. */

type Message = string | Error | undefined;
type Expected = RegExp | (new (...args: never[]) => object) | Record<string, unknown> | undefined;

function fail(message: Message = 'Failed'): never {
  throw message instanceof Error ? message : new Error(message);
}

function ok(value: unknown, message: Message = `${show(value)} is not true`): void {
  if (!value) {
    fail(message);
  }
}

const checks = {
  ok,
  fail,
  equal: (actual: unknown, expected: unknown, message?: Message) =>
    ok(Object.is(actual, expected), message ?? `${show(actual)} is not ${show(expected)}`),
  notEqual: (actual: unknown, expected: unknown, message?: Message) =>
    ok(!Object.is(actual, expected), message ?? `both are ${show(actual)}`),
  deepEqual: (actual: unknown, expected: unknown, message?: Message) =>
    ok(isDeepStrictEqual(actual, expected), message ?? `${show(actual)}\nis not\n${show(expected)}`),
  notDeepEqual: (actual: unknown, expected: unknown, message?: Message) =>
    ok(!isDeepStrictEqual(actual, expected), message ?? `both are ${show(actual)}`),
  match: (text: string, pattern: RegExp, message?: Message) =>
    ok(pattern.test(text), message ?? `${show(text)} does not match ${pattern}`),
  doesNotMatch: (text: string, pattern: RegExp, message?: Message) =>
    ok(!pattern.test(text), message ?? `${show(text)} matches ${pattern}`),
  throws(work: () => unknown, expected?: Expected) {
    let result: unknown;
    try {
      result = work();
    } catch (error) {
      checkError(error, expected);
      return;
    }
    fail(`Nothing was thrown; it returned ${show(result)}`);
  },
  async rejects(work: Promise<unknown> | (() => Promise<unknown>), expected?: Expected) {
    let result: unknown;
    try {
      result = await (typeof work === 'function' ? work() : work);
    } catch (error) {
      checkError(error, expected);
      return;
    }
    fail(`Nothing was rejected; it resolved to ${show(result)}`);
  },
};

function checkError(error: unknown, expected: Expected): void {
  if (expected instanceof RegExp) {
    ok(expected.test(String(error)), `${String(error)} does not match ${expected}`);
  } else if (typeof expected === 'function') {
    ok(error instanceof expected, `${String(error)} is no ${expected.name}`);
  } else {
    for (const [name, value] of Object.entries(expected ?? {})) {
      const actual = (error as Record<string, unknown>)[name];
      const same = value instanceof RegExp ? value.test(String(actual)) : isDeepStrictEqual(actual, value);
      ok(same, `${name}: ${show(actual)} is not ${show(value)}`);
    }
  }
}

function show(value: unknown): string {
  return typeof value === 'object'
    ? (JSON.stringify(value) ?? String(value))
    : `${typeof value} ${String(value)}`;
}

const assert = Object.assign(ok, checks);

// biome-ignore lint/style/noDefaultExport: the module that this stands in for has one
export default assert;
