import { languageOf } from './languages.ts';

/*
 * What may stand in a class, and what only accompanies it. A head is a declaration or a statement up to its block, trimmed,
 * on one line.
 */

const STATEMENT =
  /^(?:if|else|for|foreach|while|do|switch|case|return|throw|try|catch|finally|await|import|from|export|package|using|print|echo|assert|expect|raise|puts|require)\b/;

/** Such as a class, whose members are not just what may stand in a file. */
const CLASS = /\b(?:class|interface|struct|trait|impl|protocol|extension|object|record|actor)\b/;

/** Of an object whose members are written as those of a class are. */
const OBJECT = /(?:[:=(,]|=>\s*\(|\breturn|\bdefault)\s*\{$/;

/** Whether a trimmed line opens a block whose members are not just what may stand in a file. */
export function opensClassBody(header: string): boolean {
  return (CLASS.test(header) && !/\benum\b/.test(header)) || OBJECT.test(header);
}

const TEST =
  /^(?:(?:describe|it|test|suite|context|specify)(?:\.\w+)*\s*[("'`]|RSpec\.describe|(?:async\s+)?def test_|func\s+(?:Test|Benchmark|Fuzz|Example)[A-Z_]?\w*\(|#\[(?:\w+::)?(?:cfg\()?test\b|@(?:Test|ParameterizedTest|RepeatedTest)\b|\[(?:Fact|Theory|Test|TestMethod|TestCase|TestFixture)\b|(?:(?:public|final|internal)\s+)*class\s+(?:Test\w+|\w+Tests?)\b|TEST(?:_[FP])?\(|BOOST_AUTO_TEST_CASE|TEST_CASE\(|(?:public\s+)?function\s+test[A-Z_]|void\s+test_|defmodule\s+[\w.]*Test\b)/;

const MAIN =
  /^(?:if __name__\b|(?:async\s+)?def main\b|func main\(|(?:pub\s+)?(?:async\s+)?fn main\(|(?:suspend\s+)?fun main\(|(?:(?:public|private|internal|static|async)\s+)*(?:void|int|Task(?:<int>)?)\s+[mM]ain\s*\(|if __FILE__ == \$|if \(require\.main === module|main\s*::)/;

/** Whether a head is of a test, or of what holds tests. */
export function isTest(head: string): boolean {
  return TEST.test(head);
}

/** Whether a head is of what runs first. */
export function isMain(head: string): boolean {
  return MAIN.test(head);
}

/** Whether a head is of a function of a language in which functions stand in classes and outside, and does not tell where. */
export function mayBeFree(head: string): boolean {
  return FREE.test(head) && !/\bself\b/.test(head);
}

const FREE = /^(?:(?:pub|async|suspend|inline|const|unsafe|public|private|internal)\s)*(?:fun|fn|func)\s/;

/** Whether a head may be a member of a class; `undefined` if that is not known of the language. */
export function mayBeMember(head: string, languageId: string, isDecorated: boolean): boolean | undefined {
  const { members } = languageOf(languageId);
  return (
    members &&
    ((members.anyDecorated === true && isDecorated) ||
      (members.may.test(head) &&
        members.mayNot?.test(head) !== true &&
        !STATEMENT.test(head) &&
        !isQualified(head) &&
        !isCall(head)))
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
