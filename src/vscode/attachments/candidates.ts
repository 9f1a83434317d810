import type * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import {
  fuzzyFileScore,
  fuzzyNameScore,
  maxFileScore,
  type Scored,
  scoreItems,
  topScored,
} from '../../core/attachments/fuzzyScore.ts';
import { GrowingList } from '../../core/attachments/growingList.ts';
import type { CandidateList } from '../../protocol/attachments.ts';
import { displayPath } from '../displayPath.ts';
import { fileOf } from '../findCell.ts';
import type { EditorSource } from '../targetEditor.ts';
import { plainText, t } from '../uiText.ts';
import { withTimeout } from '../withTimeout.ts';
import { type NamedFile, WorkspaceFiles } from './files/findByName.ts';
import { type CandidateSource, type FoundCandidate, fixedCandidates } from './kinds/attachmentSource.ts';
import { type FoundSymbol, findDocumentSymbols, findWorkspaceSymbols } from './kinds/symbols.ts';
import { openUris } from './readingDoor.ts';

/** Maximum number of candidates in a list; users type another letter rather than scroll further. */
const MAX_ITEMS = 50;

/** Minimum query length for a symbol search, in characters: shorter queries match too many symbols. */
const MIN_SYMBOL_QUERY_CHARS = 2;

/** Timeout for symbols, in ms: other extensions provide them, and some are slow. */
const SYMBOLS_TIMEOUT_MS = 800;

/** How long a search may take, in ms, before what it has found is listed without waiting for the rest. */
const PATIENCE_MS = 150;

/** Added to the score of an open file. */
const OPEN_BONUS = 100;

/** Number of lists whose keys stay valid: the panel may still show an older list when the next one is created. */
const MAX_LISTS = 3;

/** Candidates that have been found so far. Of a later list of the same search, they are the start. */
export interface FoundList extends Pick<CandidateList, 'rest'> {
  items: readonly FoundCandidate[];
}

/** What is searched. */
type Scope = 'all' | 'files' | 'symbols';

/** Finds candidates for attachments by name. */
export class Candidates {
  readonly #editor: () => EditorSource | undefined;
  readonly #files: WorkspaceFiles;
  #recentLists: readonly ReadonlyMap<string, CandidateSource>[] = [];
  #lastKey = 0;

  /** @param editor returns the editor that was active last */
  constructor(editor: () => EditorSource | undefined, files = new WorkspaceFiles()) {
    this.#editor = editor;
    this.#files = files;
  }

  /** Like `find`, with keys for `sourceOf`, which are valid for the last `MAX_LISTS` lists. */
  async list(
    query: string,
    onFound: (list: CandidateList) => void,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const sources = new Map<string, CandidateSource>();
    const listed: CandidateList['items'] = [];
    const onItems = ({ items, rest }: FoundList): void => {
      for (const { source, label, detail } of items.slice(listed.length)) {
        this.#lastKey += 1;
        const key = `candidate-${this.#lastKey}`;
        sources.set(key, source);
        listed.push({ key, kind: source.kind, label, ...omitUndefined({ detail }) });
      }
      if (this.#recentLists[0] !== sources) {
        this.#recentLists = [sources, ...this.#recentLists].slice(0, MAX_LISTS);
      }
      onFound({ items: [...listed], ...omitUndefined({ rest }) });
    };
    await this.find('all', query, onItems, token);
  }

  /** Returns `undefined` if the key is unknown or its list has expired. */
  sourceOf(key: string): CandidateSource | undefined {
    return this.#recentLists.find((list) => list.has(key))?.get(key);
  }

