/*
 * What a line does with the block that it stands in, told by the words and marks with which it begins and ends. Of all
 * languages at once, since code in a reply often names no language, or another one; what only some have is a trait
 * (`language.ts`). A `CodeLine` tells which roles it has.
 */

/** Words by what they do when a line begins with them. */
const WORDS = {
  closes: 'end|fi|done|esac',
  /** A statement goes on with another block. */
  continues: 'else|elif|elsif|elseif|catch|except|finally|rescue|ensure',
  opens: 'then|do|begin|try',
  /** A statement with a block. */
  statement: 'if|for|foreach|while|switch|match|with|using|unless|until|loop',
  /** A statement that is nothing more than the word tells no place. */
  plain:
    'return|break|continue|pass|default|null|true|false|none|self|this|nil|private|public|protected|override|use strict|test',
};

/** Words of so many lines that two lines which share them have nothing in common. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  [
    ...Object.values(WORDS),
    'case|when|and|or|not|is|in|of|as|go|ok|err|error|new|async|await|const|let|var|val|mut|def|fn|func|function|static|void',
  ]
    .join('|')
    .split('|'),
);

const END_OF_WORD = String.raw`(?![\p{L}\p{N}_])`;
const NO_WORD = String.raw`[^\p{L}\p{N}_]*`;
const FENCE = '(?:\x60{3,}|~{3,})';
const STATEMENT = String.raw`(?:\}\s?)?(?:${WORDS.statement}|${WORDS.continues}|do|begin|try)${END_OF_WORD}`;

/** Of lines without white space at their ends. */
const ROLES = {
  /** Begins with what closes a block. */
  closes: new RegExp(`^(?:[})\\]]|<\\/|(?:${WORDS.closes})\\b|${FENCE}$)`, 'i'),
  /** Does nothing but close a block. */
  closer: new RegExp(`^(?:[})\\];,\\s]+|(?:${WORDS.closes});?|END;|${FENCE})$`),
  /** Is a word that closes a block. */
  closingWord: new RegExp(`^(?:${WORDS.closes})$`, 'i'),
  /** Ends with one. */
  endsWithWord: new RegExp(`(?:^|\\s)(?:${WORDS.closes})$`, 'i'),
  /** Goes on with the statement above, by another block, as `else` does. */
  continues: new RegExp(`^[})\\]]?\\s*(?:${WORDS.continues})${END_OF_WORD}`, 'u'),
  /** Begins a part of a statement, as `else` and `do` do. */
  opensPart: new RegExp(`^[})\\]]?\\s*(?:${WORDS.continues}|${WORDS.opens}|default)${END_OF_WORD}`, 'u'),
  /** A block follows, by what stands at its end. */
  opens: /(?:[{:([]|=>|\bdo|\bthen)\s*(?:(?:\/\/|#).*)?$/s,
  /** The next line is deeper: a block, a text, or what a tag is around. */
  opensDeeper: /(?:[{:([]|=>|\bdo|\bthen)\s*(?:(?:\/\/|#).*)?$|[|>][-+]?\d?$/s,
  /** Begins a statement with a block, or goes on with one. */
  statement: new RegExp(`^${STATEMENT}`, 'u'),
  /** Statements follow, by what ends or begins it. */
  opensStatements: new RegExp(
    `^${STATEMENT}|=>\\s?[{(]?$|\\bdo(?:\\s?\\|[^|]{0,80}\\|)?$|^(?=.*\\{$).*?\\bfunction\\b|\\|\\s?\\{$`,
    'u',
  ),
  /** Is the brace of what stands above, or goes on with its head. */
  partOfHead: /^(?:\{|where\b)/,
  /** Goes on with the expression above. */
  goesOn: /^(?:[.?:+*/%&|<>=,-]|and\b|or\b)/,
  /** One of several cases, which is not part of what stands above. What a function gives back is behind an arrow, too. */
  case: /^(?:case|default|when|elif|elsif|else if)\b|^_\s?(?:=>|->)|^(?:private|protected|public)\W?$|^(?!.*(?:\b(?:fn|func|fun|def)\b|\s::\s))(?:\{[^{}]*\}|[^{}=])+\s->\s/,
  /** An item of a list. */
  item: /^[-*]\s*\S*[\p{L}\p{N}]/u,
  /** Opens or closes a fence of Markdown. */
  fence: new RegExp(`^${FENCE}`),
  /** Leaves its block: what follows is never run. */
  leaves: /^(?:return|throw|raise|break|continue|exit|die|panic!?)\b/,
  /** Gives a value back. */
  returns: /^(?:return|yield)\b/,
  /** Says who can use what is below, as `public:` does in C++. */
  accessLabel: /^(?:public|private|protected|signals|slots)\b[^(]*:$/,
  /** Begins a class with parts such as `public:`. */
  classHead: /^(?:class|struct)\b/,
  /** Says what of the code above others can use, or what it returns. */
  export: /^(?:export\b|(?:module\.)?exports\b|__all__\b|pub use\b|return\b)/,
  /** Stands once in a file: what it exports, or what it runs. */
  once: /^(?:export default|module\.exports|exports\.|__all__|if __name__)\b/,
  /** Begins the text that documents what is declared above. */
  docstring: /^(?:"""|''')/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type Role = keyof typeof ROLES;

/** Whether a line, without white space at its ends, has a role. */
export function hasRole(trimmed: string, role: Role): boolean {
  return ROLES[role].test(trimmed);
}

/** @param word in lower case */
export function isCommonWord(word: string): boolean {
  return COMMON_WORDS.has(word);
}

/** What most lines like it have too. */
const COMMON = new RegExp(
  `^${NO_WORD}(?:(?:${WORDS.closes}|${WORDS.opens}|${WORDS.plain}|else|finally)${NO_WORD}(?:(?:null|true|false|none|self|this|nil|end)${NO_WORD})?)?$|^${NO_WORD}(?:catch|except)${END_OF_WORD}|^</?(?:div|span|p|li|td|section)>$`,
  'iu',
);

/** Elements and fences whose content is often not indented. */
const OPENS_FLAT_BLOCK = /^(?:<(script|style|template)\b|(`{3,}|~{3,})\w)/;

/** Preprocessor directives stand in the first column, whatever surrounds them. */
const DIRECTIVE =
  /^#\s*(?:if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma|region|endregion|error)\b/;

/** Whether a trimmed line tells where code belongs, as most lines do, but not `}` or `else`. */
export function tellsPlace(trimmed: string): boolean {
  return /[\p{L}\p{N}_].*[\p{L}\p{N}_]|[\p{L}_]\s*[=(]/u.test(trimmed) && !COMMON.test(trimmed);
}

/** Whether a line is written as a preprocessor directive is. Which languages have these is a trait. */
export function isDirective(line: string): boolean {
  return DIRECTIVE.test(line);
}

/** What closes an element or a fence whose content is often not indented, if a trimmed line opens one. */
export function flatBlockCloser(trimmed: string): string | undefined {
  const [, tag, fence] = OPENS_FLAT_BLOCK.exec(trimmed) ?? [];
  return tag === undefined ? fence : `</${tag}>`;
}

/** The indentation of a line with the dash of an entry of a list of data, and the blanks behind that. */
export function dashOf(line: string): string | undefined {
  return /^\s*-\s+/.exec(line)?.[0];
}

/** Whether a text is the dashes of entries of lists, with the blanks around. */
export function areDashes(text: string): boolean {
  return /^\s*(?:-\s+)+$/.test(text);
}

/** What a line begins with, in lower case: a word, or words joined by dashes. */
export function headOf(line: string): string | undefined {
  return /^[^\p{L}\p{N}_]*([\p{L}\p{N}_-]+)/u.exec(line)?.[1]?.toLowerCase();
}

/** What a trimmed line gives a value to; `return` and its like at the end of a function. */
export function subjectOf(trimmed: string): string | undefined {
  return SUBJECT.exec(trimmed)?.[0].trim();
}

const SUBJECT =
  /^(?:(?:return|throw|raise)\b|["'\p{L}_$@][^=:]*[\p{L}\p{N}_\])"'](?=\s*(?:[-+*/%|&?:]?=(?!=)|:[\s"'{[])))/u;

/** A trimmed line without the comma or another separator at its end. */
export function withoutSeparator(trimmed: string): string {
  return trimmed.length > 1
    ? trimmed.replace(/(?<!\s)\s*(?:[,;]|(?:(?:&&|\|\|?)\s+)?\\|&&|\|\|?)$/, '')
    : trimmed;
}

/** The start of the tag that a trimmed line begins with. */
export function tagOf(trimmed: string): string | undefined {
  return /^<[\w-]+/.exec(trimmed)?.[0];
}

/** Number of brackets that a trimmed line begins with and that close others. */
export function closersOf(trimmed: string): number {
  return /^[})\]]*/.exec(trimmed)?.[0].length ?? 0;
}

/** Whether a trimmed text ends with a bracket that is open. */
export function endsWithBracket(trimmed: string): boolean {
  return /[([{]$/.test(trimmed);
}
