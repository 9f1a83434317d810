import { outermost } from '../code/blocks.ts';
import { wordsOf } from '../code/codeLine.ts';
import { isSameFile } from '../code/fileReference.ts';
import { languageIdOfInfo, parseInfoString } from '../code/infoString.ts';
import { COMMON_LANGUAGES } from '../code/languageId.ts';
import { readCode } from '../code/readCode.ts';
import { fitsDocument } from './plan/fitsDocument.ts';
import {
  planReplacement,
  type RefusalReason,
  type ReplacementPlan,
  type ReplacementTarget,
  type ReviewReason,
} from './plan/planReplacement.ts';
import type { ReplyCode } from './replyCode.ts';
import { linesOf } from './textRange.ts';

/** What of a reply with several code blocks is for a place. */
export interface BlockChoice {
  /** The block that is most likely meant, which may still be refused. */
  readonly meant: ReplyCode;
  /**
   * Positions in the reply of the blocks that are hardly in more doubt than the one that is least in doubt. Undefined if
   * that can't tell them from the others.
   */
  readonly offered: readonly number[] | undefined;
}

/** Speaks of where and how the code is put, not against the code. */
const PLACED = 1;
/** The code may be an example, a part, an excerpt, or cut off. More than all of `PLACED` together. */
const DOUBTED = 100;
/** The code is hardly a version of what was asked about, or for another place. */
const UNLIKE = 1_000;
const OTHER_FILE = 10_000;
/** The code has no place, or the place has it already. */
const NOT_PLACED = 100_000;
/** Nobody wants a command in place of code. */
const OTHER_LANGUAGE = 1_000_000;

/** How much the reasons for a review of a block speak against it when there are others. */
const WEIGHTS: Readonly<Record<ReviewReason, number>> = {
  merged: PLACED,
  conflict: PLACED,
  editedSince: PLACED,
  ignoredIndentation: PLACED,
  indentation: PLACED,
  stringIndentation: PLACED,
  separators: PLACED,
  marks: PLACED,
  redacted: PLACED,
  filled: PLACED,
  shorter: PLACED,
  protected: PLACED,
  linked: PLACED,
  elided: DOUBTED,
  incomplete: DOUBTED,
  leavesOut: DOUBTED,
  narrower: DOUBTED,
  patch: DOUBTED,
  unbalanced: DOUBTED,
  wider: DOUBTED,
  elsewhere: UNLIKE,
  named: UNLIKE,
  unlike: UNLIKE,
  otherFile: OTHER_FILE,
  unseenFile: OTHER_FILE,
  otherLanguage: OTHER_LANGUAGE,
};

/** The same for blocks without an edit. What a reply quotes is unchanged, so that says less than a refusal. */
const WEIGHTS_WITHOUT_EDIT: Readonly<Record<RefusalReason | 'unchanged', number>> = {
  coversMore: PLACED,
  patchDoesNotMatch: DOUBTED,
  otherPlace: UNLIKE,
  noPlace: UNLIKE,
  unchanged: 2 * UNLIKE,
  deletesFile: 3 * UNLIKE,
  empty: 4 * UNLIKE,
};

/**
 * Chooses among the code blocks of a reply for one place: the one that is least in doubt. Of versions that are as good,
 * it is the last one, since what stands before may be the old code with remarks or a first try; but the first one if the
 * others are said to be alternatives to it, or are in another language. Of blocks that are no versions of each other, it is the first one: examples
 * and further steps come later.
 */
export function chooseBlock(
  target: ReplacementTarget,
  [first, ...others]: readonly [ReplyCode, ...ReplyCode[]],
): BlockChoice {
  const all = [first, ...others].map((block) => {
    const plan = planReplacement(target, block);
    return { block, plan, doubt: doubtAbout(plan, block, target) };
  });
  const least = Math.min(...all.map(({ doubt }) => doubt));
  const offered = all.filter(({ doubt }) => doubt < least + DOUBTED);
  const best = offered.findIndex(({ doubt }) => doubt === least);
  const meant = offered
    .slice(best + 1)
    .reduce(
      (earlier, { block }) =>
        isVersionOf(earlier, block, target.languageId) &&
        !isAlternative(block) &&
        (isInOtherLanguage(earlier, target.languageId) || !isInOtherLanguage(block, target.languageId))
          ? block
          : earlier,
      offered[best]?.block ?? first,
    );
  // What is there already can be a quotation, or have been applied: then the others were examples.
  const limit = all.some(({ plan }) => plan.kind === 'unchanged') ? DOUBTED : UNLIKE;
  return { meant, offered: least < limit ? offered.map(({ block }) => block.index) : undefined };
}

function doubtAbout(plan: ReplacementPlan, { info, file }: ReplyCode, target: ReplacementTarget): number {
  if (plan.kind === 'edits') {
    const named = file !== undefined && !isSameFile(file.file, target) ? DOUBTED : 0;
    return plan.reviewReasons.reduce((sum, reason) => sum + WEIGHTS[reason], named);
  }
  const why = plan.kind === 'unchanged' ? plan.kind : plan.reason;
  const isOther = !fitsDocument(parseInfoString(info).language, target.languageId);
  return NOT_PLACED + WEIGHTS_WITHOUT_EDIT[why] + (isOther ? OTHER_LANGUAGE : 0);
}

/** Begins a line above code that isn't meant to take the place of the code before, apart from marks of a heading or list. */
const ALTERNATIVE =
  /^(?:(?:as an |une |como |als )?alternat|альтернат|вариант|optional|option\b|opci[oó]n\b|variant|(?:approach|method|solution|lösung) (?:\d|[A-D]\b)|another (?:option|way|approach|version|solution)\b|or\b|oder\b|ou\b|if you (?:want|need|prefer|like|also)\b|(?:you|we) (?:can|could|may|might) also\b|(?:du kannst|sie können|man kann) auch\b|(?:vous pouvez|tu peux|on peut) (?:aussi|également)|también (?:puedes|se puede)|(?:также можно|можно также)|[你您]?也可以|或者|方案|または|또는)/iu;

/** The same for code that nobody should write. */
const DISCOURAGED = /^(?:avoid\b|(?:don['’]t|do not)(?: (?:do|use|write))?(?: (?:this|that|it))?[:.!]?$)/iu;

const MARKS = /^(?:[^\p{L}\p{N}]|\d{1,2}[.)](?=\s))+/u;

function isAlternative({ above }: ReplyCode): boolean {
  return above
    .split('\n')
    .map((line) => line.trim().replace(MARKS, ''))
    .some((line) => ALTERNATIVE.test(line) || DISCOURAGED.test(line));
}

/** Whether a block names a language that is related to that of the document, as JavaScript is to TypeScript. */
function isInOtherLanguage({ info }: ReplyCode, languageId: string): boolean {
  return (languageIdOfInfo(info, COMMON_LANGUAGES) ?? languageId) !== languageId;
}

/** Whether two blocks declare the same, or say the same in other words. */
function isVersionOf(one: ReplyCode, other: ReplyCode, languageId: string): boolean {
  const [names, otherNames] = [one, other].map(({ code }) =>
    outermost(readCode(linesOf(code), languageId).blocks).map(({ name }) => name),
  );
  const [words, otherWords] = [wordsOf(one.code), wordsOf(other.code)];
  const shared = [...words].filter((word) => otherWords.has(word)).length;
  return (
    names?.some((name) => otherNames?.includes(name)) === true ||
    shared * 2 >= Math.max(words.size, otherWords.size)
  );
}
