/** Cost of a completed call in characters, given its receiver, arguments, result and the `lastIndex` before it. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown, from: number) => number;

const lengthOf = (text: unknown) => String(text).length;
const lengthOfReceiver: Cost = (self) => lengthOf(self);

/** A search scans from `lastIndex` to the end of the match or, without a match, to the end of the text. */
const scannedByMatch: Cost = (_, [text], result, from) => {
  const match = result as RegExpExecArray | null;
  return (match ? match.index + match[0].length : lengthOf(text)) - from;
};

const INSTRUMENTED: readonly (readonly [owner: object, name: string, cost: Cost])[] = [
  ...['indexOf', 'includes', 'split', 'trim', 'trimStart', 'trimEnd', 'replace', 'match'].map(
    (name) => [String.prototype, name, lengthOfReceiver] as const,
  ),
  [String.prototype, 'startsWith', (_, [text]) => lengthOf(text)],
  [String.prototype, 'slice', (_, __, result) => lengthOf(result)],
  [RegExp.prototype, 'exec', scannedByMatch],
  [Array.prototype, 'join', (_, __, result) => lengthOf(result)],
  [JSON, 'parse', (_, [text]) => lengthOf(text)],
];

/**
 * Counts the characters that string functions scan or copy while `work` runs. Concatenation is not counted, but
 * scanning a growing buffer again and again is.
 */
export function charactersTouched(work: () => void): number {
  let count = 0;
  const undo = INSTRUMENTED.map(([owner, name, cost]) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') {
      throw new Error(`There is no ${name} to instrument`);
    }
    const instrumented = function (this: unknown, ...args: unknown[]): unknown {
      const from = this instanceof RegExp ? this.lastIndex : 0;
      const result: unknown = Reflect.apply(original, this, args);
      count += cost(this, args, result, from);
      return result;
    };
    replace(owner, name, instrumented);
    return () => replace(owner, name, original);
  });
  try {
    work();
  } finally {
    for (const step of undo) {
      step();
    }
  }
  return count;
}

function replace(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}
