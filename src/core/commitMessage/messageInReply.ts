import { firstFence } from '../markdown/codeBlocks.ts';

/*
 * Models say something around the message although they were asked not to, and mark it up. Only what is certainly not
 * part of it is taken off: a message can have a subject that ends in a colon, lists, and examples in fences.
 */

/** Maximum length of a subject, and of what introduces the message, in UTF-16 code units. */
const MAX_SUBJECT_CHARS = 120;
const MAX_INTRODUCTION_CHARS = 300;

const THOUGHTS = /^<(think|thinking|thought)>[\s\S]*?<\/\1>/i;
/** The end of thoughts whose start a service has cut off: alone on its line, or behind a sentence. */
const END_OF_THOUGHTS = /(?:^|[.!?…:。！？)"'])[ \t]*<\/(?:think|thinking|thought)>[ \t]*$/im;

const NAMES_MESSAGE =
  /commit[- ]?(?:message|msg|nachricht|bericht)|(?:message|mensaje|messaggio|mensagem) d[eio] commit|mensaje de confirmaci[oó]n|сообщени[ея] (?:для )?коммита|提交(?:信息|消息|说明)|コミットメッセージ|커밋 ?메시지/i;
const ANSWERS =
  /^(?:sure|certainly|of course|ok|okay|absolutely|great|here(?:['’]s| is| are)|below is)(?![\p{L}-])/iu;
const ONLY_ANSWERS = /^(?:sure(?: thing)?|certainly|of course|ok|okay|absolutely|great)[.!]?$/i;

/** As of Conventional Commits. */
const TYPE = /^[a-z]{2,12}(?:\([^()\n]{1,40}\))?!?: \S/;

/** What stands above a message, and before one. */
const LABEL_LINE = /^(?:(?:the|suggested|proposed|generated) )?(?:git )?commit message(?<colon>:)?$/i;
const LABEL =
  /^(?:\*\*)?(?:[Ss]uggested |[Pp]roposed )?[Cc]ommit [Mm]essage:(?:\*\*)?[ \t]+(?=\p{Lu}|[a-z(]+!?\)?:|(?:"[^"\n]+"|`[^`\n]+`)$)/u;

/** A message as models give it to Git. */
const COMMAND = /^(?:\$ )?git commit(?: (?:-m|-am|--message)[ =](?:"[^"\\]+"|'[^']+'))+$/;
const ARGUMENT = /[ =](?:"([^"\\]+)"|'([^']+)')/g;

const QUOTES: ReadonlySet<string> = new Set(['""', "''", '“”', '„“', '«»', '``', '「」']);

/** Takes off what models put around a message. Empty if there is none. */
export function messageInReply(reply: string): string {
  const text = withoutThoughts(reply.replaceAll('\r\n', '\n').trim());
  return withoutMarkup(withoutCommand(inFence(text) ?? withoutIntroduction(text)));
}

function withoutCommand(text: string): string {
  const parts = COMMAND.test(text) ? [...text.matchAll(ARGUMENT)] : [];
  return parts.length === 0 ? text : parts.map(([, double, single]) => double ?? single).join('\n\n');
}

function withoutThoughts(text: string): string {
  const thoughts = THOUGHTS.exec(text) ?? (/^<th/i.test(text) ? null : END_OF_THOUGHTS.exec(text));
  return thoughts === null ? text : text.slice(thoughts.index + thoughts[0].length).trim();
}

/** The message in a fence, if around it is only talk. */
function inFence(text: string): string | undefined {
  const fence = firstFence(text);
  if (fence === undefined) {
    return undefined;
  }
  const before = fence.before.trim();
  const isLast = fence.after.trim() === '';
  const isTalk =
    before === '' ||
    (isTalkBefore(before) && firstFence(fence.after) === undefined && isMessage(fence.code)) ||
    (isLast && mayIntroduce(before) && isCertainMessage(fence.code));
  return isTalk ? fence.code.trim() : undefined;
}

/** Without a line that ends in a colon, above a message. */
function withoutIntroduction(text: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '' && !ONLY_ANSWERS.test(line.trim()));
  const introduction = unmarked(lines[at] ?? '');
  const rest = lines.slice(at + 1);
  const message = rest.join('\n').trim();
  if (!mayIntroduce(introduction)) {
    const own = lines.slice(at).join('\n');
    return at > 0 && isMessage(own) ? own : text;
  }
  const isApart = rest[0]?.trim() === '';
  // A subject can be about commit messages too.
  const isSubject = !ANSWERS.test(introduction) && /[.。]$/.test(message.split('\n', 1)[0] ?? '');
  const isKnown = isTalk(introduction) && !isSubject && (isApart || NAMES_MESSAGE.test(introduction));
  const isOff = isKnown
    ? isMessage(message)
    : isApart && TYPE.test(unmarked(message.split('\n', 1)[0] ?? ''));
  return isOff ? message : text;
}

/** Whether a line can introduce what follows, in any language. */
function mayIntroduce(text: string): boolean {
  return /[:：](?:\*\*)?$/.test(text) && !text.includes('\n') && !TYPE.test(text) && isShort(text);
}

/** Whether paragraphs only say that a message follows. */
function isTalkBefore(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return isShort(text) && lines.every((line) => ONLY_ANSWERS.test(line.trim()) || isTalk(unmarked(line)));
}

function isTalk(line: string): boolean {
  return !TYPE.test(line) && (ANSWERS.test(line) || NAMES_MESSAGE.test(line));
}

function isShort(introduction: string): boolean {
  return introduction.length <= MAX_INTRODUCTION_CHARS;
}

/** Whether a text has the form of a message: a subject, and a body apart from it. */
function isMessage(text: string): boolean {
  const [subject = '', second = ''] = text.trim().split('\n', 2);
  const isList = /^(?:[-*+•$>|]|\d+[.)])(?:\s|$)/.test(subject);
  return subject !== '' && subject.length <= MAX_SUBJECT_CHARS && !isList && second.trim() === '';
}

/** Whether it can't be an example in a message either. */
function isCertainMessage(text: string): boolean {
  const [subject = ''] = text.trim().split('\n', 1);
  return (
    isMessage(text) && (TYPE.test(subject) || /^[\p{Lu}\p{Lo}][\p{L}\p{M}][^;{}=$<>*|\\]*$/u.test(subject))
  );
}

/** A line without marks around all of it. */
function unmarked(line: string): string {
  const text = line.trim().replace(/^#{1,6}[ \t]+/, '');
  const isBold = text.length > 4 && text.startsWith('**') && text.endsWith('**');
  return isBold && !text.slice(2, -2).includes('**') ? text.slice(2, -2).trim() : text;
}

/** Without a label, quotation marks around all of it, and marks around the subject. */
function withoutMarkup(message: string): string {
  const quoted = withoutQuotes(withoutLabel(message));
  const [subject = '', ...body] = quoted.split('\n');
  return [withoutQuotes(unmarked(subject)), ...body].join('\n').trim();
}

function withoutLabel(text: string): string {
  const [line = '', ...rest] = text.split('\n');
  const message = rest.join('\n').trim();
  const label = LABEL_LINE.exec(unmarked(line));
  const isLabel = label !== null && (label.groups?.['colon'] !== undefined || unmarked(line) !== line);
  return isLabel && message !== '' ? message : text.replace(LABEL, '');
}

function withoutQuotes(text: string): string {
  const [first = '', last = ''] = [text.charAt(0), text.slice(1).slice(-1)];
  const inner = text.slice(1, -1);
  const isQuoted = QUOTES.has(first + last) && !inner.includes(first) && !inner.includes(last);
  return isQuoted ? inner.trim() : text;
}
