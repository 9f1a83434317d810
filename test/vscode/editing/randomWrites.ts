import * as vscode from 'vscode';
import { hunkEdits } from '../../../src/core/editing/hunkEdits.ts';
import { insertAtCursors, replaceSelections } from '../../../src/core/editing/insertion.ts';
import { lineHunks } from '../../../src/core/editing/lineHunks.ts';
import { mergeLines } from '../../../src/core/editing/mergeLines.ts';
import { applyEdits, linesOf, type TextEdit, textIn } from '../../../src/core/editing/textRange.ts';
import type { ActionResult } from '../../../src/vscode/actionResult.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { undoOnce } from '../extensionAccess.ts';
import { isSame, type PersonsDocument } from './personsDocuments.ts';
import { allTabs, patiently } from './personsTabs.ts';
import { nameOf, type Person, type PersonsReview, type Visit } from './randomPerson.ts';
import { canSave, pick, type Step, type StepParts, saveIfDirty, showText, typeToken } from './randomSteps.ts';

type Action = 'insert' | 'replace' | 'insertReply' | 'review';

const STYLE = { insertSpaces: true, tabSize: 4 };

/** What a person does with the extension. */
export const WRITES: readonly Step[] = [
  { name: 'insert', weight: 7, take: (parts) => write(parts, 'insert') },
  { name: 'replace', weight: 3, take: (parts) => write(parts, 'replace') },
  { name: 'insert reply', weight: 3, take: (parts) => write(parts, 'insertReply') },
  { name: 'review', weight: 5, take: (parts) => write(parts, 'review') },
  { name: 'insert into a read-only file', weight: 2, take: insertReadOnly },
  { name: 'review again', weight: 2, take: reviewAgain },
  { name: 'type meanwhile', weight: 3, take: typeMeanwhile },
  { name: 'ask', weight: 2, take: ask },
  { name: 'replace what was asked about', weight: 2, take: replaceAskedAbout },
  { name: 'accept', weight: 5, take: accept },
  { name: 'discard', weight: 1, take: discard },
  { name: 'take back', weight: 2, take: takeBack },
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
): Promise<ActionResult> {
  replies.isAbout = action === 'replaceAskedAbout';
  if (action === 'insertReply') {
    replies.say(text);
    return actions.insertLast();
  }
  replies.say(`\`\`\`\n${text}\n\`\`\`\n`);
  return actions.runCodeBlockAction({ turnId: 'reply', blockIndex: 0, action });
}

async function write(parts: StepParts, action: Action): Promise<string | undefined> {
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
  const result = await run(parts, action, text);
  // What is long is not replaced by a line without a look.
  const isShorter = said(result)?.includes('less than half as long') === true;
  const outcome = action === 'replace' && isShorter ? reviewed : written;
  const what = `${JSON.stringify(text)} into ${one && nameOf(one)}, ${visit?.key}, ${visit?.column}`;
  if (result?.kind === 'error') {
    ok(outcome.kind === 'error' || visit?.isVague, `${what}: refused: ${said(result)}`);
    await person.settle();
    return `${what}: ${said(result)}`;
  }
  ok(outcome.kind !== 'error' && one && visit, `${what}: it was not refused: ${JSON.stringify(result)}`);
  if (outcome.kind === 'review' && !('about' in one)) {
    addReview(person, one, { base: one.lines, lines: outcome.lines });
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
    ({ about, lines, untouched }) => about.kind !== 'cell' && lines.join() !== untouched.join(),
  );
  if (edited === undefined) {
    return undefined;
  }
  await showText(person, edited.about);
  return write(parts, 'review');
}

/** Undoes what was written, and looks whether it was one step. */
async function undo(person: Person, one: PersonsDocument, before: string[]): Promise<void> {
  await person.check();
  const document = await person.documents.open(one);
  equal(linesOf(await undoOnce(document)), before, 'It was not one undo step');
  person.discarded.push(one.lines.join('\n'));
  one.lines = before;
  await person.settle();
}

