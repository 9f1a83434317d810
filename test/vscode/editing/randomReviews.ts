import * as vscode from 'vscode';
import { hunkEdits } from '../../../src/core/editing/hunkEdits.ts';
import { lineHunks } from '../../../src/core/editing/lineHunks.ts';
import { mergeLines } from '../../../src/core/editing/mergeLines.ts';
import { applyEdits, linesOf } from '../../../src/core/editing/textRange.ts';
import type { ErrorResult } from '../../../src/vscode/actionResult.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { asRead, said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { undoOnce } from '../extensionAccess.ts';
import { isSame, type PersonsDocument } from './personsDocuments.ts';
import { activeKey, allTabs, keyOf, patiently } from './personsTabs.ts';
import type { Person, PersonsReview } from './randomPerson.ts';
import { canSave, pick, type Step, type StepParts, saveIfDirty } from './randomSteps.ts';

/** From how many on the person rarely opens more. */
const MANY_REVIEWS = 5;

/** What a person does with reviews that are open. */
export const REVIEWS: readonly Step[] = [
  { name: 'ask about a review', weight: 2, take: askAboutReview },
  { name: 'accept', weight: 5, take: acceptAny },
  { name: 'accept all', weight: 2, take: acceptAll },
  { name: 'discard', weight: 2, take: discard },
  { name: 'reopen', weight: 2, take: reopen },
  { name: 'take back', weight: 2, take: takeBack },
];

/** Undoes what was written, and looks whether it was one step. */
export async function undo(person: Person, one: PersonsDocument, before: string[]): Promise<void> {
  await person.check();
  const document = await person.documents.open(one);
  equal(linesOf(await undoOnce(document)), before, 'It was not one undo step');
  person.discarded.push(one.lines.join('\n'));
  one.lines = before;
  await person.settle();
}

/** The turn of the next code block: another one, or one of which a review is open. */
export function anySource({ person, random }: StepParts): string {
  const known = person.reviews.flatMap(({ source }) => source ?? []);
  const isKnown = random() < (person.reviews.length < MANY_REVIEWS ? 0.3 : 0.9);
  return (isKnown && pick(random, known)) || `reply${person.next()}`;
}

/**
 * A review that was opened. It takes the place of those from the same code block for the same document, and of the one that
 * was asked about, if the person did not touch them.
 */
export function addReview(
  person: Person,
  about: PersonsDocument,
  { base, lines, source }: Pick<PersonsReview, 'base' | 'lines' | 'source'>,
  replaced?: PersonsReview,
): void {
  const uris = allTabs().flatMap(({ input }) =>
    input instanceof vscode.TabInputTextDiff ? [input.modified] : [],
  );
  const uri = uris.find(
    (one) => one.scheme === REVIEW_SCHEME && !person.reviews.some((review) => isSame(review.uri, one)),
  );
  ok(uri, 'No review is shown');
  for (const old of [...person.reviews]) {
    const isEarlier = old === replaced || (old.about === about && old.source === source);
    if (isEarlier && isUntouched(old)) {
      person.discardReview(old);
    }
  }
  person.reviews.push({ uri, about, base, lines, untouched: lines, source, isShown: true });
}

export function isUntouched({ lines, untouched }: PersonsReview): boolean {
  return lines.join('\n') === untouched.join('\n');
}

/** Often the one in front. */
function shownReview({ person, random }: StepParts): PersonsReview | undefined {
  const shown = person.reviews.filter(({ isShown }) => isShown);
  const inFront = shown.find(isInFront);
  return inFront !== undefined && random() < 0.5 ? inFront : pick(random, shown);
}

function isInFront({ uri }: PersonsReview): boolean {
  return activeKey().endsWith(uri.toString());
}

/** The person asks in a review about its proposal, and gets another one. */
async function askAboutReview(parts: StepParts): Promise<string | undefined> {
  const { person, random } = parts;
  const replaced = shownReview(parts);
  if (replaced === undefined || !person.has(replaced.about)) {
    return undefined;
  }
  const { about } = replaced;
  const base = about.lines;
  const line = Math.floor(random() * base.length);
  const lines = base.toSpliced(line, 0, `again${person.next()}();`);
  const source = anySource(parts);
  const document = await person.documents.open(about);
  const opened = await person.open.reviews.open({
    ...{ document, base, lines, line, replaces: replaced.uri },
    source: { turnId: source, blockIndex: 0, conversation: 'conversation' },
  });
  equal(opened, {});
  const isReplaced = isUntouched(replaced);
  addReview(person, about, { base, lines, source }, replaced);
  await person.settle(undefined, (key) => key.includes(REVIEW_SCHEME));
  return `${about.name}, ${isReplaced ? 'not touched' : 'touched'}`;
}

