import type { CodeLine } from '../../code/codeLine.ts';
import { commentTexts } from '../../code/commentSyntax.ts';
import { hasTrait } from '../../code/languages.ts';

const ELLIPSIS = String.raw`(?:\.{3}|…)`;
/** All of them. A repetition of `ELLIPSIS` instead could match a row of dots in exponentially many ways. */
const DOTS = `${ELLIPSIS}[.…]*`;
const DOTS_ALONE = new RegExp(`^[[(<{]?\\s*${DOTS}\\s*[\\])>}]?[,;]?$`);
const STARTS_WITH_DOTS = new RegExp(`^[[(<]?\\s*${ELLIPSIS}`);
const ENDS_WITH_DOTS = new RegExp(`${ELLIPSIS}\\s*[\\])>]?$`);
/** A body that is nothing but dots, such as `foo() { ... }` and the same as a comment. */
const DOTS_AS_BODY = new RegExp(`\\{\\s*(?:${DOTS}|/\\*\\s*${ELLIPSIS}[^*]*\\*/)\\s*\\}`);
/** A docstring that says nothing. */
const DOTS_IN_QUOTES = new RegExp(`^[rRuU]?("{3}|'{3})\\s*${DOTS}\\s*\\1$`);
const COMMENT_AFTER_OPENER = new RegExp(`[{([:]\\s*(?:(?://|#|/\\*)\\s*)${ELLIPSIS}`);

const PARTS =
  'code|implementation|logic|content|contents|body|methods?|functions?|imports?|props|properties|fields|members|class|component|file|styles|rules|lines?|tests?|cases|entries|items|options|settings|config|configuration|routes|handlers|statements|script|document|section|sections|text|markup|jsx|elements|keys|values|stuff|part|parts|setup|definitions?|types|variables|columns|rows|steps|jobs|services|targets|dependencies';

/** Words that stand for what was left out. In short comments only, since long ones explain. */
const LEFT_OUT: readonly RegExp[] = [
  new RegExp(
    `^(?:\\w+\\W+){0,3}?(?:existing|original|previous|remaining|your|other|rest|same|current)\\W+(?:\\w+\\W+){0,3}?(?:${PARTS})(?:\\W+(?:here|goes here|above|below|unchanged|omitted|as before|as is|continues?|stays?(?: the same)?|remains?(?: the same| unchanged)?|follows?|etc))\\b`,
  ),
  new RegExp(`^(?:the |your |all )?(?:existing|remaining|previous|original) (?:\\w+ ){0,2}?(?:${PARTS})$`),
  /^(?:the |and )?rest (?:of|is|are|stays?|remains?|unchanged|as|goes|omitted|here|follows)\b/,
  /^(?:the |and )?rest$/,
  /^(?:keep|leave|copy|retain|insert|include|add)\b.*\b(?:the rest|unchanged|as is|as before|the others)\b|^(?:keep|leave) (?:all )?(?:the |your )?(?:existing|remaining|other|original) (?:\w+ ){0,2}?(?:code|implementation|logic|methods|functions|imports|content|properties|fields|styles|rules|tests)\b/,
  /^\W*(?:\w+\W+){0,6}?(?:is |are |remains? |stays? |left )?unchanged\W*$/,
  /\b(?:same|identical) (?:as|to) (?:before|above|earlier|previous(?:ly)?|existing|the (?:original|existing))\b/,
  /\b(?:omitted|truncated|shortened|elided|skipped|removed|abbreviated|hidden)\b.*\b(?:brevity|clarity|space|conciseness)\b|\bfor brevity\b/,
  /^\W*(?:\w+\W+){0,5}?(?:omitted|elided|snipped|snip|truncated)\W*$/,
  /^no (?:other )?changes?\b/,
  /^(?:\w+\W+){0,4}?(?:stays?|remains?) (?:the same|as (?:is|before|it (?:is|was)))\W*$/,
  /^(?:\w+\W+){0,3}?as before\W*$/,
];

/** Words that make dots at one end of a comment stand for code. */
const ABOUT_CODE = new RegExp(
  `\\b(?:existing|rest|remaining|unchanged|same|omitted|other|others|previous|before|original|more|etc|${PARTS})\\b`,
);

const MAX_WORDS = 12;
/** Of so many words, in UTF-16 units. */
const MAX_CHARS = 300;
const MAX_WORDS_AFTER_DOTS = 6;

