import * as vscode from 'vscode';
import {
  allTabs,
  canEdit,
  columnBesideChat,
  focusSide,
  isEqual,
  isIn,
  isSame,
  showCell,
  showsChat,
  showTab,
  type TabContent,
  whatIsIn,
} from './editorTabs.ts';
import { findCell } from './findCell.ts';
import { renamedUri } from './renamedUri.ts';

/** Of the proposals of reviews. */
export const REVIEW_SCHEME = 'assistant-review';

/** Maximum number of tabs to remember; the user rarely means one from longer ago. */
const MAX_VISITS = 20;

/** A document, and what is selected in it. */
export type EditorSource = Pick<vscode.TextEditor, 'document' | 'selection'>;

/** A text editor as the user left it, in its tab: where a reply goes. */
export interface Place extends Pick<vscode.TextEditor, 'document' | 'selections' | 'options'> {
  /** Of the document when its selections were last known. */
  readonly version: number;
  readonly isVisible: boolean;
  readonly visit: Visit;
}

/** Where the user was: a tab, and the text editor in it that had the focus last. */
interface Visit extends TabContent {
  readonly column: vscode.ViewColumn;
  /** `undefined` if VS Code gives extensions no access to it, as in custom editors. */
  readonly editor: vscode.TextEditor | undefined;
  /** What the editor last had before it was hidden. `undefined` while it is visible. */
  readonly hidden?: Pick<Place, 'document' | 'selections' | 'version'> | undefined;
}

/**
 * Knows where the user was last in an editor, because the panel takes the focus away. That is a place: this tab in this
 * group, this side of a diff or cell, these selections. If it can't be reached, no other one is taken for it.
 */
export class TargetEditor implements vscode.Disposable {
  /** The most recent one comes first. Those whose tabs were closed are passed over. */
  #visits: readonly Visit[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when another editor may be the current one, or the source. */
  readonly onDidChange = this.#changed.event;
  readonly #listeners = vscode.Disposable.from(
    this.#changed,
    ...[
      vscode.window.onDidChangeActiveTextEditor,
      vscode.window.onDidChangeVisibleTextEditors,
      vscode.window.onDidChangeTextEditorViewColumn,
      vscode.window.tabGroups.onDidChangeTabs,
      vscode.window.tabGroups.onDidChangeTabGroups,
    ].map((event: vscode.Event<unknown>) =>
      event(() => {
        this.#update();
        this.#changed.fire();
      }),
    ),
    vscode.workspace.onDidRenameFiles((event) => {
      this.#visits = this.#visits.map((visit) => followRename(visit, event));
    }),
  );

  constructor() {
    this.#update();
  }

  /** Where replies go. `unreachable` is the label of the tab if the user was last in an editor that VS Code gives no access to. */
  get place(): Place | { readonly unreachable: string } | undefined {
    for (const visit of this.#visits) {
      const tab = findTab(visit);
      if (tab !== undefined) {
        return placeOf(visit, tab) ?? { unreachable: tab.label };
      }
    }
    return undefined;
  }

  /** The editor that questions are about: the last one that is visible, or that the chat in an editor tab hides. */
  get source(): EditorSource | undefined {
    for (const visit of this.#visits) {
      const tab = findTab(visit);
      const place = tab && placeOf(visit, tab);
      if (tab === undefined || place === undefined || place.document.uri.scheme === REVIEW_SCHEME) {
        continue;
      }
      if (place.isVisible) {
        return editorIn(tab, visit);
      }
      // VS Code restores these positions too, even if the text has changed meanwhile.
      const [{ start, end } = new vscode.Selection(0, 0, 0, 0)] = place.selections.map((selection) =>
        place.document.validateRange(selection),
      );
      return showsChat(tab.group)
        ? { document: place.document, selection: new vscode.Selection(start, end) }
        : undefined;
    }
    return undefined;
  }

  /**
   * Shows a place. VS Code selects there what was selected before.
   * @returns `undefined` if it has no editor of its own, as a cell of a notebook that is scrolled out of view
   */
  async show(place: Place, { preserveFocus = false } = {}): Promise<vscode.TextEditor | undefined> {
    const tab = findTab(place.visit);
    if (tab === undefined) {
      return undefined;
    }
    const shown = editorIn(tab, place.visit);
    if (shown !== undefined && (preserveFocus || tab.group.isActive)) {
      if (!preserveFocus) {
        await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
        await focusSide(tab, place.document);
      }
      return shown;
    }
    return showTab(tab, place.document, preserveFocus);
  }

  /**
   * Shows a document with the focus, to be edited: where it is visible, in the tab that it has, or in a new tab. Never
   * hides the chat in an editor tab.
   */
  async open(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined> {
    const tabs = allTabs().filter((tab) => canEdit(tab, document));
    const isText = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputText;
    const visible = tabs.filter(({ isActive }) => isActive);
    const tab =
      visible.find(isText) ?? visible[0] ?? tabs.find((one) => isText(one) && !showsChat(one.group));
    if (tab !== undefined) {
      return showTab(tab, document, false);
    }
    const cell = findCell(document.uri);
    return cell === undefined
      ? vscode.window.showTextDocument(document, columnBesideChat())
      : showCell(cell, { viewColumn: columnBesideChat() });
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #update(): void {
    const { activeTabGroup, all } = vscode.window.tabGroups;
    // Before the user was in any editor, what is visible counts.
    for (const { activeTab } of this.#visits.length > 0 ? [activeTabGroup] : [...all, activeTabGroup]) {
      const shown = activeTab && whatIsIn(activeTab);
      if (activeTab !== undefined && shown !== undefined) {
        this.#remember(activeTab, shown);
      }
    }
    this.#visits = this.#visits.map((visit) => {
      const tab = findTab(visit);
      const editor = tab && editorIn(tab, visit);
      if (tab !== undefined && editor !== undefined) {
        return { ...visit, column: tab.group.viewColumn, editor, hidden: undefined };
      }
      return { ...visit, hidden: visit.hidden ?? (visit.editor && stateOf(visit.editor)) };
    });
  }

  #remember(tab: vscode.Tab, shown: TabContent): void {
    const now = { ...shown, column: tab.group.viewColumn };
    const before = this.#visits.find((one) => one.column === now.column && isSame(one, now));
    const active = vscode.window.activeTextEditor;
    const editor =
      active !== undefined && isIn(tab, active)
        ? active
        : (before?.editor ?? vscode.window.visibleTextEditors.findLast((one) => isIn(tab, one)));
    const others = this.#visits.filter((one) => one !== before && findTab(one) !== undefined);
    this.#visits = [{ hidden: before?.hidden, ...now, editor }, ...others].slice(0, MAX_VISITS);
  }
}

