import { entropy } from './entropy.ts';
import type { SecretKind, SecretSource, SecretSpan } from './kinds.ts';
import { isName, isPlaceholder } from './placeholder.ts';

const PASSWORD = 'passw(?:or)?d|passwort|passphrase|pwd|(?<![a-z])pass(?![a-z])';
const KEYS =
  '(?:api|access|auth|signing|encryption|private|secret|master|account|shared)[-_ ]?key|(?<![a-z])auth(?![a-z])';
const NAME = `(?<word>${PASSWORD}|secret|token|${KEYS}|credential)(?<tail>[\\w-]{0,30})`;
/** Between a name and its value, also with a type in between, a call, or in a list of arguments. */
const SETS =
  '(?::\\s{0,3}[&\\w<>.?\\[\\]]{1,40}\\s{0,2}=|:=|=>|[=:,]|\\s{1,3}value=)\\s{0,3}\\(?\\s{0,8}(?:Buffer\\.from\\(|[brfu@])?';
const IS_PASSWORD = new RegExp(PASSWORD, 'i');
const QUOTED = new RegExp(
  `${NAME}["'\`\\])]{0,2}\\s{0,3}${SETS}(?<quote>["'\`])(?<value>(?:(?!\\k<quote>)[^\\n\\\\]|\\\\.){4,400})\\k<quote>`,
  'gi',
);
const PLAIN = new RegExp(
  `${NAME}["']?[ \\t]{0,3}[=:][ \\t]{0,3}(?<value>[^\\s"'\`,;(){}\\[\\]<>]{4,400})(?=[\\s"'&]|$)`,
  'gi',
);
const TAGGED = new RegExp(`<[\\w.-]{0,30}${NAME}>(?<value>[^<>\\s]{4,400})</`, 'gi');
/** Languages in which a value without quotes is an expression. */
const OF_CODE =
  /^(?:(?:java|type)script(?:react)?|python|java|csharp|cpp|c|go|rust|ruby|php|swift|kotlin|scala|dart|lua|perl|jsonc?|html|css|s[ac]ss|less|sql|graphql|vue|svelte|xml|terraform|objective-c)$/;
/** What comes behind such a word when the whole does not name a secret, but something about one. */
const ABOUT =
  /(?:ur[il]|path|file|dir|name|type|kind|id|field|label|hint|length|size|count|limit|expir\w*|ttl|header|prefix|suffix|regexp?|pattern|policy|reset|hash|algorithm|endpoint|ref|version|duration|placeholder|title|text|message|error|input|format|column|index|izer|required)s?$/i;
/** What comes before it, in the same way. */
const OF_OTHERS =
  /(?:page|next|cursor|continuation|csrf|xsrf|cancell?ation|max|min|num|public|sync|css|syntax)[-_.]?$/i;

/** Passwords, keys and secrets that are set by a name which says so. */
export function assignedIn(text: string, { languageId }: SecretSource): SecretSpan[] {
  const patterns = OF_CODE.test(languageId) ? [QUOTED, TAGGED] : [QUOTED, TAGGED, PLAIN];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap((match) => assigned(text, match)));
}

function assigned(text: string, match: RegExpExecArray): SecretSpan[] {
  const { word = '', tail = '', value = '', quote = '' } = match.groups ?? {};
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  if (ABOUT.test(tail) || OF_OTHERS.test(before)) {
    return [];
  }
  const isPassword = IS_PASSWORD.test(word);
  if (!(isPassword ? isPasswordValue(value) : isKeyValue(value))) {
    return [];
  }
  const start = match.index + match[0].lastIndexOf(`${quote}${value}`) + quote.length;
  const name = `${/[\w-]*$/.exec(before)?.[0] ?? ''}${word}${tail}`;
  return [{ kind: isPassword ? 'password' : kindOf(name, value), start, end: start + value.length }];
}

function kindOf(name: string, value: string): SecretKind {
  const isOfAws = /^[\w+/]{40}$/.test(value) && /secret[-_]?(?:access)?[-_]?key/i.test(name);
  return isOfAws || /aws[-_]?session/i.test(name) ? 'AWS key' : 'secret';
}

/** Whether a value that is called a password may be one: no word, no name, no sentence. */
export function isPasswordValue(value: string): boolean {
  return (
    value.length >= 4 &&
    /^[!-~]+$/.test(value) &&
    !/\(\?[:<!=]/.test(value) &&
    /[a-z]/i.test(value) &&
    /[^a-z\-_./:]/i.test(value) &&
    !isName(value) &&
    !isPlaceholder(value)
  );
}

/** Whether a value looks as if it were drawn by chance. */
export function isKeyValue(value: string): boolean {
  return (
    value.length >= 16 &&
    !/\s|:\/\//.test(value) &&
    /[a-z]/i.test(value) &&
    /\d/.test(value) &&
    entropy(value) >= 3 &&
    !isName(value) &&
    !isPlaceholder(value)
  );
}
