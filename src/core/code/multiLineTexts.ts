import { lineCommentStart } from './commentSyntax.ts';
import type { Quotes } from './language.ts';
import { hasTrait, languageOf, perLanguage } from './languages.ts';
import {
  endOfQuotes,
  endOfTemplate,
  endOfVerbatim,
  QUOTES,
  REST_OF_CHARACTER,
  REST_OF_EXPRESSION,
  REST_OF_STRING,
  SCRIPT_TEMPLATE,
  sticky,
  TEMPLATES,
} from './stringEnds.ts';

/*
 * Strings of several lines. Each is one value: how its lines are indented is part of it, or not at all, but never for some
 * of its lines. What stands in one, or in a comment, declares nothing and is no part of a block.
 *
 * A language is known by what begins a string of several lines in it. Comments, strings of one line and regular
 * expressions are known as well, since they can have quotes that begin nothing.
 */

export interface MultiLineText {
  readonly kind: 'string' | 'comment';
  /** The line in which it begins. */
  readonly start: number;
  /** Exclusive. The lines after the first one, up to this, begin inside of it. */
  readonly end: number;
  /** Whether its lines must stand where they do, as in a here document. */
  readonly isVerbatim: boolean;
  /** Whether what its lines have in common of their indentation is no part of it. */
  readonly isTrimmed: boolean;
  /** Whether nothing stands in front of it on its first line. */
  readonly startsLine: boolean;
}

const IN_WORD = String.raw`\p{L}\p{N}_\\`;

const OPENERS: Readonly<Record<Quotes, string>> = {
  backticks: '`',
  templates: '`',
  triple: '"""+',
  tripleSingle: "'''",
  double: `(?<![${IN_WORD}])"`,
  single: `(?<![${IN_WORD}])'`,
  plainSingle: `(?<![${IN_WORD}])'`,
  raw: String.raw`\b[bc]?r#*"`,
  parenthesized: String.raw`\b(?:u8|[uUL])?R"[^\s()\\"]{0,16}\(`,
  verbatim: String.raw`(?:@\$?|\$@)"`,
  long: String.raw`(?<!-)\[=*\[`,
  hereString: String.raw`@["'](?=[ \t]*$)`,
  hereDocument: String.raw`<<<[ \t]*(?:"\w+"|'\w+'|\w+)|<<[-~]?(?:"\w+"|'\w+'|[A-Z_]\w*)|<<-?[ \t]+(?:"\w+"|'\w+'|[A-Z_]\w*)`,
};

/** What begins something, by its name. */
type Opener = Quotes | 'line' | 'block' | 'quote' | 'expression';

const patternFor = perLanguage((languageId): RegExp => {
  const quotes = languageOf(languageId).strings ?? [];
  const comment = lineCommentStart(languageId);
  const openers: readonly (readonly [Opener, string])[] = [
    ...(quotes.includes('long') ? [['block', `${comment}\\[=*\\[`] as const] : []),
    ['line', `(?<![^\\s;,{}()[\\]])(?:${comment})`],
    ...(comment.includes('/') || hasTrait(languageId, 'blockComments')
      ? [['block', String.raw`\/\*`] as const]
      : []),
    // A shell joins what is quoted to what is not, as in `-d';'`.
    ...quotes.map(
      (each) =>
        [
          each,
          hasTrait(languageId, 'shell') ? OPENERS[each].replace(IN_WORD, String.raw`\\`) : OPENERS[each],
        ] as const,
    ),
    ['quote', String.raw`(?<![\p{L}\p{N}\\])["']`],
    ...(hasTrait(languageId, 'slashExpressions')
      ? [
          [
            'expression',
            String.raw`(?<=[(=>,:[!&|?{};~]\s{0,9}|\b(?:return|if|when|unless)\s{1,9}|^\s{0,99})\/`,
          ] as const,
        ]
      : []),
  ];
  return new RegExp(openers.map(([name, source]) => `(?<${name}>${source})`).join('|'), 'gmu');
});

/** The strings and comments of several lines of a text, in order. Those that have no end are none. */
export function multiLineTexts(lines: readonly string[], languageId: string): MultiLineText[] {
  if (hasTrait(languageId, 'prose') || hasTrait(languageId, 'json')) {
    return [];
  }
  const text = lines.join('\n');
  const pattern = patternFor(languageId);
  const found: MultiLineText[] = [];
  // What has no end further up has none below; in a line, in the rest of that.
  const endless = new Map<string, number>();
  const hereDocuments = languageOf(languageId).strings?.includes('hereDocument')
    ? hereDocumentFinder(lines, languageId)
    : undefined;
  let [line, lineStart, lineEnd] = [0, 0, endOfLine(text, 0)];
  const goTo = (index: number): void => {
    while (lineEnd < index) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
  };
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [opener] = match;
    const kind = openerOf(match);
    const from = match.index + opener.length;
    const key = kind === 'quote' || kind === 'expression' ? `${kind}${opener}` : opener;
    if ((endless.get(key) ?? 0) > match.index) {
      continue;
    }
    goTo(match.index);
    const [start, startsLine] = [line, isBlankBetween(text, lineStart, match.index)];
    if (kind === 'hereDocument') {
      const document = hereDocuments?.(start, opener);
      if (document !== undefined) {
        found.push({ ...document, startsLine });
        while (line < document.end && lineEnd < text.length) {
          goTo(lineEnd + 1);
        }
        pattern.lastIndex = line < document.end ? text.length : lineStart;
      }
      continue;
    }
    const end = endOf(text, from, opener, kind, languageId);
    if (end < 0) {
      const isInLine = kind === 'quote' || kind === 'expression';
      endless.set(key, isInLine ? lineEnd : text.length + 1);
      continue;
    }
    goTo(end);
    if (line > start && kind !== 'line') {
      found.push({
        kind: kind === 'block' ? 'comment' : 'string',
        start,
        end: line + 1,
        isVerbatim: kind === 'hereString',
        isTrimmed: kind === 'triple' && hasTrait(languageId, 'trimmedStrings'),
        startsLine,
      });
    }
    pattern.lastIndex = end;
  }
  return found;
}

