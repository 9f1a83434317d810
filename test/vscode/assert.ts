/** Minimal assertions: `node:assert` does not exist in a web worker. */
export function ok(value: unknown, message: string): asserts value {
  if (!value) {
    throw new Error(message);
  }
}

/** Compares as JSON, that is by value. */
export function equal(actual: unknown, expected: unknown, message = 'Not equal'): void {
  const [actualJson, expectedJson] = [actual, expected].map((value) => JSON.stringify(value, undefined, 2));
  ok(actualJson === expectedJson, `${message}\nactual: ${actualJson}\nexpected: ${expectedJson}`);
}

/** Polls `read` until `accept` returns true for its result, and returns that. Ends only by the test's own timeout. */
export async function until<T>(read: () => T | Promise<T>, accept: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (accept(value)) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
