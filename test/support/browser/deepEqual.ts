/**
 * Whether two values are equal as `assert.deepEqual` of `node:assert/strict` means it: the same prototypes, the
 * same own enumerable properties, primitives by `Object.is`. For what tests compare: plain data, arrays, typed
 * arrays, maps, sets, dates, patterns and errors.
 */
export function isDeepStrictEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) {
    return true;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return false;
  }
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) {
    return false;
  }
  if (Array.isArray(left) && left.length !== (right as unknown[]).length) {
    return false;
  }
  return isDeepStrictEqual(insideOf(left), insideOf(right)) && haveEqualProperties(left, right);
}

/** What an object holds besides its properties, as arrays and primitives. */
function insideOf(value: object): unknown {
  if (value instanceof Map || value instanceof Set) {
    return [...value];
  }
  if (value instanceof Date) {
    return value.getTime();
  }
  if (value instanceof RegExp) {
    return String(value);
  }
  return value instanceof Error ? `${value.name}: ${value.message}` : undefined;
}

function haveEqualProperties(left: object, right: object): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every(
      (name) =>
        Object.hasOwn(right, name) && isDeepStrictEqual(Reflect.get(left, name), Reflect.get(right, name)),
    )
  );
}
