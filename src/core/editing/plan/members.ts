import { commentFinder } from '../../code/commentSyntax.ts';
import { languageOf } from '../../code/languages.ts';
import { depthOf, isBlank } from './declarations.ts';
import type { Code } from './knownDocument.ts';
import { openBrackets } from './lineWorth.ts';

/*
 * What accompanies code but is no part of it: models put a test, a usage, `main`, or what a method needs below it in the
 * same block. What can't be a member stands out in a class, by one table of what can be, by language; a test and `main`
 * stand out everywhere.
 */

const STATEMENT =
  /^(?:if|else|for|foreach|while|do|switch|case|return|throw|try|catch|finally|await|import|from|export|package|using|print|echo|assert|expect|raise|puts|require)\b/;

/** Such as a class, whose members are not just what may stand in a file. */
const CLASS = /\b(?:class|interface|struct|trait|impl|protocol|extension|object|record|actor)\b/;

/** Of an object whose members are written as those of a class are. */
const OBJECT = /(?:[:=(,]|=>\s*\(|\breturn|\bdefault)\s*\{$/;

function isAroundMembers(header: string): boolean {
  return (CLASS.test(header) && !/\benum\b/.test(header)) || OBJECT.test(header);
}

const TEST =
  /^(?:(?:describe|it|test|suite|context|specify)(?:\.\w+)*\s*[("'`]|RSpec\.describe|(?:async\s+)?def test_|func\s+(?:Test|Benchmark|Fuzz|Example)[A-Z_]?\w*\(|#\[(?:\w+::)?(?:cfg\()?test\b|@(?:Test|ParameterizedTest|RepeatedTest)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase|TestFixture)\b|(?:(?:public|final|internal)\s+)*class\s+(?:Test\w+|\w+Tests?)\b|TEST(?:_[FP])?\(|BOOST_AUTO_TEST_CASE|TEST_CASE\(|(?:public\s+)?function\s+test[A-Z_]|void\s+test_|defmodule\s+[\w.]*Test\b)/;

const MAIN =
  /^(?:if __name__\b|(?:async\s+)?def main\b|func main\(|(?:pub\s+)?(?:async\s+)?fn main\(|(?:suspend\s+)?fun main\(|(?:(?:public|private|internal|static|async)\s+)*(?:void|int|Task(?:<int>)?)\s+[mM]ain\s*\(|if __FILE__ == \$|if \(require\.main === module|main\s*::)/;

/**
 * Whether code has something that can't be a member where it stands, or that only accompanies it.
 * @param header the line that opens the block around; empty if there is none
 */
export function addsCompanion({
  before,
  after,
  header,
  languageId,
}: {
  readonly before: Code;
  readonly after: Code;
  readonly header: string;
  readonly languageId: string;
}): boolean {
  const [old, now] = [before, after].map((code) => heads(code, languageId));
  const isNew = (isOne: (line: string) => boolean): boolean =>
    now?.some(isOne) === true && old?.some(isOne) !== true;
  const isDecorated = (head: string): boolean => now?.[now.indexOf(head) - 1]?.startsWith('@') === true;
  const { members } = languageOf(languageId);
  const isForeign = (head: string): boolean =>
    members !== undefined &&
    !(members.anyDecorated === true && isDecorated(head)) &&
    (!members.may.test(head) ||
      members.mayNot?.test(head) === true ||
      STATEMENT.test(head) ||
      isQualified(head) ||
      isCall(head));
  return (
    isNew((head) => TEST.test(head)) ||
    isNew((head) => MAIN.test(head)) ||
    (isAroundMembers(header) && members !== undefined && isNew(isForeign))
  );
}

/** Whether a declaration names the class that it is a member of, which it does only outside of that. */
function isQualified(head: string): boolean {
  return /::~?[\p{L}_][\p{L}\p{N}_]*\s?$/u.test(head.slice(0, Math.max(0, head.indexOf('('))));
}

/** Whether a statement is nothing but a call: a name, and brackets up to its end. */
function isCall(head: string): boolean {
  const open = head.indexOf('(');
  const isName = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(head.slice(0, Math.max(0, open)));
  if (!isName) {
    return false;
  }
  let depth = 0;
  for (let at = open; at < head.length; at++) {
    depth += head[at] === '(' ? 1 : head[at] === ')' ? -1 : 0;
    if (depth === 0) {
      return /^\s*(?:[;.]|$)/.test(head.slice(at + 1));
    }
  }
  return false;
}

const MAX_HEAD = 2_000;

/** The declarations and statements that are as deep as the first one, each on one line, up to its block. */
function heads({ lines, inside }: Code, languageId: string): string[] {
  const commentIn = commentFinder(languageId);
  const texts = lines.flatMap((line, index) =>
    isBlank(line) || inside.has(index) || /^\s*\/?\*/.test(line) || commentIn(line.trim()) === 'alone'
      ? []
      : [line],
  );
  const depth = texts.reduce((least, line) => Math.min(least, depthOf(line)), Number.POSITIVE_INFINITY);
  const found: string[] = [];
  let open = 0;
  let head: string | undefined;
  for (const line of texts) {
    const trimmed = line.trim();
    const isClosing = /^[)\]}]|^(?:end|else|elif|rescue|ensure|except|finally|catch)\b|^[.?:&|+{]/.test(
      trimmed,
    );
    if (open <= 0 && depthOf(line) === depth && !isClosing) {
      found.push(...(head === undefined ? [] : [head]));
      head = trimmed;
    } else if (head !== undefined && head.length < MAX_HEAD && !/[{:]$/.test(head) && open > 0) {
      head = `${head} ${trimmed}`;
    }
    const { unopened, unclosed } = openBrackets([line]);
    open = Math.max(0, open - unopened) + unclosed;
  }
  return head === undefined ? found : [...found, head];
}
