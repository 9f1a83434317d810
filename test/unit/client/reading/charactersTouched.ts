/** What a call cost, in characters; asked after it, with what the call was made on, was given and gave. */
type Cost = (self: unknown, args: readonly unknown[], result: unknown, from: number) => number;

const lengthOf = (text: unknown) => String(text).length;
const own: Cost = (self) => lengthOf(self);

/** A match looks at what is between the place where it began and its own end, and without one at all the rest. */
const matched: Cost = (_, [text], result, from) => {
  const match = result as RegExpExecArray | null;
  return (match ? match.index + match[0].length : lengthOf(text)) - from;
};

const WATCHED: readonly (readonly [owner: object, name: string, cost: Cost])[] = [
  ...['indexOf', 'includes', 'split', 'trim', 'trimStart', 'trimEnd', 'replace', 'match'].map(
    (name) => [String.prototype, name, own] as const,
  ),
  [String.prototype, 'slice', (_, __, result) => lengthOf(result)],
  [RegExp.prototype, 'exec', matched],
  [Array.prototype, 'join', (_, __, result) => lengthOf(result)],
  [JSON, 'parse', (_, [text]) => lengthOf(text)],
];

/**
 * Counts the characters that string functions look through or copy while `work` runs. Concatenation is not
 * seen, but a buffer that grows by it is looked through again and again, and that is.
 */
export function charactersTouched(work: () => void): number {
  let count = 0;
  const undo = WATCHED.map(([owner, name, cost]) => {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') {
      throw new Error(`There is no ${name} to watch`);
    }
    const watched = function (this: unknown, ...args: unknown[]): unknown {
      const from = this instanceof RegExp ? this.lastIndex : 0;
      const result: unknown = Reflect.apply(original, this, args);
      count += cost(this, args, result, from);
      return result;
    };
    replace(owner, name, watched);
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