/**
 * Whether code leaves out parts of what it replaces, such as with `// ... existing code ...`.
 * @param asked what the code takes the place of; what it has too is not an elision
 */
export function hasElision(code: readonly CodeLine[], asked: readonly CodeLine[]): boolean {
  const known = new Set(asked.map(({ trimmed }) => trimmed));
  return code.some(
    (line, index) => !line.isBlank && !known.has(line.trimmed) && isElision(code, index, line, known),
  );
}

/** Whether a line stands for lines that were left out. */
export function isElisionLine({ trimmed, languageId }: CodeLine): boolean {
  return isElisionText(trimmed, languageId);
}

function isElisionText(trimmed: string, languageId: string): boolean {
  return (
    DOTS_ALONE.test(trimmed) ||
    commentTexts(trimmed, languageId).some(saysLeftOut) ||
    // Without a comment's syntax, as in `... rest of the file ...`.
    (STARTS_WITH_DOTS.test(trimmed) && /^\W*\s/.test(trimmed) && hasWordsForLeftOut(plain(trimmed)))
  );
}

/** Whether a line stands for lines that were left out, and is no statement. */
export function isElisionAt(
  code: readonly CodeLine[],
  index: number,
  line: CodeLine,
  known: ReadonlySet<string>,
): boolean {
  return isElisionLine(line) && isElision(code, index, line, known);
}

/** Lines without blank ones at their ends, and without those that stand for what is above and below of them. */
export function withoutOuterElisions(lines: readonly CodeLine[]): readonly CodeLine[] {
  const isSaid = (line: CodeLine): boolean => !line.isBlank && !isElisionLine(line);
  const depth = lines.find(isSaid)?.indent.length ?? 0;
  const isOwn = (line: CodeLine): boolean => isSaid(line) || (!line.isBlank && line.indent.length > depth);
  return lines.slice(lines.findIndex(isSaid), lines.findLastIndex(isOwn) + 1);
}

function isElision(
  code: readonly CodeLine[],
  index: number,
  { trimmed, languageId }: CodeLine,
  known: ReadonlySet<string>,
): boolean {
  if (hasTrait(languageId, 'stubs') && /(?:^|:\s*)\.\.\.$/.test(trimmed)) {
    return isStubElision(code, index, trimmed, known);
  }
  const comment = /[{([:]\s*((?:\/\/|#|\/\*).*)$/s.exec(trimmed)?.[1] ?? '';
  return (
    isElisionText(trimmed, languageId) ||
    isElisionText(comment.replace(/(?<![})\]])[})\]]+[;,]?$/, ''), languageId) ||
    DOTS_AS_BODY.test(trimmed) ||
    DOTS_IN_QUOTES.test(trimmed) ||
    (COMMENT_AFTER_OPENER.test(trimmed) && !hasTrait(languageId, 'headings'))
  );
}

/** Where `...` is a statement, it leaves out a body if the code had one. */
function isStubElision(
  code: readonly CodeLine[],
  index: number,
  trimmed: string,
  known: ReadonlySet<string>,
): boolean {
  const above = code.slice(0, index);
  const header =
    trimmed === '...'
      ? (above.findLast(({ isBlank }) => !isBlank)?.trimmed ?? '')
      : trimmed.slice(0, -3).trimEnd();
  if (/["']{3}$/.test(header)) {
    const definition = above.findLast((line) => /^(?:async\s+)?(?:def|class)\b/.test(line.trimmed));
    return definition !== undefined && known.has(definition.trimmed);
  }
  return header.endsWith(':') ? known.has(header) : true;
}

function saysLeftOut(comment: string): boolean {
  const text = plain(comment);
  const words = text === '' ? 0 : text.split(/\s+/).length;
  if (words === 0) {
    return DOTS_ALONE.test(comment);
  }
  if (words > MAX_WORDS) {
    return false;
  }
  const [starts, ends] = [STARTS_WITH_DOTS.test(comment), ENDS_WITH_DOTS.test(comment)];
  return (
    (starts && ends) ||
    (starts && words <= MAX_WORDS_AFTER_DOTS) ||
    (ends && ABOUT_CODE.test(text)) ||
    hasWordsForLeftOut(text)
  );
}

function hasWordsForLeftOut(text: string): boolean {
  return text.length <= MAX_CHARS && LEFT_OUT.some((pattern) => pattern.test(text));
}

/** The words alone, in lower case. */
function plain(comment: string): string {
  return comment
    .toLowerCase()
    .replace(/\.{3,}|…/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
    .trim();
}
