/** The few assertions that the suites need, since `node:assert` does not exist in a web worker. */
export function ok(value: unknown, message: string): asserts value {
  if (!value) {
    throw new Error(message);
  }
}

/** Equal as JSON, so that lists and plain objects are compared by what they hold. */
export function equal(actual: unknown, expected: unknown, message = 'Not equal'): void {
  const [found, wanted] = [actual, expected].map((value) => JSON.stringify(value, undefined, 2));
  ok(found === wanted, `${message}\nactual: ${found}\nexpected: ${wanted}`);
}

/** Waits until `read` returns something that `accept` takes, and returns it. The test's own timeout ends the wait. */
export async function until<T>(read: () => T | Promise<T>, accept: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (accept(value)) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
