import * as vscode from 'vscode';
import { REVIEW_SCHEME } from '../../../src/vscode/targetEditor.ts';
import { ok } from '../assert.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { TestReviews } from './openReview.ts';
import { PersonsChat } from './personsChat.ts';
import { isSame, type PersonsDocument, PersonsDocuments } from './personsDocuments.ts';
import { activeKey, allTabs, keyOf, NOT_FOCUSED, patiently, shows, whatIsWrong } from './personsTabs.ts';

/** A review as it must be. */
export interface PersonsReview {
  readonly uri: vscode.Uri;
  readonly about: PersonsDocument;
  lines: string[];
  /** Lines of the document that the person has seen the proposal beside. */
  base: readonly string[];
  /** Its lines without what the person did to it. */
  untouched: readonly string[];
  /** Turn of the code block that it comes from. */
  readonly source: string | undefined;
  isShown: boolean;
  /** Whether its tab shows it without its document, which is gone. */
  isAlone?: boolean;
}

/** The message that the review of a document was closed, with a button that opens it again. */
export interface Offer {
  readonly text: string;
  press(): void;
}

/** Where the person was: in this editor of this tab, with these selections. */
export interface Visit {
  /** Of the tab. */
  key: string;
  column: number;
  editor: vscode.TextEditor;
  document: vscode.TextDocument;
  selections: readonly vscode.Selection[];
  version: number;
  isVisible: boolean;
  /** Whether it can't be told which editor or document that is now: the answer may be an error. */
  isVague: boolean;
  /** VS Code may have been elsewhere for a moment since: on the other side of the diff, or in another tab. */
  isUnsure?: boolean;
}