/** A review that was opened. It takes the place of those for the same document that the person did not touch. */
function addReview(
  person: Person,
  about: PersonsDocument,
  { base, lines }: Pick<PersonsReview, 'base' | 'lines'>,
): void {
  for (const old of person.reviews.filter((one) => one.about === about)) {
    if (old.lines.join('\n') === old.untouched.join('\n')) {
      person.discardReview(old);
    }
  }
  const uris = allTabs().flatMap(({ input }) =>
    input instanceof vscode.TabInputTextDiff ? [input.modified] : [],
  );
  const uri = uris.find(
    (one) => one.scheme === REVIEW_SCHEME && !person.reviews.some((review) => isSame(review.uri, one)),
  );
  ok(uri, 'No review is shown');
  person.reviews.push({ uri, about, base, lines, untouched: lines, isShown: true });
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
  const running = run(parts, action, text);
  let early: unknown;
  void running.then((done) => {
    early = done;
  });
  try {
    await patiently(() =>
      slow.waiting > 0 ? undefined : `Nothing is asked of the slow file system: ${JSON.stringify(early)}`,
    );
    await typeToken(person, active.editor, one, random);
    // The person sees it before a review hides it.
    await person.settle();
  } finally {
    slow.release();
  }
  const result = await running;
  if (action === 'insert') {
    ok(result?.kind === 'error', `It was not refused: ${JSON.stringify(result)}`);
    await person.settle();
    return `${action}: ${said(result)}`;
  }
  ok(result?.kind === 'info', `No review: ${said(result)}`);
  const { lines } = mergeLines(base, one.lines, outcome.lines);
  addReview(person, one, { base: one.lines, lines });
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
  const result = await run(parts, 'replaceAskedAbout', text);
  const what = `${JSON.stringify(wanted)} of ${about.name}`;
  if (result?.kind === 'error') {
    await person.settle();
    return `${what}: ${said(result)}`;
  }
  if (places.length !== 1) {
    // Something was written into it since then, so a review shows both.
    const shown = linesOf(vscode.window.activeTextEditor?.document.getText() ?? '');
    const isReview = said(result)?.includes('Review opened') && lineHunks(about.lines, shown).length === 1;
    ok(isReview, `${what}: ${JSON.stringify(result)}, but it is not there once: ${shown}`);
    addReview(person, about, { base: about.lines, lines: shown });
    await person.settle();
    return `${what}: ${JSON.stringify(result)}`;
  }
  const line = about.lines[at] ?? '';
  const after = about.lines.with(at, line.replace(wanted, text));
  if (said(result)?.includes('Review opened')) {
    // For the rest of its line, too, if the review shows that.
    const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
    const isWholeLine = linesOf(shown)[at] === text;
    addReview(person, about, { base: about.lines, lines: isWholeLine ? about.lines.with(at, text) : after });
  } else {
    equal(about.readOnly, undefined, what);
    person.discarded.push(wanted);
    about.lines = after;
    replies.asked = undefined;
  }
  await person.settle();
  return `${what}: ${JSON.stringify(result)}`;
}

function shownReview({ person, random }: StepParts): PersonsReview | undefined {
  return pick(
    random,
    person.reviews.filter(({ isShown }) => isShown),
  );
}

async function accept(parts: StepParts): Promise<string | undefined> {
  const { person, random } = parts;
  const review = shownReview(parts);
  if (review === undefined) {
    return undefined;
  }
  const { about, lines, base, uri } = review;
  const result = await person.open.reviews.accept(uri);
  const present = about.lines;
  if (present.join('\n') !== base.join('\n')) {
    ok(result?.kind === 'error', `The document had changed: ${JSON.stringify(result)}`);
    const wasUntouched = lines.join('\n') === review.untouched.join('\n');
    review.lines = mergeLines(base, present, lines).lines;
    review.base = present;
    review.untouched = wasUntouched ? review.lines : review.untouched;
    await person.settle();
    return `${about.name}: ${said(result)}`;
  }
  if (about.readOnly && present.join('\n') !== lines.join('\n')) {
    ok(result?.kind === 'error', `${about.name} is read-only: ${JSON.stringify(result)}`);
    await person.settle();
    return `${about.name}: ${said(result)}`;
  }
  equal(result, undefined, `Accept of ${about.name}`);
  // The review showed what it removes.
  person.discarded.push(present.join('\n'));
  person.discardReview(review);
  about.lines = lines;
  await person.settle(undefined, (key) => key.includes(about.uri.toString()));
  const chance = random();
  if (canSave(about) && chance < 0.4) {
    await person.check();
    await saveIfDirty(person, about);
    await person.settle();
  } else if (about.kind !== 'cell' && chance < 0.6 && present.join('\n') !== lines.join('\n')) {
    await undo(person, about, present);
    return `${about.name}, and took it back`;
  }
  return about.name;
}

async function discard(parts: StepParts): Promise<string | undefined> {
  const { person } = parts;
  const review = shownReview(parts);
  if (review === undefined) {
    return undefined;
  }
  equal(await person.open.reviews.discard(review.uri), undefined);
  person.discardReview(review);
  await person.settle();
  return review.about.name;
}

async function takeBack(parts: StepParts): Promise<string | undefined> {
  const { person } = parts;
  const review = person.reviews.find(({ uri }) => isSame(person.active?.editor.document.uri, uri));
  if (review === undefined) {
    return undefined;
  }
  const { lines, about, uri } = review;
  const result = await person.open.reviews.revertChange(uri);
  if (result === undefined) {
    const proposal = await vscode.workspace.openTextDocument(uri);
    const now = linesOf(proposal.getText());
    const hunk = lineHunks(lines, about.lines).find(
      (one) => applyEdits(lines, hunkEdits(lines, about.lines, [one])) === now.join('\n'),
    );
    ok(hunk, `It is not one hunk: ${JSON.stringify({ now, before: lines, document: about.lines })}`);
    person.discarded.push(lines.slice(hunk.leftStart, hunk.leftEnd).join('\n'));
    review.lines = now;
  }
  await person.settle();
  return `${about.name}: ${said(result)}`;
}
