import { fitsWildcards, type Wildcard } from './wildcards.ts';

/** Whether a name, without slashes, fits. */
export type NamePattern = (name: string) => boolean;

type Part = Wildcard<string>;

/**
 * A pattern for names as a `.gitignore` has it, with `*`, `?`, `[a-z]` and `\`; `undefined` where it is none. Takes a
 * time that grows with the length of the name times that of the pattern, whatever is in them: others write both.
 */
export function namePattern(text: string): NamePattern | undefined {
  if (isLiteral(text)) {
    return (name) => name === text;
  }
  const end = text.slice(1);
  if (text.startsWith('*') && isLiteral(end)) {
    return (name) => name.endsWith(end);
  }
  const parts = partsOf(text);
  return parts && ((name) => fitsWildcards(parts, [...name]));
}

/** Whether it stands for itself alone. */
export function isLiteral(text: string): boolean {
  return !/[*?[\]\\]/.test(text);
}

function partsOf(text: string): Part[] | undefined {
  const characters = [...text];
  const parts: Part[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '[') {
      const end = endOfClass(characters, at);
      const part = end === undefined ? undefined : classOf(characters.slice(at + 1, end));
      if (end === undefined || part === undefined) {
        return undefined;
      }
      parts.push(part);
      at = end;
    } else if (character === '*') {
      parts.push(undefined);
    } else if (character === '?') {
      parts.push(() => true);
    } else {
      at += character === '\\' ? 1 : 0;
      const itself = characters[at];
      if (itself === undefined) {
        return undefined;
      }
      parts.push((other) => other === itself);
    }
  }
  return parts;
}

/** Where the `]` stands that ends a class; the first one after `[`, `[!` or `[^` is one of its characters. */
function endOfClass(characters: readonly string[], start: number): number | undefined {
  const sign = characters[start + 1];
  const first = start + (sign === '!' || sign === '^' ? 2 : 1);
  for (let at = first; at < characters.length; at += 1) {
    if (characters[at] === '\\') {
      at += 1;
    } else if (characters[at] === ']' && at > first) {
      return at;
    }
  }
  return undefined;
}

/** Classes with names, such as `[:digit:]`, are not known. */
function classOf(inside: readonly string[]): ((character: string) => boolean) | undefined {
  if (inside.join('').includes('[:')) {
    return undefined;
  }
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const own = inside.slice(isNegated ? 1 : 0).filter((each) => each !== '\\');
  const ranges: [string, string][] = [];
  for (let at = 0; at < own.length; at += 1) {
    const first = own[at] ?? '';
    const last = own[at + 2];
    if (own[at + 1] === '-' && last !== undefined) {
      ranges.push([first, last]);
      at += 2;
    } else {
      ranges.push([first, first]);
    }
  }
  return (character) => ranges.some(([first, last]) => character >= first && character <= last) !== isNegated;
}
