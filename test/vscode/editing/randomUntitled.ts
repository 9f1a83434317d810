import * as vscode from 'vscode';
import { equal, ok } from '../assert.ts';
import type { PersonsDocument } from './personsDocuments.ts';
import { activeKey, allTabs, keyOf } from './personsTabs.ts';
import { pick, type Step, type StepParts, showText, typeToken } from './randomSteps.ts';
import { write } from './randomWrites.ts';

const MAX_UNTITLED = 2;

/** What a person does with untitled documents. */
export const UNTITLED: readonly Step[] = [
  { name: 'new untitled', weight: 2, take: create },
  { name: 'save untitled', weight: 2, take: saveAs },
  { name: 'close untitled', weight: 1, take: close },
];

async function create({ person }: StepParts): Promise<string | undefined> {
  if (person.documents.all.filter(({ kind }) => kind === 'untitled').length >= MAX_UNTITLED) {
    return undefined;
  }
  const one = await person.documents.createUntitled();
  await person.settle(undefined, (key) => key === `text ${one.uri}`);
  return one.name;
}

/** An untitled document, of which a review is often open, with what was typed into that. */
async function anyUntitled(parts: StepParts): Promise<PersonsDocument | undefined> {
  const { person, random } = parts;
  const one = pick(
    random,
    person.documents.all.filter(({ kind }) => kind === 'untitled'),
  );
  if (one === undefined) {
    return undefined;
  }
  person.notes.push(one.name);
  const isReviewed = person.reviews.some(({ about, isShown }) => about === one && isShown);
  if (isReviewed || random() < 0.3) {
    return one;
  }
  await showText(person, one);
  person.notes.push(`review of ${await write(parts, 'review')}`);
  await person.check();
  const review = person.reviews.at(-1);
  const editor = person.active?.editor;
  if (review?.about === one && editor?.document.uri.toString() === review.uri.toString() && random() < 0.7) {
    const token = await typeToken(person, editor, review, random);
    person.notes.push(`${token} typed into the proposal`);
    await person.settle();
  }
  return one;
}

/** As the file of its name, which may be there already, also in a tab. Its reviews are beside that file then. */
async function saveAs(parts: StepParts): Promise<string | undefined> {
  const { person, random } = parts;
  const one = await anyUntitled(parts);
  if (one === undefined) {
    return undefined;
  }
  const before = one.uri;
  if (random() < 0.4) {
    const text = random() < 0.5 ? 'other\r\ntext' : `${one.lines.join('\n')}\nmore`;
    const inTheWay = await person.documents.writeInTheWay(one, text);
    person.notes.push(`over ${JSON.stringify(text)}`);
    if (random() < 0.5) {
      await vscode.window.showTextDocument(inTheWay, { preview: false });
      await person.settle(undefined, (key) => key === `text ${inTheWay}`);
      person.notes.push('which is open');
    }
  }
  const active = activeKey();
  const saved = await vscode.workspace.save(before);
  ok(saved, 'It is not saved');
  if (person.isFormatting) {
    one.lines = one.lines.with(0, `${one.lines[0]} `);
  }
  one.kind = 'file';
  person.visits = person.visits.filter(({ key }) => !key.includes(saved.toString()));
  person.rename(one, saved, active);
  await person.settle(
    () => !allTabs().some((tab) => keyOf(tab).includes(before.toString())),
    (key) => key === `text ${saved}`,
  );
  await person.documents.checkDisk(one);
  return person.notes.join(', ');
}

/** Without saving it. Its reviews can be opened alone. */
async function close(parts: StepParts): Promise<string | undefined> {
  const { person } = parts;
  const one = await anyUntitled(parts);
  if (one === undefined) {
    return undefined;
  }
  const { uri } = one;
  await showText(person, one);
  const reviews = person.reviews.filter(({ about, isShown }) => about === one && isShown);
  const offers = person.offers.length + reviews.length;
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  person.documents.forget(one);
  person.discarded.push(one.lines.join('\n'));
  for (const review of reviews) {
    review.isShown = false;
  }
  for (const visit of person.visits) {
    // VS Code goes from one tab that closes to the next one.
    visit.isUnsure = true;
  }
  await person.settle(
    () => !allTabs().some((tab) => keyOf(tab).includes(uri.toString())) && person.offers.length === offers,
  );
  equal(
    vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString()),
    false,
  );
  return [...person.notes, `reviews: ${reviews.length}`].join(', ');
}