/** Index of the line end from an index on, or of the end of the text. */
function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Whether a part of a line is white space. What is not is near its start in all but few lines. */
function isBlankBetween(text: string, start: number, end: number): boolean {
  NOT_BLANK.lastIndex = start;
  return NOT_BLANK.exec(text)?.index === end;
}

const NOT_BLANK = /\S/g;

function openerOf({ groups = {} }: RegExpExecArray): Opener {
  for (const name in groups) {
    if (groups[name] !== undefined) {
      return name as Opener;
    }
  }
  return 'line';
}

/** Index after what an opener begins; negative if it has no end. */
function endOf(text: string, from: number, opener: string, kind: Opener, languageId: string): number {
  const after = (closer: string): number => {
    const at = text.indexOf(closer, from);
    return at < 0 ? -1 : at + closer.length;
  };
  switch (kind) {
    case 'line':
      return endOfLine(text, from);
    case 'block':
      return after(opener === '/*' ? '*/' : opener.slice(2).replaceAll('[', ']'));
    case 'quote': {
      const isCharacter = hasTrait(languageId, 'noSingleQuotes') && opener === "'";
      return sticky(
        text,
        from,
        isCharacter ? REST_OF_CHARACTER : (REST_OF_STRING[opener] ?? REST_OF_CHARACTER),
      );
    }
    case 'expression':
      return sticky(text, from, REST_OF_EXPRESSION);
    case 'templates':
      return endOfTemplate(text, from, SCRIPT_TEMPLATE);
    case 'raw':
      return after(`"${opener.replace(/[^#]/g, '')}`);
    case 'parenthesized':
      return after(`)${opener.slice(opener.indexOf('"') + 1, -1)}"`);
    // In a shell, nothing is escaped in single quotes; in SQL, a quote is by another one.
    case 'plainSingle':
      return after(opener);
    case 'long':
      return after(opener.replaceAll('[', ']'));
    case 'hereString':
      return after(`\n${opener[1]}@`);
    case 'verbatim':
      return endOfVerbatim(text, from);
    case 'double':
    case 'single':
    case 'triple':
    case 'tripleSingle': {
      const { codeInStrings } = languageOf(languageId);
      const template = kind === 'double' ? TEMPLATES[codeInStrings ?? ''] : undefined;
      return template !== undefined
        ? endOfTemplate(text, from, template)
        : endOfQuotes(text, from, QUOTES[opener[0] ?? ''] ?? /"/g, opener);
    }
    default:
      return after(opener);
  }
}

/** Finds the here document that an opener begins in a line. */
function hereDocumentFinder(
  lines: readonly string[],
  languageId: string,
): (start: number, opener: string) => Omit<MultiLineText, 'startsLine'> | undefined {
  const ends = Map.groupBy(lines.keys(), (line) =>
    (lines[line] ?? '').trim().replace(/(?<![;,)])[;,)]+$/, ''),
  );
  // Of each name, how many are above the last opener.
  const above = new Map<string, number>();
  return (start, opener) => {
    const name = /\w+/.exec(opener)?.[0] ?? '';
    const isIndented = /^<<[-~]/.test(opener) || hasTrait(languageId, 'indentedTextEnd');
    const all = ends.get(name) ?? [];
    const isEnd = (line: number): boolean => isIndented || (lines[line] ?? '').startsWith(name);
    let at = above.get(name) ?? 0;
    for (let line = all[at]; line !== undefined && (line <= start || !isEnd(line)); line = all[at]) {
      at++;
    }
    above.set(name, at);
    const last = all[at];
    if (last === undefined) {
      return undefined;
    }
    const isCodeEnd = opener.startsWith('<<-') && hasTrait(languageId, 'codeTextEnd');
    const isTrimmed = opener.startsWith('<<~') || hasTrait(languageId, 'trimmedStrings');
    return {
      kind: 'string',
      start,
      end: isCodeEnd ? last : last + 1,
      isVerbatim: !isIndented || isCodeEnd,
      isTrimmed,
    };
  };
}
