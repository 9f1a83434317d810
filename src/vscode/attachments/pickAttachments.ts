import { KIND_ICONS } from '../../core/attachments/attachmentKinds.ts';
import {
  createQuickPick,
  foreign,
  type PickItem,
  pickItem,
  showQuickPick,
  t,
  type UiText,
} from '../vscodeUi.ts';
import type { Candidates } from './candidates.ts';
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
  return pickWithSearch(t('Add Files and Folders'), (typed) => candidates.findFiles(typed));
}

function pickSymbols(candidates: Candidates): Promise<readonly CandidateSource[]> {
  return pickWithSearch(t('Add Symbols'), (typed) => candidates.findSymbols(typed));
}

/**
 * A quick pick that searches as the user types. Checked items stay in the list across searches; while none is checked,
 * Enter accepts the focused one, or after a change of the text the first one that is found.
 */
function pickWithSearch(
  title: UiText,
  find: (typed: string) => Promise<readonly FoundCandidate[]>,
): Promise<readonly CandidateSource[]> {
  const pick = createQuickPick<PickItem & Choice>();
  pick.title = title;
  pick.canSelectMany = true;
  pick.placeholder = t('Type to search by name');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let acceptsFound = false;
  return new Promise((resolve) => {
    const accept = (): void => {
      const chosen = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
      if (chosen.length > 0) {
        resolve(sourcesOf(chosen));
        pick.hide();
      }
    };
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
        if (acceptsFound) {
          acceptsFound = false;
          accept();
        }
      }
    };
    pick.onDidChangeValue((typed) => {
      pick.busy = true;
      acceptsFound = false;
      clearTimeout(timer);
      timer = setTimeout(() => void search(typed), SEARCH_DEBOUNCE_MS);
    });
    pick.onDidAccept(() => {
      if (pick.busy && pick.selectedItems.length === 0) {
        acceptsFound = true;
      } else {
        accept();
      }
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