  /**
   * Best match first, unless a better one is found after others have been listed.
   * @param onFound called as more is found, and not after the search has been canceled
   */
  async find(
    scope: Scope,
    typed: string,
    onFound: (list: FoundList) => void,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const query = typed.trim().toLowerCase();
    const list = new GrowingList<FoundCandidate>(MAX_ITEMS);
    let minScore = query === '' ? Number.NEGATIVE_INFINITY : maxFileScore(query);
    let isAll = true;
    let isListed = false;
    const post = (rest?: 'searching' | 'unlisted'): void => {
      clearTimeout(timer);
      list.append(minScore);
      isListed = true;
      if (!token.isCancellationRequested) {
        onFound({ items: [...list.items], ...omitUndefined({ rest }) });
      }
    };
    const timer = setTimeout(() => post('searching'), PATIENCE_MS);
    const postMore = (): void => {
      if (isListed && !list.isFull) {
        post('searching');
      }
    };
    const addSymbols = async (): Promise<void> => {
      list.add(await this.#scoreSymbols(scope, typed));
      postMore();
    };
    try {
      if (scope === 'all') {
        list.add(matching(query, this.fixed(), ({ label }) => label));
      }
      const findingSymbols = addSymbols();
      for await (const stage of scope === 'symbols' ? [] : this.#findFiles(query, list, token)) {
        ({ minScore, isAll } = stage);
        postMore();
        if (isListed && list.isFull) {
          break;
        }
      }
      if (!list.isFull) {
        await findingSymbols;
      }
      minScore = Number.NEGATIVE_INFINITY;
      list.append(minScore);
      post(list.isCut || !isAll ? 'unlisted' : undefined);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Candidates that exist at most once, such as the selection, if available now. */
  fixed(): FoundCandidate[] {
    return fixedCandidates(this.#editor());
  }

  /** Adds the files of open editors at once, others as they are found. */
  async *#findFiles(query: string, list: GrowingList<FoundCandidate>, token: vscode.CancellationToken) {
    const activeUri = this.#editor()?.document.uri;
    const open = openFiles(activeUri && fileOf(activeUri));
    const add = (found: readonly Scored<NamedFile>[]): void =>
      list.add(found.map(({ item, score }) => ({ item: toFileCandidate(item), score })));
    add(
      scoreItems(open, ({ path }) => {
        const score = query === '' ? -OPEN_BONUS : fuzzyFileScore(query, path);
        return score === undefined ? undefined : score + OPEN_BONUS;
      }),
    );
    const names = new Set(open.map(({ uri }) => uri.toString()));
    for await (const { files, ...stage } of this.#files.find(query, MAX_ITEMS, token)) {
      add(files.filter(({ item }) => !names.has(item.uri.toString())));
      yield stage;
    }
  }

  async #scoreSymbols(scope: Scope, typed: string): Promise<Scored<FoundCandidate>[]> {
    const name = typed.trim();
    if (scope === 'files' || (scope === 'all' && name.length < MIN_SYMBOL_QUERY_CHARS)) {
      return [];
    }
    const uri = this.#editor()?.document.uri;
    const [documentSymbols, workspaceSymbols] = await Promise.all([
      uri === undefined ? [] : withTimeout(SYMBOLS_TIMEOUT_MS, findDocumentSymbols(uri), []),
      name === '' ? [] : withTimeout(SYMBOLS_TIMEOUT_MS, findWorkspaceSymbols(name), []),
    ]);
    const otherSymbols = workspaceSymbols.filter((symbol) => symbol.uri.toString() !== uri?.toString());
    const found = topScored(
      matching(name.toLowerCase(), [...documentSymbols, ...otherSymbols], (symbol) => symbol.name),
      MAX_ITEMS,
    );
    return found.map(({ item, score }) => ({ item: toSymbolCandidate(item), score }));
  }
}

/** Items whose name matches, or all if nothing is typed. */
function matching<T>(query: string, items: readonly T[], nameOf: (item: T) => string): Scored<T>[] {
  return scoreItems(items, (item) => (query === '' ? 0 : fuzzyNameScore(query, nameOf(item))));
}

function toSymbolCandidate(symbol: FoundSymbol): FoundCandidate {
  return {
    source: { kind: 'symbol', file: symbol.uri, symbol },
    label: symbol.name,
    detail: `${displayPath(symbol.uri)}:${symbol.range.start.line + 1}`,
  };
}

/** The files of all open editors, the active one first. */
function openFiles(activeUri: vscode.Uri | undefined): NamedFile[] {
  const unique = new Map(
    [...(activeUri === undefined ? [] : [activeUri]), ...openUris()].map(
      (uri) => [uri.toString(), uri] as const,
    ),
  );
  return [...unique.values()].map((uri) => ({ path: displayPath(uri), uri, isFolder: false }));
}

function toFileCandidate({ path, uri, isFolder }: NamedFile): FoundCandidate {
  const end = path.lastIndexOf('/');
  const details = [
    ...(end > 0 ? [path.slice(0, end)] : []),
    ...(isFolder ? [plainText(t('names of files only'))] : []),
  ];
  return {
    source: { kind: isFolder ? 'folder' : 'file', file: uri },
    label: path.slice(end + 1),
    ...(details.length > 0 && { detail: details.join(' · ') }),
  };
}
