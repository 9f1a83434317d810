import * as vscode from 'vscode';
import { KIND_ICONS } from '../../core/attachments/attachmentKinds.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { createQuickPick, type PickItem, pickItem, showQuickPick } from '../vscodeUi.ts';
import type { Candidates, FoundList } from './candidates.ts';
import type { CandidateSource, FoundCandidate } from './kinds/attachmentSource.ts';

const SEARCH_DEBOUNCE_MS = 100;

interface Choice {
  source?: CandidateSource;
  nextList?: 'files' | 'symbols';
}

/** Shows a quick pick of what can be attached. Returns an empty array if the user cancels. */
export async function pickAttachments(candidates: Candidates): Promise<readonly CandidateSource[]> {
  const title = t('Add Context');
  const chosen = await showQuickPick<PickItem & Choice>(
    [
      pickItem({ icon: 'file', label: t('Files & Folders…') }, { nextList: 'files' }),
      pickItem({ icon: 'symbol-class', label: t('Symbols…') }, { nextList: 'symbols' }),
      ...candidates.fixed().map((candidate) => toPickItem(candidate)),
    ],
    { title, placeHolder: t('Select what to attach to the question'), matchOnDescription: true },
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
  const title = t('Add Files and Folders');
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const fullTitle = hasFolder
    ? title
    : joined([title, t('No folder is open, so only open files are listed')], ' · ');
  return pickWithSearch(fullTitle, (...search) => candidates.find('files', ...search));
}

function pickSymbols(candidates: Candidates): Promise<readonly CandidateSource[]> {
  return pickWithSearch(t('Add Symbols'), (...search) => candidates.find('symbols', ...search));
}

/** Searches for what was typed. `onFound` is called as more is found, until the search is canceled. */
type Search = (
  typed: string,
  onFound: (list: FoundList) => void,
  token: vscode.CancellationToken,
) => Promise<void>;

/**
 * A quick pick that searches as the user types. Checked items stay in the list across searches; while none is checked,
 * Enter accepts the focused one, or after a change of the text the first one that is found.
 */
function pickWithSearch(title: UiText, find: Search): Promise<readonly CandidateSource[]> {
  const { picker: pick, setTexts } = createQuickPick<PickItem & Choice>({
    title,
    placeholder: t('Type to search by name'),
  });
  pick.canSelectMany = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let acceptsFound = false;
  let isOutdated = true;
  let shownKeys = '';
  let cancel = new vscode.CancellationTokenSource();
  return new Promise((resolve, reject) => {
    const accept = (): void => {
      const chosen = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
      if (chosen.length > 0) {
        resolve(sourcesOf(chosen));
        pick.hide();
      }
    };
    const show = ({ items, rest }: FoundList): void => {
      pick.busy = rest === 'searching';
      setTexts({
        title: rest === 'unlisted' ? joined([title, t('Keep typing for more')], ' · ') : title,
      });
      if (items.length === 0 && pick.busy) {
        return;
      }
      const checked = pick.selectedItems;
      const checkedKeys = new Set(checked.map(keyOf));
      const unchecked = items
        .map((candidate) => ({ ...toPickItem(candidate), alwaysShow: true }))
        .filter((other) => !checkedKeys.has(keyOf(other)));
      const keys = JSON.stringify(unchecked.map(keyOf));
      if (!isOutdated && keys === shownKeys) {
        // To set them again could undo a key that was pressed since, of which VS Code has not told yet.
        return;
      }
      shownKeys = keys;
      const activeKeys = new Set(isOutdated ? [] : pick.activeItems.map(keyOf));
      pick.items = [...checked, ...unchecked];
      pick.selectedItems = checked;
      const active = pick.items.filter((item) => activeKeys.has(keyOf(item)));
      pick.activeItems = active.length > 0 ? active : unchecked.slice(0, 1);
      isOutdated = false;
      if (acceptsFound) {
        acceptsFound = false;
        accept();
      }
    };
    const search = (typed: string): void => {
      pick.busy = true;
      cancel = new vscode.CancellationTokenSource();
      find(typed, show, cancel.token).catch((error: unknown) => {
        reject(error);
        pick.hide();
      });
    };
    pick.onDidChangeValue((typed) => {
      pick.busy = true;
      acceptsFound = false;
      isOutdated = true;
      cancel.cancel();
      clearTimeout(timer);
      timer = setTimeout(() => search(typed), SEARCH_DEBOUNCE_MS);
    });
    pick.onDidAccept(() => {
      if (isOutdated && pick.selectedItems.length === 0) {
        acceptsFound = true;
      } else {
        accept();
      }
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      cancel.cancel();
      resolve([]);
      pick.dispose();
    });
    pick.show();
    search('');
  });
}

function sourcesOf(items: readonly Choice[]): CandidateSource[] {
  return items.flatMap(({ source }) => source ?? []);
}

/** Identifies an item by what the user sees of it. */
function keyOf({ label, description = '' }: PickItem): string {
  return `${label}\n${description}`;
}

function toPickItem({ source, label, detail }: FoundCandidate): PickItem & Choice {
  return pickItem(
    {
      icon: source.kind === 'currentFile' ? 'go-to-file' : KIND_ICONS[source.kind],
      label: foreign(label),
      ...(detail !== undefined && { description: foreign(detail) }),
    },
    { source },
  );
}