/** What a person at VS Code remembers: which documents they have, and where they were. Knows nothing of the product. */
export class Person {
  readonly documents = new PersonsDocuments();
  readonly reviews: PersonsReview[] = [];
  /** The most recent one comes first. */
  visits: Visit[] = [];
  readonly chat = new PersonsChat();
  readonly open: TestReviews;
  /** Whether saving adds a space to the first line. */
  isFormatting = false;
  /** What was typed into which document, or into a review of it. */
  readonly #typed = new Map<string, PersonsDocument>();
  /** Texts that the person had removed. */
  readonly discarded: string[] = [];
  readonly offers: Offer[] = [];
  /** What was done in a step that has not ended, for the message of a failure. */
  readonly notes: string[] = [];
  readonly #dialogs = new StubDialogs();
  #tokenCount = 0;
  #groups: string[][] = [];
  readonly #listeners = vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument((event) => {
      if (this.isFormatting) {
        const edit = vscode.TextEdit.insert(event.document.lineAt(0).range.end, ' ');
        event.waitUntil(Promise.resolve([edit]));
      }
    }),
    // VS Code tells what is selected in an editor that it shows again a moment after the editor.
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
      const visit = this.visits.find(({ editor }) => editor === textEditor);
      if (visit !== undefined) {
        visit.selections = selections;
      }
    }),
  );

  private constructor(open: TestReviews) {
    this.open = open;
    this.#dialogs.answer('showInformationMessage', (text: string, ...buttons: unknown[]) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const button = buttons.find((label) => label === 'Reopen Review');
      if (button !== undefined) {
        this.offers.push({ text, press: () => resolve(button) });
      }
      return button === undefined ? undefined : promise;
    });
  }

  static async create(show: (document: vscode.TextDocument) => Promise<vscode.TextEditor | undefined>) {
    const person = new Person(await TestReviews.create(show));
    await person.documents.create();
    return person;
  }

  /** Opens what has to stay open, and what can be set only in its editor. */
  async begin(): Promise<void> {
    for (const name of ['session.txt', 'untitled1.txt']) {
      const document = await this.documents.open(this.documents.named(name));
      await vscode.window.showTextDocument(document, { preview: false });
      await this.settle(() => this.active?.editor.document === document);
      if (name === 'session.txt') {
        await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
      }
    }
  }

  /** A text that is nowhere else. */
  token(about: PersonsDocument): string {
    const token = `«${++this.#tokenCount}»`;
    this.#typed.set(token, about);
    return token;
  }

  /** A number that is nowhere else. */
  next(): number {
    return ++this.#tokenCount;
  }

  /** What a document is: one of the person's, or the proposal of a review. */
  find(document: vscode.TextDocument): PersonsDocument | PersonsReview | undefined {
    return this.reviews.find(({ uri }) => isSame(uri, document.uri)) ?? this.documents.find(document);
  }

  /** Where the keyboard is. */
  get active(): { readonly editor: vscode.TextEditor; readonly tab: vscode.Tab } | undefined {
    const editor = vscode.window.activeTextEditor;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return editor && activeTab && shows(activeTab, editor) ? { editor, tab: activeTab } : undefined;
  }

  /** Whether it is there. An untitled one may have been closed. */
  has(about: PersonsDocument): boolean {
    return this.documents.all.includes(about);
  }

  discardReview(review: PersonsReview): void {
    this.reviews.splice(this.reviews.indexOf(review), 1);
    this.discarded.push(review.lines.join('\n'));
  }

  /**
   * Waits until VS Code shows what its tabs say, and the extension has done what follows from it.
   * @param active tells the tab that the step gives the focus to. A webview may take it at any moment after it was opened:
   * then the person clicks into the tab
   */
  async settle(isDone: () => unknown = () => true, active?: (key: string) => boolean): Promise<void> {
    let count = 0;
    await patiently(async () => {
      const wrong = whatIsWrong();
      if (wrong === NOT_FOCUSED) {
        // The person clicks into it.
        await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
      }
      if (wrong !== undefined) {
        return wrong;
      }
      if (active !== undefined && !active(activeKey())) {
        const { all } = vscode.window.tabGroups;
        const group = all.find(({ activeTab }) => activeTab && active(keyOf(activeTab)));
        if (group !== undefined && activeKey() === 'chat' && ++count > 20) {
          const name = ['First', 'Second', 'Third'][group.viewColumn - 1];
          await vscode.commands.executeCommand(`workbench.action.focus${name}EditorGroup`);
        }
        return 'The tab does not have the focus';
      }
      return (await isDone()) ? this.#wrongReview() : 'The step is not done';
    });
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (activeTab?.input instanceof vscode.TabInputNotebook && this.active === undefined) {
      // The person presses Enter on the cell.
      await patiently(async () => {
        await vscode.commands.executeCommand('notebook.cell.edit');
        return this.active === undefined ? 'No cell is edited' : undefined;
      });
    }
    this.#look();
  }

  /** Compares everything with what it must be. */
  async check(): Promise<void> {
    await this.documents.check();
    for (const { uri, about, lines, isShown } of this.reviews) {
      const expected = lines.join(about.lineEnd);
      // While it is saved, what a participant adds is there for a moment.
      const text = (): string | undefined => {
        const shown = vscode.workspace.textDocuments.find((one) => isShown && isSame(one.uri, uri));
        const stored = this.open.files.text(uri);
        return shown === undefined || shown.getText() === stored ? stored : `${shown.getText()}\nUNSAVED`;
      };
      await patiently(() =>
        text() === expected
          ? undefined
          : `${about.name}: the proposal is ${JSON.stringify(text())}, not ${JSON.stringify(expected)}`,
      );
    }
    for (const [token, about] of this.#typed) {
      const texts = [
        about.lines,
        ...this.reviews.filter((one) => one.about === about).map(({ lines }) => lines),
      ];
      if (!texts.some((lines) => lines.join('\n').includes(token))) {
        ok(
          this.discarded.some((text) => text.includes(token)),
          `${token} of ${about.name} was lost`,
        );
        this.#typed.delete(token);
      }
    }
  }

  /**
   * A document has another name.
   * @param active key of the tab that was active before
   */
  rename(document: PersonsDocument, uri: vscode.Uri, active: string): void {
    const [before, after] = [document.uri.toString(), uri.toString()];
    // VS Code closes the tab, and goes to another one until the extension opens the review again.
    const isClosed = active.startsWith('diff') && active.includes(before);
    document.uri = uri;
    for (const visit of this.visits) {
      visit.isUnsure ||= isClosed;
      if (visit.key.includes(before)) {
        visit.key = visit.key.replaceAll(before, after);
        visit.isVague = true;
      }
    }
  }

  async end(): Promise<void> {
    this.#listeners.dispose();
    this.#dialogs.restore();
    this.chat.close();
    await this.open.close();
    await this.documents.remove();
  }

  #wrongReview(): string | undefined {
    for (const { uri, about, isShown, isAlone = false, lines } of this.reviews) {
      const tabs = allTabs().filter((tab) => keyOf(tab).includes(uri.toString()));
      if (tabs.length > 0 !== isShown) {
        return `The review of ${about.name} is ${isShown ? 'not shown' : 'shown'}`;
      }
      const isBeside = (tab: vscode.Tab): boolean =>
        about.kind === 'cell' || keyOf(tab) === `diff ${about.uri} ${uri}`;
      if (!tabs.every((tab) => (isAlone ? keyOf(tab) === `text ${uri}` : isBeside(tab)))) {
        return `The review of ${about.name} is not shown ${isAlone ? 'alone' : 'beside it'}`;
      }
      if (isShown && this.open.files.text(uri) !== lines.join(about.lineEnd)) {
        return `The review of ${about.name} is not saved: ${JSON.stringify([this.open.files.text(uri), lines.join(about.lineEnd)])}`;
      }
      // What a participant in saving added is taken back in its file first.
      const document = vscode.workspace.textDocuments.find((one) => isSame(one.uri, uri));
      if (isShown && (document?.isDirty || document?.getText() !== lines.join(about.lineEnd))) {
        return `The review of ${about.name} is not saved`;
      }
    }
    const isKnown = (tab: vscode.Tab): boolean =>
      this.reviews.some(({ uri }) => keyOf(tab).includes(uri.toString()));
    const tabs = allTabs().filter((tab) => keyOf(tab).includes(`${REVIEW_SCHEME}:`));
    return tabs.every(isKnown) ? undefined : 'A tab of a closed review is there';
  }

  /** The person sees where the keyboard is, and what is selected in each editor that is visible. */
  #look(): void {
    const { active } = this;
    this.#followGroups();
    if (active !== undefined) {
      const [key, column] = [keyOf(active.tab), active.tab.group.viewColumn];
      const others = this.visits.filter((one) => one.key !== key || one.column !== column);
      const seen = { isVisible: true, isVague: false, isUnsure: false, ...stateOf(active.editor) };
      this.visits = [{ key, column, ...seen }, ...others];
    }
    this.visits = this.visits.filter((visit) => {
      const tabs = allTabs().filter((tab) => keyOf(tab) === visit.key);
      const tab =
        tabs.find(({ group }) => group.viewColumn === visit.column) ??
        (tabs.length === 1 ? tabs[0] : undefined);
      if (tab === undefined) {
        return false;
      }
      visit.column = tab.group.viewColumn;
      const editors = vscode.window.visibleTextEditors.filter(
        (one) => tab.isActive && shows(tab, one) && isSame(one.document.uri, visit.document.uri),
      );
      const editor =
        editors.find((one) => one === visit.editor) ?? (editors.length === 1 ? editors[0] : undefined);
      if (editor !== undefined) {
        Object.assign(visit, { isVisible: true, isVague: false, ...stateOf(editor) });
      } else {
        visit.isVague ||= editors.length > 1 || visit.document.isClosed || visit.key.startsWith('notebook');
        visit.isVisible = false;
      }
      return true;
    });
  }

  /** Columns are numbers, which change if a group comes or goes. */
  #followGroups(): void {
    const before = this.#groups;
    const { all } = vscode.window.tabGroups;
    const inOrder = all.toSorted((one, other) => one.viewColumn - other.viewColumn);
    const after = inOrder.map(({ tabs }) => tabs.map(keyOf));
    this.#groups = after;
    if (after.length < before.length) {
      const gone = leastDifference(after, before.length, (index) => before.toSpliced(index, 1));
      this.visits = this.visits
        .filter(({ column }) => column !== gone + 1)
        .map((visit) => ({ ...visit, column: visit.column > gone ? visit.column - 1 : visit.column }));
    } else if (after.length > before.length) {
      const added = leastDifference(after, after.length, (index) => before.toSpliced(index, 0, []));
      this.visits = this.visits.map((visit) => ({
        ...visit,
        column: visit.column > added ? visit.column + 1 : visit.column,
        // When it adds a group, VS Code gives the focus to the right side for a moment.
        isUnsure: visit.key.startsWith(`diff ${visit.document.uri} `),
      }));
    }
  }
}

export function nameOf(one: PersonsDocument | PersonsReview): string {
  return 'about' in one ? `the review of ${one.about.name}` : one.name;
}

function stateOf(editor: vscode.TextEditor): Pick<Visit, 'editor' | 'document' | 'selections' | 'version'> {
  const { document, selections } = editor;
  return { editor, document, selections, version: document.version };
}

/** For which index a list of groups is the most like another one. */
function leastDifference(groups: string[][], count: number, at: (index: number) => string[][]): number {
  const difference = (others: string[][]): number =>
    others.reduce((sum, keys, index) => {
      const present = groups[index] ?? [];
      const missing = keys.filter((key) => !present.includes(key)).length;
      const added = present.filter((key) => !keys.includes(key)).length;
      // A tab that was moved never comes first.
      return sum + missing + added + Number(keys[0] !== present[0]) / 2;
    }, 0);
  const differences = Array.from({ length: count }, (_, index) => difference(at(index)));
  return differences.indexOf(Math.min(...differences));
}
