import { hasTrait } from '../../code/languages.ts';
import { CONSOLE_PROMPT, PROMPTS } from '../../code/prompts.ts';

/*
 * Marks around the lines of a code block that are no code: line numbers, prompts, quote marks, the plus of a diff, and the
 * entities of HTML. They are marks if they stand on every line, count up or repeat, and nothing that was asked about has
 * them.
 */

/** The mark at the start of a line, with the blanks behind it in a group. */
interface Mark {
  readonly pattern: RegExp;
  /** Blanks behind it that belong to it, at most. */
  readonly blanks: number;
  readonly countsUp?: true;
}

const MARKS: readonly Mark[] = [
  { pattern: /^\s*L?(?<number>\d+)\s*(?:[|│]|[:.)](?=\s|$))(?<blanks>[ \t]*)/, blanks: 1, countsUp: true },
  { pattern: /^\s*(?<number>\d+)(?<blanks>\t| {2,}(?=\S)|$)/, blanks: 2, countsUp: true },
  ...PROMPTS.map((pattern): Mark => ({ pattern, blanks: 1 })),
  { pattern: /^>(?<blanks> +|$)/, blanks: 1 },
  { pattern: /^\+(?<blanks> *)/, blanks: 1 },
];

/** A key, as of an object whose keys are numbers. */
const KEY = /^\s*["'\w.-]+\s*:/;

/** Of the diff of a model that marks only what is new. */
const PLUS = /^\+ /;

/** Where code needs straight ones. */
const CURLY_QUOTES = /[“”‘’]/;

/** Whether the first of them stands in a string, a comment, or a text between tags. */
function isText(line: string): boolean {
  return /["'`*#>]|\/\/|--/.test(line.slice(0, Math.max(0, line.search(CURLY_QUOTES))));
}

const ENTITY = /&(?:lt|gt|amp|quot|#39|#x27|apos|nbsp);/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

/**
 * @param asked what was asked about
 * @returns the code without marks; undefined if there are none
 */
export function withoutMarks(
  code: readonly string[],
  asked: readonly string[],
  languageId: string,
): readonly string[] | undefined {
  const own = hasTrait(languageId, 'prose') ? undefined : withoutLineMarks(code, asked);
  const plain = withoutEntities(own ?? code, asked);
  const isSuspect = (pattern: RegExp): boolean =>
    code.some((line) => pattern.test(line)) && !asked.some((line) => pattern.test(line.trim()));
  const isConsole = CONSOLE_PROMPT.test(code[0] ?? '') && isSuspect(CONSOLE_PROMPT);
  const hasCurlyQuotes = isSuspect(CURLY_QUOTES) && !code.some(isText);
  const isMarked = isConsole || isSuspect(PLUS) || hasCurlyQuotes;
  return plain ?? own ?? (isMarked && !hasTrait(languageId, 'prose') ? code : undefined);
}

function withoutLineMarks(code: readonly string[], asked: readonly string[]): readonly string[] | undefined {
  const texts = code.filter((line) => line.trim() !== '');
  const mark = MARKS.find(
    ({ pattern, countsUp }) =>
      texts.every((line) => pattern.test(line)) &&
      !asked.some((line) => line.trim() !== '' && pattern.test(line.trim())) &&
      (countsUp ? doCountUp(texts, pattern) && !asked.every((line) => KEY.test(line)) : texts.length > 0),
  );
  if (mark === undefined) {
    return undefined;
  }
  const found = code.map((line) => mark.pattern.exec(line));
  const blanks = found
    .filter((each, index) => each !== null && each[0].length < (code[index] ?? '').length)
    .map((each) => each?.groups?.['blanks']?.length ?? 0);
  const removed = blanks.reduce((one, other) => Math.min(one, other), mark.blanks);
  return code.map((line, index) => {
    const [all = '', groups] = [found[index]?.[0], found[index]?.groups];
    const own = groups?.['blanks'] ?? '';
    return own.slice(removed) + line.slice(all.length);
  });
}

function doCountUp(lines: readonly string[], pattern: RegExp): boolean {
  const numbers = lines.map((line) => Number(pattern.exec(line)?.groups?.['number']));
  return (
    lines.length > 1 &&
    numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number))
  );
}

/** Code that was written for a page: it has all signs of HTML as entities, outside of strings too. */
function withoutEntities(code: readonly string[], asked: readonly string[]): readonly string[] | undefined {
  const isWritten = code.some((line) => (line.match(ENTITY) ?? []).length > 0 && !isInQuotes(line));
  const hasSigns = code.some((line) => line.includes('<') || /&(?!#?\w+;)/.test(line));
  const isKnown = asked.some((line) => line.search(ENTITY) >= 0);
  return isWritten && !hasSigns && !isKnown
    ? code.map((line) => line.replace(ENTITY, (entity) => CHARACTERS[entity] ?? entity))
    : undefined;
}

/** Whether the first entity of a line stands in a string. */
function isInQuotes(line: string): boolean {
  const before = line.slice(0, Math.max(0, line.search(ENTITY)));
  return (before.match(/["'`]/g) ?? []).length % 2 === 1;
}
