import * as vscode from 'vscode';
import type { History } from '../../../src/core/history/history.ts';
import type { ConversationSummary } from '../../../src/core/history/records/storedConversation.ts';
import { type StatusMenuDeps, showStatus } from '../../../src/vscode/models/statusMenu.ts';
import { NO_HISTORY } from '../../support/noHistory.ts';
import { equal, ok, until } from '../assert.ts';
import { access, ask, connect, removeKey } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

const COUNTING = 'Counting…';

describe('the menu of the status bar item', () => {
  let dialogs: StubDialogs;
  let pickers: readonly Picker[];

  beforeEach(() => {
    dialogs = new StubDialogs();
    pickers = dialogs.quickPicks();
  });

  afterEach(async () => {
    dialogs.restore();
    await removeKey();
  });

  /** The menu, once it is shown. */
  async function opened(title = 'Assistant Chat Status', count = 1): Promise<Picker> {
    const picker = await until(
      () => pickers.at(-1),
      (last) =>
        pickers.length >= count &&
        last?.title === title &&
        last.items.length > 0 &&
        last.activeItems.length > 0,
    );
    ok(picker, title);
    return picker;
  }

  /** All entries but those of unseen replies, which other suites may have left. */
  function commandsOf({ items }: Picker): readonly vscode.QuickPickItem[] {
    return items.filter((item) => 'command' in item);
  }

  async function depsWith(history: Partial<History>): Promise<StatusMenuDeps> {
    const services = await access();
    return {
      ...services,
      models: { current: 'assistant-haiku' },
      ui: { reveal: async () => undefined },
      history: { ...NO_HISTORY, ...history },
      readHistoryFolder: () => undefined,
    };
  }

  it('has the model, what is left and what was used, and the log', async () => {
    const services = await connect();
    const { usage } = await ask(services, 'Why?');
    ok(usage, 'The service reports the usage');
    const { inputTokens = 0, outputTokens = 0 } = usage;
    const left = services.requestsLeft.current;
    const closed = vscode.commands.executeCommand('assistant.showStatus');
    const picker = await opened();
    const rows = await until(
      () => commandsOf(picker),
      (items) => items[3]?.description !== COUNTING,
    );
    equal(
      rows.map(({ label }) => label),
      [
        services.models.current,
        'Requests left this minute in this window',
        'Tokens of this conversation',
        'Tokens of today',
        'Show Log',
      ],
    );
    equal(rows[0]?.description, 'Select Model');
    equal(rows[1]?.description, `${left} of 60`);
    equal(
      rows[2]?.description,
      `${inputTokens + outputTokens} (${inputTokens} input, ${outputTokens} output)`,
    );
    ok(
      /^[1-9][\d.]*[KM]? \(.+ input, .+ output\)$/.test(rows[3]?.description ?? ''),
      `${rows[3]?.description}`,
    );
    equal(picker.activeItems, picker.items.slice(0, 1));
    const known = await vscode.commands.getCommands(true);
    for (const row of rows) {
      ok('command' in row && known.includes(`assistant.${row.command}`), row.label);
    }
    for (let row = 0; picker.items[row] !== rows[0]; row++) {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    }
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await opened('Select Model');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closed;
  });

  it('begins with Connect… without a connection', async () => {
    const closed = vscode.commands.executeCommand('assistant.showStatus');
    const rows = commandsOf(await opened());
    equal(
      rows.map(({ label }) => label),
      ['Connect…', 'Tokens of this conversation', 'Tokens of today', 'Show Log'],
    );
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closed;
  });

  it('is open while the tokens of today are counted, and keeps the entry that is focused', async () => {
    const listing = Promise.withResolvers<never[]>();
    const closed = showStatus(await depsWith({ list: () => listing.promise }));
    const picker = await opened();
    const row = picker.items.findIndex(({ label }) => label === 'Tokens of today in this window');
    equal(picker.items[row]?.description, COUNTING);
    picker.activeItems = picker.items.slice(row, row + 1);
    listing.resolve([]);
    await until(
      () => picker.items[row]?.description,
      (description) => description !== COUNTING,
    );
    equal(picker.activeItems, picker.items.slice(row, row + 1));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closed;
  });

  it('reads no conversation once it is closed', async () => {
    const listing = Promise.withResolvers<ConversationSummary[]>();
    const read: string[] = [];
    const list = () => listing.promise;
    const open = async (id: string) => {
      read.push(id);
      return undefined;
    };
    const closed = showStatus(await depsWith({ list, open }));
    await opened();
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closed;
    const changedAt = Date.now();
    const row = { title: '', pinned: false, turns: 2, questions: 1, createdAt: 0, changedAt, isNewer: false };
    listing.resolve([{ ...row, id: 'of-today' }]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    equal(read, []);
  });

  it('says so when the tokens of today can’t be counted', async () => {
    const closed = showStatus(await depsWith({ list: () => Promise.reject(new Error('No disk')) }));
    const picker = await opened();
    await until(
      () => picker.items.map(({ description }) => description),
      (descriptions) => descriptions.includes('Can’t be counted, since the history can’t be read'),
    );
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await closed;
  });
});
