import { cutText } from '../../base/characterEnd.ts';
import { lineCommentStart } from '../code/commentSyntax.ts';
import { hasTrait, languageOf } from '../code/languages.ts';

/** A name that code refers to, with the offset of its first use, in UTF-16 code units. */
interface UsedName {
  readonly name: string;
  readonly offset: number;
}

/** Characters of a text that are read. More is no selection that anybody looks through. */
const MAX_CHARS = 200_000;

/** Words that are keywords in most of the languages that have them, so that nothing in the workspace defines them. */
const KEYWORDS = new Set(
  (
    'abstract and as assert async await bool boolean break byte case catch char class const constructor ' +
    'continue debugger declare def default defer delete do double elif else elseif elsif enum except export ' +
    'extends extern false finally float fn for foreach from func function goto if impl implements import in ' +
    'include inline instanceof int interface is let local mut namespace native new nil none None nonlocal not ' +
    'null nullptr of or override pass private protected pub public raise readonly require return satisfies ' +
    'self Self sizeof static string struct super switch synchronized then this throw throws trait true True ' +
    'False try typedef typename typeof undefined unless unsafe unsigned using var virtual void volatile while ' +
    'with yield'
  ).split(' '),
);

/** Code inside a string, such as `${name}` and `#{name}`; in a formatted string also `{name}`. */
const EMBEDDED = /[$#]\{([^{}]*)\}/g;
const EMBEDDED_IN_FORMATTED = /\{([^{}]*)\}/g;

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*`;

/**
 * The names that code uses, each once, in their order: not those in comments and strings, nor keywords and numbers. What is
 * a comment or a string is known only roughly, so that a name may be missing or be a word of a text.
 * @param maxNames the others are only counted
 */
export function namesInCode(
  text: string,
  languageId: string,
  maxNames: number,
): { names: UsedName[]; omitted: number } {
  const offsets = new Map<string, number>();
  const add = (name: string, offset: number): void => {
    if (!KEYWORDS.has(name) && !offsets.has(name)) {
      offsets.set(name, offset);
    }
  };
  for (const { index, groups } of cutText(text, MAX_CHARS).matchAll(tokenPattern(languageId))) {
    const { name, string, formatted } = groups ?? {};
    if (name !== undefined) {
      add(name, index);
    }
    const content = string ?? formatted ?? '';
    const pattern = formatted === undefined ? EMBEDDED : EMBEDDED_IN_FORMATTED;
    for (const embedded of content.matchAll(pattern)) {
      const start = index + embedded.index + embedded[0].indexOf('{') + 1;
      for (const inner of (embedded[1] ?? '').matchAll(new RegExp(NAME, 'gu'))) {
        add(inner[0], start + inner.index);
      }
    }
  }
  const all = [...offsets].map(([name, offset]) => ({ name, offset }));
  const names = all.slice(0, maxNames);
  return { names, omitted: all.length - names.length };
}

/** Each alternative takes a text whole or, if it isn't closed, to its end, so that nothing is read twice. */
function tokenPattern(languageId: string): RegExp {
  const lineComment = lineCommentStart(languageId);
  const quotes = languageOf(languageId).strings ?? [];
  const hasBackticks = quotes.includes('templates') || quotes.includes('backticks');
  const strings = [
    String.raw`"""[\s\S]*?(?:"""|$)`,
    String.raw`'''[\s\S]*?(?:'''|$)`,
    String.raw`"(?:[^"\\\n]|\\.)*"?`,
    // Limited, since one that isn't closed is no string, and read again.
    hasTrait(languageId, 'noSingleQuotes')
      ? String.raw`'(?:\\[^'\n]{1,10}|[^'\\\n])'`
      : String.raw`'(?:[^'\\\n]|\\.){0,200}'`,
    ...(hasBackticks ? [String.raw`\x60(?:[^\x60\\]|\\[\s\S])*\x60?`] : []),
  ].join('|');
  const alternatives = [
    // In a shell, it is a path.
    ...(lineComment.includes('/') ? [String.raw`\/\*[\s\S]*?(?:\*\/|$)`] : []),
    String.raw`<!--[\s\S]*?(?:-->|$)`,
    `(?:${lineComment}).*`,
    String.raw`(?<formatted>(?:[fF][rR]?|[rR][fF]|\$@?)(?:${strings}))`,
    `(?<string>${strings})`,
    String.raw`\d[\p{L}\p{N}_]*`,
    `(?<name>${NAME})`,
  ];
  return new RegExp(alternatives.join('|'), 'gu');
}
