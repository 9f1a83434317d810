/*
 * Where a string ends, by what begins it. Each is read once: no pattern tries again what another one has read.
 */

/** What is in strings of one line, up to the quote that ends it. */
export const REST_OF_STRING: Readonly<Record<string, RegExp>> = {
  '"': /(?:\\.|[^"\\\n])*"/y,
  "'": /(?:\\.|[^'\\\n])*'/y,
};

export const REST_OF_EXPRESSION = /(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//y;
/** Of a character in Rust; else it is a lifetime. */
export const REST_OF_CHARACTER = /(?:\\[^\n']{1,10}|[^'\\\n])'/y;

export function sticky(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Escaped characters, and quotes in a row. */
export const QUOTES: Readonly<Record<string, RegExp>> = { '"': /\\[\s\S]|"+/g, "'": /\\[\s\S]|'+/g };

/** @param pattern of what can be the closer, or begin with it */
export function endOfQuotes(text: string, from: number, pattern: RegExp, closer: string): number {
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0].startsWith(closer)) {
      return match.index + closer.length;
    }
  }
  return -1;
}

/** In C#, a quote in such a string is written twice. */
export function endOfVerbatim(text: string, from: number): number {
  const quotes = /"+/g;
  quotes.lastIndex = from;
  for (let match = quotes.exec(text); match !== null; match = quotes.exec(text)) {
    if (match[0].length % 2 === 1) {
      return match.index + match[0].length;
    }
  }
  return -1;
}

/** A string that can have code in it, with strings in that. */
interface Template {
  readonly quote: string;
  readonly inText: RegExp;
  readonly inCode: RegExp;
  /** What begins code. */
  readonly start: string;
  /** Brackets around code. */
  readonly open: string;
  readonly close: string;
}

export const SCRIPT_TEMPLATE: Template = {
  quote: '`',
  inText: /\\[\s\S]|`|\$\{/g,
  inCode: /[`{}]|"(?:\\.|[^"\\\n]){0,1000}"|'(?:\\.|[^'\\\n]){0,1000}'/g,
  start: '${',
  open: '{',
  close: '}',
};

const IN_BRACES = /["{}]|'(?:\\.|[^'\\\n]){0,1000}'/g;

/** By what begins code in a string. */
export const TEMPLATES: Readonly<Record<string, Template>> = {
  '{$': { quote: '"', inText: /\\[\s\S]|"|\{\$/g, inCode: IN_BRACES, start: '{$', open: '{', close: '}' },
  '#{': { quote: '"', inText: /\\[\s\S]|"|#\{/g, inCode: IN_BRACES, start: '#{', open: '{', close: '}' },
  '$(': {
    quote: '"',
    inText: /\\[\s\S]|"|\$\(/g,
    inCode: /["()]|\\.|'[^'\n]{0,1000}'/g,
    start: '$(',
    open: '(',
    close: ')',
  },
};

export function endOfTemplate(
  text: string,
  from: number,
  { quote, inText, inCode, start, open, close }: Template,
): number {
  // For each open string or code, how many brackets are open in it; of a string, -1.
  const depths = [-1];
  let at = from;
  while (depths.length > 0) {
    const depth = depths.at(-1) ?? -1;
    const pattern = depth < 0 ? inText : inCode;
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) {
      return -1;
    }
    at = pattern.lastIndex;
    if (found === quote ? depth >= 0 : depth < 0 && found === start) {
      depths.push(found === quote ? -1 : 0);
    } else if (found === quote || (found === close && depth === 0)) {
      depths.pop();
    } else if (found === open || found === close) {
      depths[depths.length - 1] = depth + (found === open ? 1 : -1);
    }
  }
  return at;
}
