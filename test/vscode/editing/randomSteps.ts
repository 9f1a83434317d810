import * as vscode from 'vscode';
import { applyEdits, linesOf } from '../../../src/core/editing/textRange.ts';
import type { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { equal, ok } from '../assert.ts';
import { isSame, type PersonsDocument } from './personsDocuments.ts';
import type { PersonsReplies } from './personsReplies.ts';
import { activeKey, allTabs, keyOf } from './personsTabs.ts';
import { nameOf, type Person, type PersonsReview } from './randomPerson.ts';

export interface StepParts {
  readonly person: Person;
  readonly replies: PersonsReplies;
  readonly actions: ReplyActions;
  readonly random: () => number;
}

export interface Step {
  readonly name: string;
  readonly weight: number;
  /** @returns what was done; `undefined` if that is not possible now */
  take(parts: StepParts): Promise<string | undefined>;
}

const MAX_GROUPS = 3;

/** What a person does without the extension. */
export const STEPS: readonly Step[] = [
  { name: 'open', weight: 3, take: openText },
  { name: 'open diff', weight: 2, take: openDiff },
  { name: 'open notebook', weight: 2, take: openNotebook },
  { name: 'chat', weight: 3, take: openChat },
  { name: 'close chat', weight: 1, take: closeChat },
  { name: 'select', weight: 4, take: select },
  { name: 'type', weight: 5, take: type },
  { name: 'type beside a review', weight: 2, take: typeBeside },
  { name: 'rename', weight: 2, take: rename },
  { name: 'save', weight: 2, take: save },
  { name: 'formatter', weight: 1, take: toggleFormatter },
  { name: 'close', weight: 2, take: closeTab },
  { name: 'move', weight: 2, take: move },
  { name: 'split', weight: 1, take: split },
];

export function pick<T>(random: () => number, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** A group to open something in: one that is there, or a new one. */
function anyColumn(random: () => number): vscode.ViewColumn {
  return 1 + Math.floor(random() * Math.min(MAX_GROUPS, vscode.window.tabGroups.all.length + 1));
}

async function openText({ person, random }: StepParts): Promise<string | undefined> {
  const one = pick(
    random,
    person.documents.all.filter(({ kind }) => kind !== 'cell'),
  );
  ok(one, 'No document');
  const viewColumn = anyColumn(random);
  const document = await vscode.workspace.openTextDocument(one.uri);
  await vscode.window.showTextDocument(document, { viewColumn, preview: random() < 0.5 });
  await settleIn(person, document);
  return `${one.name} in ${viewColumn}`;
}

export async function showText(person: Person, one: PersonsDocument): Promise<void> {
  const document = await person.documents.open(one);
  await vscode.window.showTextDocument(document);
  await settleIn(person, document);
}

async function settleIn(person: Person, document: vscode.TextDocument): Promise<void> {
  await person.settle(
    () => person.active?.editor.document === document,
    (key) => key === `text ${document.uri}`,
  );
}

async function openDiff({ person, random }: StepParts): Promise<string | undefined> {
  const all = person.documents.all.filter(({ kind }) => kind !== 'cell');
  const [left, right] = [pick(random, all), pick(random, all)];
  if (left === undefined || right === undefined || left === right) {
    return undefined;
  }
  const options = { viewColumn: anyColumn(random), preview: random() < 0.5 };
  await vscode.commands.executeCommand('vscode.diff', left.uri, right.uri, undefined, options);
  const isOpened = (key: string): boolean => key === `diff ${left.uri} ${right.uri}`;
  await person.settle(undefined, isOpened);
  const isLeft = random() < 0.4;
  if (isLeft) {
    await focusLeft(person, left.uri, isOpened);
  }
  return `${left.name} and ${right.name} in ${options.viewColumn}${isLeft ? ', left side' : ''}`;
}

/** @param active tells the diff whose left side has this URI */
async function focusLeft(person: Person, uri: vscode.Uri, active: (key: string) => boolean): Promise<void> {
  let count = 0;
  await person.settle(async () => {
    const isLeft = isSame(person.active?.editor.document.uri, uri);
    // A diff that was just opened may focus its right side a moment after VS Code tells that it is active.
    if (!isLeft && count++ % 20 === 0) {
      await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
    }
    return isLeft;
  }, active);
}

async function openNotebook({ person, random }: StepParts): Promise<string | undefined> {
  const cells = person.documents.all.filter(({ kind }) => kind === 'cell');
  const index = Math.floor(random() * cells.length);
  const [{ uri } = person.documents.named('cell 0')] = cells;
  const viewColumn = anyColumn(random);
  const selections = [new vscode.NotebookRange(index, index + 1)];
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await vscode.window.showNotebookDocument(notebook, { viewColumn, selections });
  await person.settle(undefined, (key) => key === `notebook ${uri}`);
  return `cell ${index} in ${viewColumn}`;
}

async function openChat({ person, random }: StepParts): Promise<string | undefined> {
  const column = random() < 0.6 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  if (column === vscode.ViewColumn.Beside && vscode.window.tabGroups.all.length >= MAX_GROUPS) {
    return undefined;
  }
  person.chat.show(column);
  let count = 0;
  await person.settle(() => {
    // An editor that was opened before can take the focus again. Then the person clicks into the page.
    if (!person.chat.hasFocus && ++count % 100 === 0) {
      person.chat.show(column);
    }
    return person.chat.hasFocus && activeKey() === 'chat';
  });
  return column === vscode.ViewColumn.Active ? 'over the editor' : 'beside';
}

async function closeChat({ person }: StepParts): Promise<string | undefined> {
  if (!person.chat.isOpen) {
    return undefined;
  }
  person.chat.close();
  await person.settle(() => !person.chat.isOpen && !allTabs().some((tab) => keyOf(tab) === 'chat'));
  return '';
}

async function select({ person, random }: StepParts): Promise<string | undefined> {
  const { active } = person;
  if (active === undefined) {
    return undefined;
  }
  const { editor } = active;
  const lineCount = editor.document.lineCount;
  const anyIn = (line: number): vscode.Position => {
    const { text } = editor.document.lineAt(line);
    const character = Math.floor(random() * (text.length + 1));
    // Not inside of a token, which could not be found then.
    const [token] = text.slice(0, character).match(/«\d*$/) ?? [''];
    return new vscode.Position(line, character - token.length);
  };
  const isOne = random() < 0.5;
  if (isOne) {
    const [start, end] = [anyIn(Math.floor(random() * lineCount)), anyIn(Math.floor(random() * lineCount))];
    editor.selections = [new vscode.Selection(start, random() < 0.3 ? start : end)];
  } else {
    const lines = Array.from({ length: lineCount }, (_, line) => line).filter(() => random() < 0.3);
    const isEmpty = random() < 0.5;
    const selections = lines.map((line) => {
      const start = anyIn(line);
      return new vscode.Selection(start, isEmpty ? start : anyIn(line));
    });
    if (selections.length === 0) {
      return undefined;
    }
    editor.selections = selections;
  }
  await person.settle();
  return JSON.stringify(
    editor.selections.map(
      ({ anchor, active: at }) => `${anchor.line}:${anchor.character}-${at.line}:${at.character}`,
    ),
  );
}

/** Of the diff of a cell, the left side can’t be edited. */
function canType({ input }: vscode.Tab, one: PersonsDocument | PersonsReview): boolean {
  const isLeftCell = 'kind' in one && one.kind === 'cell' && input instanceof vscode.TabInputTextDiff;
  return !isLeftCell && !('readOnly' in one);
}

async function type({ person, random }: StepParts): Promise<string | undefined> {
  const { active } = person;
  const one = active && person.find(active.editor.document);
  if (active === undefined || one === undefined || !canType(active.tab, one)) {
    return undefined;
  }
  const token = await typeToken(person, active.editor, one, random);
  await person.settle();
  return `${token} into ${nameOf(one)}`;
}

/** Types into the document of a review, beside its proposal. */
async function typeBeside({ person, random }: StepParts): Promise<string | undefined> {
  const review = person.reviews.find(({ uri }) => activeKey().endsWith(uri.toString()));
  const isEditable = review && !review.isAlone && !review.about.readOnly && review.about.kind !== 'cell';
  if (!isEditable) {
    return undefined;
  }
  const { uri } = await person.documents.open(review.about);
  await focusLeft(person, uri, (key) => key.endsWith(review.uri.toString()));
  ok(person.active, 'No editor');
  const token = await typeToken(person, person.active.editor, review.about, random);
  await person.settle();
  return `${token} into ${review.about.name}`;
}

/** Types a token on a line of its own, or at the end of one. */
export async function typeToken(
  person: Person,
  editor: vscode.TextEditor,
  one: PersonsDocument | PersonsReview,
  random: () => number,
): Promise<string> {
  const token = person.token('about' in one ? one.about : one);
  const line = Math.floor(random() * one.lines.length);
  const isOwnLine = random() < 0.5;
  const character = isOwnLine ? 0 : (one.lines[line] ?? '').length;
  const position = new vscode.Position(line, character);
  const text = isOwnLine ? `${token}\n` : token;
  const write = async (into: vscode.TextEditor) => into.edit((edit) => edit.insert(position, text));
  const isWritten = write(editor).catch(async (error: unknown) => {
    // After a rename, VS Code makes another editor, and tells of it a moment later.
    ok(/Illegal argument: TextEditor/.test(String(error)), String(error));
    await person.settle(() => person.active && person.active.editor !== editor);
    editor = person.active?.editor ?? editor;
    ok(person.find(editor.document) === one, 'The person is elsewhere');
    return write(editor);
  });
  equal(await isWritten, true, 'The person can’t type');
  one.lines = linesOf(applyEdits(one.lines, [{ range: { start: position, end: position }, text }]));
  // A cursor that moves during a save may count as typing: then, what a participant has added is kept, and shown.
  if ('about' in one) {
    await person.settle();
  }
  const at = new vscode.Position(Math.floor(random() * one.lines.length), 0);
  editor.selections = [new vscode.Selection(at, at)];
  return token;
}

async function rename({ person, random }: StepParts): Promise<string | undefined> {
  const all = person.documents.all.filter(({ kind, readOnly }) => kind === 'file' && !readOnly);
  // Often the one that the person was in, behind the chat too, or one with a review.
  const last = all.find(({ uri }) => isSame(uri, person.visits[0]?.document.uri));
  const reviewed = all.find((each) => person.reviews.some(({ about }) => about === each));
  const one = pick(random, [last, reviewed, reviewed, pick(random, all)]) ?? pick(random, all);
  if (one === undefined) {
    return undefined;
  }
  const [before, active] = [one.uri.toString(), activeKey()];
  const uri = vscode.Uri.joinPath(one.uri, `../renamed${person.next()}-${one.name}`);
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(one.uri, uri);
  equal(await vscode.workspace.applyEdit(edit), true);
  person.rename(one, uri, active);
  // After its reviews are shown again: there is none of this URI.
  await person.open.reviews.discard(uri);
  await person.settle(() => !allTabs().some((tab) => keyOf(tab).includes(before)));
  return one.name;
}

async function save({ person, random }: StepParts): Promise<string | undefined> {
  const one = pick(random, person.documents.all.filter(canSave));
  if (one === undefined || !(await saveIfDirty(person, one))) {
    return undefined;
  }
  await person.settle();
  return one.name;
}

export function canSave({ kind, readOnly }: PersonsDocument): boolean {
  return kind !== 'untitled' && readOnly === undefined;
}

export async function saveIfDirty(person: Person, one: PersonsDocument): Promise<boolean> {
  const document = await person.documents.open(one);
  if (!document.isDirty) {
    return false;
  }
  if (person.isFormatting && one.kind !== 'cell') {
    one.lines = one.lines.with(0, `${one.lines[0]} `);
  }
  await person.documents.save(one);
  return true;
}

async function toggleFormatter({ person }: StepParts): Promise<string | undefined> {
  person.isFormatting = !person.isFormatting;
  return person.isFormatting ? 'on' : 'off';
}

async function closeTab({ person, random }: StepParts): Promise<string | undefined> {
  const tabs = allTabs().filter((one) => keyOf(one) !== 'chat');
  const reviews = tabs.filter((one) => keyOf(one).includes(REVIEW_SCHEME));
  const tab = pick(random, random() < 0.4 && reviews.length > 0 ? reviews : tabs);
  const key = tab && keyOf(tab);
  if (tab === undefined || key === undefined || key.startsWith('text untitled:')) {
    return undefined;
  }
  for (const one of person.documents.all) {
    if (canSave(one) && key.includes(one.uri.toString())) {
      await saveIfDirty(person, one);
    }
  }
  const count = allTabs().length;
  // VS Code makes other objects after a save.
  const present = allTabs().find(
    (one) => keyOf(one) === key && one.group.viewColumn === tab.group.viewColumn,
  );
  ok(present, 'The tab is gone');
  const review = person.reviews.find(({ uri }) => key.includes(uri.toString()));
  if (review !== undefined && allTabs().filter((one) => keyOf(one) === key).length === 1) {
    if (review.lines.join('\n') === review.untouched.join('\n')) {
      person.discardReview(review);
    } else {
      review.isShown = false;
    }
  }
  const offers = person.offers.length + Number(review?.isShown === false);
  equal(await vscode.window.tabGroups.close(present), true, 'The tab does not close');
  await person.settle(() => allTabs().length === count - 1 && person.offers.length === offers);
  // VS Code doesn’t open the diff of a cell again.
  if (review?.isShown === false && review.about.kind !== 'cell' && random() < 0.7) {
    await person.check();
    review.isShown = true;
    person.offers.pop();
    await vscode.commands.executeCommand('workbench.action.reopenClosedEditor');
    await person.settle();
    return `${key}, and opened it again`;
  }
  return key;
}

/** Moves the active tab to the group beside it. */
async function move({ person }: StepParts): Promise<string | undefined> {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  if (all.length < 2 || activeTabGroup.activeTab === undefined) {
    return undefined;
  }
  const isLast = activeTabGroup.viewColumn === all.length;
  return changeGroups(person, `workbench.action.moveEditorTo${isLast ? 'Previous' : 'Next'}Group`);
}

async function split({ person }: StepParts): Promise<string | undefined> {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const key = activeTabGroup.activeTab && keyOf(activeTabGroup.activeTab);
  if (key === undefined || key === 'chat' || key.startsWith('notebook') || all.length >= MAX_GROUPS) {
    return undefined;
  }
  return changeGroups(person, 'workbench.action.splitEditor');
}

async function changeGroups(person: Person, command: string): Promise<string> {
  const { tabGroups } = vscode.window;
  const state = (): string => `${tabGroups.all.length} ${tabGroups.activeTabGroup.viewColumn}`;
  const [before, key] = [state(), activeKey()];
  await vscode.commands.executeCommand(command);
  await person.settle(() => state() !== before && activeKey() === key);
  return `${key} to ${tabGroups.activeTabGroup.viewColumn}`;
}
