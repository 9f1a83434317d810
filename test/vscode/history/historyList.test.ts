import type { HistoryChangeEvent } from '../../../src/core/history/history.ts';
import type { ConversationSummary } from '../../../src/core/history/records/storedConversation.ts';
import type { SearchResult } from '../../../src/core/history/search/historySearch.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import { ConversationActions } from '../../../src/vscode/history/conversationActions.ts';
import { HistoryList } from '../../../src/vscode/history/historyList.ts';
import { equal, ok, until } from '../assert.ts';
import { access, connect, replyText } from '../extensionAccess.ts';

const SUMMARY: ConversationSummary = {
  id: 'stored',
  title: 'About fruit',
  pinned: false,
  turns: 2,
  questions: 1,
  createdAt: 1,
  changedAt: 2,
  isNewer: false,
};

/** Replaces the history. Tests set its content and its error. */
class StubHistory {
  summaries: readonly ConversationSummary[] = [SUMMARY];
  problem: Error | undefined;
  fireChange: () => void = () => undefined;
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
    this.fireChange = () => listener({ ids: [SUMMARY.id], by: 'another' });
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
  let list: HistoryList;
  let actions: string[];
  let posted: ToPanel[];
  let isSaved = true;
  const page = {
    post: (message: ToPanel) => void posted.push(message),
    setHistoryShown: () => undefined,
    restoreFocus: async () => undefined,
  };

  beforeEach(async () => {
    history = new StubHistory();
    isSaved = true;
    actions = [];
    posted = [];
    list = new HistoryList({
      ...(await access()),
      actions: {
        run: async (id, action) => void actions.push(`${action} ${id}`),
        rename: async (id, title) => void actions.push(`${title} ${id}`),
      },
      ui: { postTo: (receiver, message) => receiver.post(message) },
      history,
      isSaved: () => isSaved,
    });
  });

  afterEach(() => list.dispose());

  function titles(): readonly (readonly string[])[] {
    return posted.flatMap((message) =>
      message.type === 'history'
        ? [message.history.rows.filter(({ id }) => id === SUMMARY.id).map(({ title }) => title)]
        : [],
    );
  }

  it('is updated when another window renames a conversation, but only while it is shown', async () => {
    await list.setShown(page, true);
    equal(titles(), [['About fruit']]);
    history.summaries = [{ ...SUMMARY, title: 'About apples' }];
    history.fireChange();
    await until(
      () => titles().at(-1)?.[0],
      (title) => title === 'About apples',
    );
    await list.setShown(page, false);
    const count = posted.length;
    history.fireChange();
    await list.rows();
    equal(posted.length, count);
  });

  it("shows the reason if it can't be read, and is updated once it can", async () => {
    history.problem = new Error('The disk is gone');
    await list.setShown(page, true);
    const [first] = posted;
    ok(first?.type === 'history' && first.history.error?.includes('The disk is gone'), 'No reason is shown');
    history.problem = undefined;
    history.fireChange();
    await until(
      () => titles().at(-1)?.[0],
      (title) => title === 'About fruit',
    );
  });

  it('shows if conversations are not saved on disk', async () => {
    await list.setShown(page, true);
    isSaved = false;
    await list.setShown(page, true);
    equal(
      posted.flatMap((message) => (message.type === 'history' ? [message.history.isSaved] : [])),
      [true, false],
    );
  });

  it('runs actions only on conversations in the list', async () => {
    const request = { type: 'conversationAction', requestId: 1, action: 'delete' } as const;
    equal(await list.run({ ...request, rowId: SUMMARY.id }), undefined);
    ok((await list.run({ ...request, rowId: '../../elsewhere' })) !== undefined, 'No error message');
    const rename = { type: 'renameConversation', requestId: 2, title: 'New' } as const;
    ok((await list.run({ ...rename, rowId: 'unknown' })) !== undefined, 'No error message');
    equal(actions, ['delete stored']);
  });

  it('undoes deletions one by one, the latest first, and each only once', async () => {
    const services = await connect();
    const deletions = new ConversationActions(services);
    const ids: string[] = [];
    for (const text of ['first', 'second']) {
      equal((await services.pipeline.ask({ text, attachments: [] })).error, undefined);
      await replyText(services);
      ids.push(services.conversations.current.conversation.id);
      services.conversations.startNew();
    }
    const kept = () =>
      ids.map((id) => services.conversations.loaded.some((one) => one.conversation.id === id));
    for (const id of ids) {
      equal(await deletions.run(id, 'delete'), undefined);
    }
    equal(kept(), [false, false]);
    equal(deletions.undoDelete(), undefined);
    equal(kept(), [false, true]);
    equal(deletions.undoDelete(), undefined);
    equal(kept(), [true, true]);
    ok(deletions.undoDelete() !== undefined, 'No error message');
    // What was restored from the trash is not deleted any more.
    for (const id of ids) {
      equal(await deletions.run(id, 'delete'), undefined);
    }
    equal(await deletions.run(ids[1] ?? '', 'restore'), undefined);
    equal(deletions.undoDelete(), undefined);
    equal(kept()[0], true);
    ok(deletions.undoDelete() !== undefined, 'No error message');
  });

  it('says why a search failed, before the list was ever shown too', async () => {
    history.problem = new Error('The disk is gone');
    await list.search(page, { type: 'searchHistory', searchId: 1, query: 'a' });
    const [hits] = posted;
    ok(hits?.type === 'searchHits' && hits.error?.includes('The disk is gone'), JSON.stringify(hits));
  });

  it('shows what has changed during a listing, whichever listing ends first', async () => {
    const listings: (() => void)[] = [];
    history.list = () => {
      const { summaries } = history;
      return new Promise((resolve) => listings.push(() => resolve(summaries)));
    };
    const shown = list.setShown(page, true);
    history.summaries = [{ ...SUMMARY, title: 'About apples' }];
    history.fireChange();
    const again = list.setShown(page, true);
    while (titles().length < 2) {
      listings.pop()?.();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await Promise.all([shown, again]);
    equal(titles().at(-1), ['About apples']);
  });

  it('shows the hits of the last search, and none of a canceled one', async () => {
    await list.setShown(page, true);
    const first = list.search(page, { type: 'searchHistory', searchId: 1, query: 'a' });
    await until(
      () => history.answers.length,
      (count) => count === 1,
    );
    const second = list.search(page, { type: 'searchHistory', searchId: 2, query: 'ap' });
    await until(
      () => history.answers.length,
      (count) => count === 2,
    );
    for (const answer of history.answers) {
      answer({ hits: [], total: 0, unreadable: 0 });
    }
    await Promise.all([first, second]);
    equal(
      posted.flatMap((message) => (message.type === 'searchHits' ? [message.searchId] : [])),
      [2],
    );
  });
});
