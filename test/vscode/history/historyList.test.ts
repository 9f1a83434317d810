import type { HistoryChangeEvent } from '../../../src/core/history/history.ts';
import type { ConversationSummary } from '../../../src/core/history/records/storedConversation.ts';
import type { SearchResult } from '../../../src/core/history/search/historySearch.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { HistoryList } from '../../../src/vscode/history/historyList.ts';
import { equal, ok, until } from '../assert.ts';
import { access } from '../extensionAccess.ts';

const SUMMARY: ConversationSummary = {
  id: 'stored',
  title: 'About fruit',
  pinned: false,
  turns: 2,
  createdAt: 1,
  changedAt: 2,
  isNewer: false,
};

/** In the place of what is on disk: changes and fails as it is told. */
class StubHistory {
  summaries: readonly ConversationSummary[] = [SUMMARY];
  problem: Error | undefined;
  tell: () => void = () => undefined;
  readonly answers: ((result: SearchResult) => void)[] = [];

  async list(): Promise<readonly ConversationSummary[]> {
    if (this.problem !== undefined) {
      throw this.problem;
    }
    return this.summaries;
  }

  search(_query: string, { signal }: { signal?: AbortSignal }): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
      this.answers.push(resolve);
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }

  onChanged(listener: (change: HistoryChangeEvent) => void): { dispose(): void } {
    this.tell = () => listener({ ids: [SUMMARY.id], by: 'another' });
    return { dispose: () => undefined };
  }

  onStateChanged(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  async refresh(): Promise<void> {}
  async prepareSearch(): Promise<void> {}
}

describe('the list of conversations in the panel', () => {
  let history: StubHistory;
  let screen: HistoryList;
  let done: string[];
  let told: ToPanel[];
  let isKept = true;
  const page = { post: (message: ToPanel) => void told.push(message), setHistoryShown: () => undefined };

  beforeEach(async () => {
    history = new StubHistory();
    isKept = true;
    done = [];
    told = [];
    screen = new HistoryList({
      ...(await access()),
      actions: {
        run: async (id, action) => void done.push(`${action} ${id}`),
        rename: async (id, title) => void done.push(`${title} ${id}`),
      },
      ui: { postTo: (receiver, message) => receiver.post(message) },
      history,
      isSaved: () => isKept,
    });
  });

  afterEach(() => screen.dispose());

  function titles(): readonly (readonly string[])[] {
    return told.flatMap((message) =>
      message.type === 'history'
        ? [message.history.rows.filter(({ id }) => id === SUMMARY.id).map(({ title }) => title)]
        : [],
    );
  }

  it('is told again when another window renames, and not while nobody looks', async () => {
    await screen.setShown(page, true);
    equal(titles(), [['About fruit']]);
    history.summaries = [{ ...SUMMARY, title: 'About apples' }];
    history.tell();
    await until(
      () => titles().at(-1)?.[0],
      (title) => title === 'About apples',
    );
    await screen.setShown(page, false);
    const count = told.length;
    history.tell();
    await screen.rows();
    equal(told.length, count);
  });

  it('says why it can’t be read, and is there again when it can', async () => {
    history.problem = new Error('The disk is gone');
    await screen.setShown(page, true);
    const [first] = told;
    ok(first?.type === 'history' && first.history.error?.includes('The disk is gone'), 'No reason is told');
    history.problem = undefined;
    history.tell();
    await until(
      () => titles().at(-1)?.[0],
      (title) => title === 'About fruit',
    );
  });

  it('says where conversations end with the window, be it by the setting or for want of a folder', async () => {
    await screen.setShown(page, true);
    isKept = false;
    await screen.setShown(page, true);
    equal(
      told.flatMap((message) => (message.type === 'history' ? [message.history.isSaved] : [])),
      [true, false],
    );
  });

  it('does what is asked with a conversation of the list, and nothing with any other', async () => {
    const request = { type: 'conversationAction', requestId: 1, action: 'delete' } as const;
    equal(await screen.run({ ...request, conversationId: SUMMARY.id }), undefined);
    ok((await screen.run({ ...request, conversationId: '../../elsewhere' })) !== undefined, 'No reason');
    const rename = { type: 'renameConversation', requestId: 2, title: 'New' } as const;
    ok((await screen.run({ ...rename, conversationId: 'nobody' })) !== undefined, 'No reason');
    equal(done, ['delete stored']);
  });

  it('is told what was found last, and nothing of a search that another one overtook', async () => {
    await screen.setShown(page, true);
    const first = screen.search(page, { type: 'searchHistory', searchId: 1, query: 'a' });
    await until(
      () => history.answers.length,
      (count) => count === 1,
    );
    const second = screen.search(page, { type: 'searchHistory', searchId: 2, query: 'ap' });
    await until(
      () => history.answers.length,
      (count) => count === 2,
    );
    for (const answer of history.answers) {
      answer({ hits: [], total: 0, unreadable: 0 });
    }
    await Promise.all([first, second]);
    equal(
      told.flatMap((message) => (message.type === 'searchHits' ? [message.searchId] : [])),
      [2],
    );
  });
});
