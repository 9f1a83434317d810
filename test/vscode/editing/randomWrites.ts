import * as vscode from 'vscode';
import { insertAtCursors, replaceSelections } from '../../../src/core/editing/insertion.ts';
import { lineHunks } from '../../../src/core/editing/lineHunks.ts';
import { mergeLines } from '../../../src/core/editing/mergeLines.ts';
import { applyEdits, linesOf, type TextEdit, textIn } from '../../../src/core/editing/textRange.ts';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { asRead, said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { patiently } from './personsTabs.ts';
import { nameOf, type Person, type Visit } from './randomPerson.ts';
import { addReview, anySource, isUntouched, undo } from './randomReviews.ts';
import { pick, type Step, type StepParts, showText, typeToken } from './randomSteps.ts';

type Action = 'insert' | 'replace' | 'insertReply' | 'review';

const STYLE = { insertSpaces: true, tabSize: 4 };

/** What a person does with the extension. */
export const WRITES: readonly Step[] = [
  { name: 'insert', weight: 5, take: (parts) => write(parts, 'insert') },
  { name: 'replace', weight: 3, take: (parts) => write(parts, 'replace') },
  { name: 'insert reply', weight: 2, take: (parts) => write(parts, 'insertReply') },
  { name: 'review', weight: 5, take: (parts) => write(parts, 'review') },
  { name: 'insert into a read-only file', weight: 2, take: insertReadOnly },
  { name: 'review again', weight: 2, take: reviewAgain },
  { name: 'type meanwhile', weight: 3, take: typeMeanwhile },
  { name: 'ask', weight: 2, take: ask },
  { name: 'replace what was asked about', weight: 2, take: replaceAskedAbout },
];

/** What must come of an action. */
type Outcome =
  | { readonly kind: 'error' }
  /** @property removed what the person had selected */
  | { readonly kind: 'text' | 'review'; readonly lines: string[]; readonly removed: string };

function outcomeOf(person: Person, visit: Visit | undefined, action: Action, text: string): Outcome {
  const one = visit && person.find(visit.document);
  if (visit === undefined || one === undefined) {
    return { kind: 'error' };
  }
  const about = 'about' in one ? undefined : one;
  const hasChanged = !visit.isVisible && visit.version !== visit.document.version;
  const edits = planned(one.lines, visit, action, text);
  const isReviewed = action === 'review' && about !== undefined;
  const isLeftCell = about?.kind === 'cell' && visit.key.startsWith('diff');
  const isReadOnly =
    about?.readOnly === 'settings' || (!isReviewed && (about?.readOnly === 'session' || isLeftCell));
  if (hasChanged || edits.length === 0 || isReadOnly) {
    return { kind: 'error' };
  }
  const removed = edits.map(({ range }) => textIn(one.lines, range)).join('\n');
  return { kind: isReviewed ? 'review' : 'text', lines: linesOf(applyEdits(one.lines, edits)), removed };
}

/** The edits, by the selections that the person had. */
function planned(lines: readonly string[], { selections }: Visit, action: Action, text: string): TextEdit[] {
  const cursors = selections.map(({ active }) => active);
  const hasSelection = selections.some(({ isEmpty }) => !isEmpty);
  if (action === 'insert' || (action === 'review' && !hasSelection)) {
    return insertAtCursors(lines, cursors, text, STYLE);
  }
  if (action === 'insertReply') {
    return hasSelection ? replaceSelections(lines, selections, text) : insertAtCursors(lines, cursors, text);
  }
  return replaceSelections(lines, selections, text, STYLE);
}

function anyText({ person, random }: StepParts): string {
  const number = person.next();
  return random() < 0.6 ? `new${number}();` : `first${number}();\n\nlast${number}();`;
}

async function run(
  { replies, actions }: StepParts,
  action: Action | 'replaceAskedAbout',
  text: string,
  source: string,
): Promise<ActionResult> {
  replies.isAbout = action === 'replaceAskedAbout';
  if (action === 'insertReply') {
    replies.say(text);
    return actions.insertLast();
  }
  replies.say(`\`\`\`\n${text}\n\`\`\`\n`, source);
  return actions.runCodeBlockAction({ turnId: source, blockIndex: 0, action });
}

export async function write(parts: StepParts, action: Action): Promise<string | undefined> {
  const { person, random } = parts;
  const [visit] = person.visits;
  // After a rename, the document that the person was in may be closed, and another one open.
  if (visit?.isUnsure || visit?.document.isClosed) {
    return undefined;
  }
  const text = anyText(parts);
  const written = outcomeOf(person, visit, action, text);
  const reviewed = outcomeOf(person, visit, 'review', text);
  const one = visit && person.find(visit.document);
  const source = anySource(parts);
  const result = await run(parts, action, text, source);
  // What is long is not replaced by a line without a look.
  const isShorter = said(result)?.includes('less than half as long') === true;
  const outcome = action === 'replace' && isShorter ? reviewed : written;
  const what = `${JSON.stringify(text)} into ${one && nameOf(one)}, ${visit?.key}, ${visit?.column}`;
  if (result?.kind === 'error') {
    ok(outcome.kind === 'error' || visit?.isVague, `${what}: refused: ${said(result)}`);
    await person.settle();
    return `${what}: ${said(result)}`;
  }
  ok(
    outcome.kind !== 'error' && one && visit,
    `${what}: it was not refused: ${JSON.stringify(result, asRead)}`,
  );
  if (outcome.kind === 'review' && !('about' in one)) {
    addReview(person, one, { base: one.lines, lines: outcome.lines, source });
    await person.settle(undefined, (key) => key.includes(REVIEW_SCHEME));
    return what;
  }
  equal(result, undefined, what);
  const before = one.lines;
  one.lines = outcome.lines;
  person.discarded.push(outcome.removed);
  // VS Code tells of a side of a diff a moment after its tab.
  await person.settle(
    () => visit.isVague || person.active?.editor.document === visit.document,
    (key) => key === visit.key,
  );
  if (!('about' in one) && one.kind !== 'cell' && random() < 0.2) {
    await undo(person, one, before);
    return `${what}, and took it back`;
  }
  return what;
}

/** VS Code lets extensions change the text of some files that it can't save. */
async function insertReadOnly(parts: StepParts): Promise<string | undefined> {
  const { person, random } = parts;
  const one = pick(
    random,
    person.documents.all.filter(({ readOnly }) => readOnly),
  );
  ok(one, 'No document');
  await showText(person, one);
  return write(parts, 'insert');
}

/** Opens another review for a document, of which the person has edited the first one. */
async function reviewAgain(parts: StepParts): Promise<string | undefined> {
  const { person } = parts;
  const edited = person.reviews.find(
    (one) => one.about.kind !== 'cell' && person.has(one.about) && !isUntouched(one),
  );
  if (edited === undefined) {
    return undefined;
  }
  await showText(person, edited.about);
  return write(parts, 'review');
}

/** On a file system that does not answer, so that the person goes on typing meanwhile. */
async function typeMeanwhile(parts: StepParts): Promise<string | undefined> {
  const { person, random } = parts;
  const { slow } = person.documents;
  const one = person.documents.named('slow.txt');
  await showText(person, one);
  const { active } = person;
  ok(active, 'No editor');
  const at = new vscode.Position(Math.floor(random() * one.lines.length), 0);
  active.editor.selections = [new vscode.Selection(at, at)];
  await person.settle();
  const action = random() < 0.7 ? 'review' : 'insert';
  const text = anyText(parts);
  const outcome = outcomeOf(person, person.visits[0], action, text);
  ok(outcome.kind !== 'error', 'It can be written here');
  const base = one.lines;
  slow.hold();
  const source = anySource(parts);
  const running = run(parts, action, text, source);
  let early: unknown;
  void running.then((done) => {
    early = done;
  });
  try {
    await patiently(() =>
      slow.waiting > 0
        ? undefined
        : `Nothing is asked of the slow file system: ${JSON.stringify(early, asRead)}`,
    );
    await typeToken(person, active.editor, one, random);
    // The person sees it before a review hides it.
    await person.settle();
  } finally {
    slow.release();
  }
  const result = await running;
  if (action === 'insert') {
    ok(result?.kind === 'error', `It was not refused: ${JSON.stringify(result, asRead)}`);
    await person.settle();
    return `${action}: ${said(result)}`;
  }
  ok(result?.kind === 'info', `No review: ${said(result)}`);
  const { lines } = mergeLines(base, one.lines, outcome.lines);
  addReview(person, one, { base: one.lines, lines, source });
  await person.settle();
  return action;
}

async function ask({ person, replies, random }: StepParts): Promise<string | undefined> {
  const { active } = person;
  const one = active && person.find(active.editor.document);
  if (active === undefined || one === undefined || 'about' in one) {
    return undefined;
  }
  const line = Math.floor(random() * one.lines.length);
  const text = one.lines[line] ?? '';
  // Of a text that is there twice, the person couldn't tell which one was replaced.
  if (text.trim() === '' || one.lines.filter((each) => each.includes(text)).length > 1) {
    return undefined;
  }
  active.editor.selections = [new vscode.Selection(line, 0, line, text.length)];
  replies.ask(active.editor, one);
  await person.settle();
  return `about ${JSON.stringify(text)} of ${one.name}`;
}

async function replaceAskedAbout(parts: StepParts): Promise<string | undefined> {
  const { person, replies } = parts;
  const { asked } = replies;
  if (asked === undefined) {
    return undefined;
  }
  const { about, lines } = asked;
  const [wanted = ''] = lines;
  // What was written before or after it since then is not a part of it.
  const placesOf = (matches: (line: string) => boolean): number[] =>
    about.lines.flatMap((line, index) => (matches(line) ? [index] : []));
  const whole = placesOf((line) => line === wanted);
  const places = whole.length === 1 ? whole : placesOf((line) => line.includes(wanted));
  const [at = 0] = places;
  const text = `${wanted} new${person.next()}`;
  const source = anySource(parts);
  const result = await run(parts, 'replaceAskedAbout', text, source);
  const what = `${JSON.stringify(wanted)} of ${about.name}`;
  if (result?.kind === 'error') {
    await person.settle();
    return `${what}: ${said(result)}`;
  }
  ok(person.has(about), `${what} is gone: ${JSON.stringify(result, asRead)}`);
  if (places.length !== 1) {
    // Something was written into it since then, so a review shows both.
    const shown = linesOf(vscode.window.activeTextEditor?.document.getText() ?? '');
    const isReview = said(result)?.includes('Review opened') && lineHunks(about.lines, shown).length === 1;
    ok(isReview, `${what}: ${JSON.stringify(result, asRead)}, but it is not there once: ${shown}`);
    addReview(person, about, { base: about.lines, lines: shown, source });
    await person.settle();
    return `${what}: ${JSON.stringify(result, asRead)}`;
  }
  const line = about.lines[at] ?? '';
  const after = about.lines.with(at, line.replace(wanted, text));
  if (said(result)?.includes('Review opened')) {
    // For the rest of its line, too, if the review shows that.
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    const isWholeLine = linesOf(shown)[at] === text;
    const lines = isWholeLine ? about.lines.with(at, text) : after;
    addReview(person, about, { base: about.lines, lines, source });
  } else {
    equal(about.readOnly, undefined, what);
    person.discarded.push(wanted);
    about.lines = after;
    replies.asked = undefined;
  }
  await person.settle();
  return `${what}: ${JSON.stringify(result, asRead)}`;
}