/** The tab where it was or, if it was moved, the only one that shows the same. */
function findTab(visit: Visit): vscode.Tab | undefined {
  const tabs = allTabs().filter((tab) => {
    const shown = whatIsIn(tab);
    return shown !== undefined && isSame(shown, visit);
  });
  return (
    tabs.find(({ group }) => group.viewColumn === visit.column) ?? (tabs.length === 1 ? tabs[0] : undefined)
  );
}

/** The visible editor of a visit. VS Code makes a new one whenever the tab becomes visible again. */
function editorIn(tab: vscode.Tab, { editor: last }: Visit): vscode.TextEditor | undefined {
  const editors = vscode.window.visibleTextEditors.filter(
    (one) => tab.isActive && isIn(tab, one) && isEqual(one.document.uri, last?.document.uri),
  );
  return editors.find((one) => one === last) ?? (editors.length === 1 ? editors[0] : undefined);
}

function stateOf({ document, selections }: vscode.TextEditor): NonNullable<Visit['hidden']> {
  return { document, selections, version: document.version };
}

function placeOf(visit: Visit, tab: vscode.Tab): Place | undefined {
  const editor = editorIn(tab, visit);
  if (editor !== undefined) {
    return { ...stateOf(editor), options: editor.options, isVisible: true, visit };
  }
  // Others can't be shown again.
  return visit.kind === 'other' || visit.editor === undefined || visit.hidden?.document.isClosed !== false
    ? undefined
    : { ...visit.hidden, options: visit.editor.options, isVisible: false, visit };
}

/** VS Code opens another document for the new name. A diff it closes. */
function followRename(visit: Visit, event: vscode.FileRenameEvent): Visit {
  const uris = visit.uris.map((uri) => renamedUri(uri, event) ?? uri);
  const document = vscode.workspace.textDocuments.find(({ uri }) => isEqual(uri, uris[0]));
  const isMoved = uris.some((uri, index) => !isEqual(uri, visit.uris[index]));
  return {
    ...visit,
    uris,
    ...(isMoved &&
      visit.hidden !== undefined &&
      document !== undefined && { hidden: { ...visit.hidden, document, version: document.version } }),
  };
}
