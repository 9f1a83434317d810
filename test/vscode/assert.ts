import { asRead } from '../support/said.ts';

/** Minimal assertions: `node:assert` does not exist in a web worker. */
export function ok(value: unknown, message: string): asserts value {
  if (!value) {
    throw new Error(message);
  }
}

/** Compares as JSON, that is by value, and what is said as a person reads it. */
export function equal(actual: unknown, expected: unknown, message = 'Not equal'): void {
  const [actualJson, expectedJson] = [actual, expected].map((value) => JSON.stringify(value, asRead, 2));
  ok(actualJson === expectedJson, `${message}\nactual: ${actualJson}\nexpected: ${expectedJson}`);
}

/** How long to wait, in ms: less than a test may take, so that it says what it waited for. */
const PATIENCE_MS = 150_000;

/** Polls `read` until `accept` returns true for its result, and returns that. */
export async function until<T>(read: () => T | Promise<T>, accept: (value: T) => boolean): Promise<T> {
  const start = Date.now();
  for (;;) {
    const value = await read();
    if (accept(value)) {
      return value;
    }
    ok(Date.now() - start < PATIENCE_MS, `Waited in vain: ${read} is ${String(value)}, not ${accept}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