/** Presses a button, often twice, and a third time when the tab closes. Only the first time may have an effect. */
async function press(
  { person, random }: StepParts,
  review: PersonsReview,
  button: 'accept' | 'discard',
): Promise<ErrorResult> {
  const { reviews } = person.open;
  const target = isInFront(review) ? undefined : review.uri;
  if (random() < 0.5) {
    return reviews[button](target);
  }
  const more = random() < 0.7 ? button : 'accept';
  const others: Promise<ErrorResult>[] = [];
  const listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    if (closed.length > 0) {
      others.push(reviews[more]());
    }
  });
  try {
    const first = reviews[button](target);
    others.push(reviews[more](target));
    const result = await first;
    for (const other of await Promise.all(others)) {
      equal(other, undefined, `${more} after ${button} of ${review.about.name}`);
    }
    return result;
  } finally {
    listener.dispose();
  }
}

async function acceptAny(parts: StepParts): Promise<string | undefined> {
  const review = shownReview(parts);
  return review && accept(parts, review);
}

/** Accepts all reviews of a document that has several: what an earlier one has changed is merged, and shown first. */
async function acceptAll(parts: StepParts): Promise<string | undefined> {
  const { person } = parts;
  const shown = person.reviews.filter(({ isShown, about }) => isShown && person.has(about));
  const several = shown.filter(
    ({ about }) => !about.readOnly && shown.filter((one) => one.about === about).length > 1,
  );
  const done: string[] = [];
  for (const review of several.filter(({ about }) => about === several[0]?.about)) {
    for (let count = 0; count < 2 && person.reviews.includes(review); count++) {
      done.push(await accept(parts, review));
      await person.check();
    }
    ok(!person.reviews.includes(review), `It is not accepted: ${done.join('; ')}`);
  }
  return done.length === 0 ? undefined : done.join('; ');
}

async function accept(parts: StepParts, review: PersonsReview): Promise<string> {
  const { person, random } = parts;
  const { about, lines, base } = review;
  const result = await press(parts, review, 'accept');
  const present = about.lines;
  if (!person.has(about)) {
    ok(
      said(result)?.includes('no longer exists'),
      `${about.name} is gone: ${JSON.stringify(result, asRead)}`,
    );
    await person.settle();
    return `${about.name}: ${said(result)}`;
  }
  if (present.join('\n') !== base.join('\n')) {
    ok(said(result)?.includes('has changed'), `The document had changed: ${JSON.stringify(result, asRead)}`);
    const wasUntouched = isUntouched(review);
    review.lines = mergeLines(base, present, lines).lines;
    review.base = present;
    review.untouched = wasUntouched ? review.lines : review.untouched;
    await person.settle();
    return `${about.name}: ${said(result)}`;
  }
  if (about.readOnly && present.join('\n') !== lines.join('\n')) {
    ok(result?.kind === 'error', `${about.name} is read-only: ${JSON.stringify(result, asRead)}`);
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
  equal(await press(parts, review, 'discard'), undefined);
  person.discardReview(review);
  await person.settle();
  return review.about.name;
}

/** Opens a review whose tab was closed: beside its document, wherever that is by now, or alone. */
async function reopen({ person, random }: StepParts): Promise<string | undefined> {
  const offer = pick(random, person.offers);
  if (offer === undefined) {
    return undefined;
  }
  person.offers.splice(person.offers.indexOf(offer), 1);
  const hidden = person.reviews.filter(({ isShown }) => !isShown);
  offer.press();
  const opened = (): PersonsReview | undefined =>
    hidden.find(({ uri }) => allTabs().some((tab) => keyOf(tab).endsWith(uri.toString())));
  await patiently(() => (opened() ? undefined : 'The review is not opened again'));
  const review = opened();
  ok(review, 'It was closed again');
  review.isShown = true;
  review.isAlone = !person.has(review.about);
  await person.settle(undefined, (key) => key.endsWith(review.uri.toString()));
  return `${offer.text} ${review.isAlone ? 'alone' : 'beside it'}`;
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
