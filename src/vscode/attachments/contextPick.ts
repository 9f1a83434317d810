import * as vscode from 'vscode';
import { plainLabel } from '../plainLabel.ts';
import type { Candidates } from './candidates.ts';
import type { CandidateSource, FoundCandidate } from './source.ts';

/** A list is asked for when nobody typed for so long. ms */
const WAITS = 100;

interface Item extends vscode.QuickPickItem {
  source?: CandidateSource;
  /** Opens the next list. */
  next?: 'files' | 'symbols';
}

/** Lets the user choose what to attach in VS Code's own list; `undefined` where that was given up. */
export async function pickContext(candidates: Candidates): Promise<CandidateSource | undefined> {
  const title = vscode.l10n.t('Add Context');
  const chosen = await vscode.window.showQuickPick(
    [
      { label: `$(file) ${vscode.l10n.t('Files & Folders…')}`, next: 'files' },
      { label: `$(symbol-class) ${vscode.l10n.t('Symbols…')}`, next: 'symbols' },
      ...candidates.fixed().map((candidate) => item(candidate)),
    ] satisfies Item[] as Item[],
    { title, placeHolder: vscode.l10n.t('What goes along with the question?'), matchOnDescription: true },
  );
  switch (chosen?.next) {
    case 'files':
      return pickFile(candidates);
    case 'symbols':
      return pickSymbol(candidates);
    default:
      return chosen?.source;
  }
}

export function pickFile(candidates: Candidates): Promise<CandidateSource | undefined> {
  return pickAsTyped(vscode.l10n.t('Add File or Folder'), (typed) => candidates.files(typed));
}

function pickSymbol(candidates: Candidates): Promise<CandidateSource | undefined> {
  return pickAsTyped(vscode.l10n.t('Add Symbol'), (typed) => candidates.symbols(typed));
}

/** A list that is looked for anew as its reader types. */
function pickAsTyped(
  title: string,
  find: (typed: string) => Promise<readonly FoundCandidate[]>,
): Promise<CandidateSource | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Type to search by name');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async (typed: string): Promise<void> => {
    pick.busy = true;
    const found = await find(typed);
    if (pick.value === typed) {
      pick.busy = false;
      pick.items = found.map((candidate) => ({ ...item(candidate), alwaysShow: true }));
    }
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue((typed) => {
      clearTimeout(timer);
      timer = setTimeout(() => void show(typed), WAITS);
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      resolve(chosen?.source);
      pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    void show('');
  });
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

function item({ source, label, detail }: FoundCandidate): Item {
  return {
    label: `$(${ICONS[source.kind]}) ${plainLabel(label)}`,
    ...(detail !== undefined && { description: detail }),
    source,
  };
}
