import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import { escapeLabel } from '../escapeLabel.ts';
import type { Candidates } from './candidates.ts';
import type { CandidateSource, FoundCandidate } from './kinds/attachmentSource.ts';

/** Debounce, in ms. */
const SEARCH_DEBOUNCE_MS = 100;

interface PickItem extends vscode.QuickPickItem {
  source?: CandidateSource;
  /** Opens the next list. */
  nextList?: 'files' | 'symbols';
}

/** Shows a quick pick of what can be attached. Returns an empty array if the user cancels. */
export async function pickAttachments(candidates: Candidates): Promise<readonly CandidateSource[]> {
  const title = vscode.l10n.t('Add Context');
  const chosen = await vscode.window.showQuickPick(
    [
      { label: `$(file) ${vscode.l10n.t('Files & Folders…')}`, nextList: 'files' },
      { label: `$(symbol-class) ${vscode.l10n.t('Symbols…')}`, nextList: 'symbols' },
      ...candidates.fixed().map((candidate) => toPickItem(candidate)),
    ] satisfies PickItem[] as PickItem[],
    { title, placeHolder: vscode.l10n.t('Select what to attach to the question'), matchOnDescription: true },
  );
  switch (chosen?.nextList) {
    case 'files':
      return pickFiles(candidates);
    case 'symbols':
      return pickSymbols(candidates);
    default:
      return sourcesOf(chosen === undefined ? [] : [chosen]);
  }
}

export function pickFiles(candidates: Candidates): Promise<readonly CandidateSource[]> {
  return pickWithSearch(vscode.l10n.t('Add Files and Folders'), (typed) => candidates.findFiles(typed));
}

function pickSymbols(candidates: Candidates): Promise<readonly CandidateSource[]> {
  return pickWithSearch(vscode.l10n.t('Add Symbols'), (typed) => candidates.findSymbols(typed));
}

/**
 * A quick pick that searches as the user types. Checked items stay in the list across searches; while none is checked,
 * Enter accepts the focused one.
 */
function pickWithSearch(
  title: string,
  find: (typed: string) => Promise<readonly FoundCandidate[]>,
): Promise<readonly CandidateSource[]> {
  const pick = vscode.window.createQuickPick<PickItem>();
  pick.title = title;
  pick.canSelectMany = true;
  pick.placeholder = vscode.l10n.t('Type to search by name');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = async (query: string): Promise<void> => {
    pick.busy = true;
    const found = await find(query);
    if (pick.value === query) {
      pick.busy = false;
      const checked = pick.selectedItems;
      const checkedKeys = new Set(checked.map(keyOf));
      const unchecked = found
        .map((candidate) => ({ ...toPickItem(candidate), alwaysShow: true }))
        .filter((other) => !checkedKeys.has(keyOf(other)));
      pick.items = [...checked, ...unchecked];
      pick.selectedItems = checked;
      pick.activeItems = unchecked.slice(0, 1);
    }
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue((typed) => {
      clearTimeout(timer);
      timer = setTimeout(() => void search(typed), SEARCH_DEBOUNCE_MS);
    });
    pick.onDidAccept(() => {
      resolve(sourcesOf(pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems));
      pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      resolve([]);
      pick.dispose();
    });
    pick.show();
    void search('');
  });
}

function sourcesOf(items: readonly PickItem[]): CandidateSource[] {
  return items.flatMap(({ source }) => source ?? []);
}

/** Identifies an item by what the user sees of it. */
function keyOf({ label, description = '' }: PickItem): string {
  return `${label}\n${description}`;
}

const ICONS: Readonly<Record<CandidateSource['kind'], string>> = {
  selection: 'selection',
  terminal: 'terminal',
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  problems: 'warning',
  diff: 'git-compare',
  currentFile: 'go-to-file',
};

function toPickItem({ source, label, detail }: FoundCandidate): PickItem {
  return {
    label: `$(${ICONS[source.kind]}) ${escapeLabel(label)}`,
    ...omitUndefined({ description: detail }),
    source,
  };
}
