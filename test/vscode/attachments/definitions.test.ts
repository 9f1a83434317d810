import * as vscode from 'vscode';
import { Definitions } from '../../../src/vscode/attachments/definitions.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import {
  closeChatTabs,
  closeEditors,
  connect,
  removeKey,
  replyText,
  setSetting,
} from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';
import { declarationAt, nameAt, ORDER, PRICE, StubLanguage } from './stubLanguage.ts';

const files = new WorkspaceFiles();
/** So that nothing is left out because the machine is slow. */
const PATIENT = { nameMs: 60_000, documentMs: 60_000, allMs: 120_000 };

describe('definitions used here', () => {
  let found: TestAccess;
  let definitions: Definitions;
  let dialogs: StubDialogs;
  let language: StubLanguage;
  let order: vscode.Uri;
  let price: vscode.Uri;
  let uses = 0;

  beforeEach(async () => {
    found = await connect();
    definitions = new Definitions({ ...found, definitionLimits: PATIENT });
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    order = await files.write('defined/shop/order.py', ORDER);
    price = await files.write('defined/shop/prices/price.py', PRICE);
    language = new StubLanguage('**/defined/**');
    language.answers = {
      tax: declarationAt(order, 4, 5),
      rate: nameAt(price, 3, 4, 8),
      limit: nameAt(order, 12, 4, 9),
    };
  });

  afterEach(async () => {
    definitions.dispose();
    language.dispose();
    dialogs.restore();
    await closeChatTabs();
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  /** Selects lines of an open file, counted from 0. */
  async function select(uri: vscode.Uri, start: number, end: number): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    editor.selection = new vscode.Selection(start, 0, end, 0);
    return editor;
  }

  async function attach(start = 7, end = 9): Promise<void> {
    await select(order, start, end);
    await attachSelection();
  }

  async function attachSelection(): Promise<void> {
    equal(
      await (await found.attachments.reader()).add([{ kind: 'selection' }], found.composer.owner),
      undefined,
    );
  }

  function chips(): string[] {
    return found.composer.attachments.map(
      ({ kind, path, symbol = '', startLine, endLine }) =>
        `${kind} ${path.replace('defined/shop/', '').replace(/(?<=use)\d+/, '')} ${symbol} ${startLine}-${endLine}`,
    );
  }

  async function add(): Promise<string | undefined> {
    return said(await definitions.add(found.composer.owner));
  }

  /** Each has another name, since VS Code may still have a document that was deleted on disk. */
  function writeUse(code: string): Promise<vscode.Uri> {
    uses++;
    return files.write(`defined/shop/use${uses}.py`, code);
  }

  /** Adds the definitions of names in a file that has all of them. */
  async function addWith(more: StubLanguage['answers']): Promise<string | undefined> {
    language.answers = { ...language.answers, ...more };
    await select(await writeUse(`${Object.keys(more).join(' + ')} + tax\n`), 0, 1);
    await attachSelection();
    return add();
  }

  it('are whole declarations with what stands above them, each once, nearest and smallest first', async () => {
    await attach();
    equal([language.asked, definitions.view], [[], 'offered'], 'Nothing is looked up before it is asked for');
    const message = await add();
    equal(language.asked.toSorted(), ['limit', 'order', 'rate', 'tax', 'total']);
    equal(chips(), [
      'selection order.py  8-9',
      'symbol order.py limit 13-13',
      'symbol order.py tax 3-6',
      'symbol prices/price.py rate 3-5',
    ]);
    const [, limit, tax, rate] = found.composer.attachments;
    equal(
      [limit?.text, tax?.text, rate?.text],
      [
        '    limit = 9',
        '# What is owed\n# in addition.\ndef tax(price):\n    return price * 2',
        '@cached\ndef rate(order):\n    return 3',
      ],
    );
    const tokens = [limit, tax, rate].reduce(
      (sum, one) => sum + found.meter.tokensOf(one as ComposerAttachment, found.models.current),
      0,
    );
    equal(message, `Added 3 definitions, about ${tokens} of at most 4,000 tokens.`);
    equal(definitions.view, undefined);
  });

  it('are added once, with one chip for those that overlap, and offered again for another selection', async () => {
    await attach();
    await add();
    const before = chips();
    equal(await add(), 'The definitions used here are attached already.');
    equal(chips(), before);

    await attach(0, 1);
    equal(definitions.view, 'offered');
    for (const { id } of found.composer.attachments) {
      found.composer.detach(id);
    }
    equal(definitions.view, undefined);
    await addWith({ Order: nameAt(order, 10, 6, 11), limit: nameAt(order, 12, 4, 9) });
    equal(chips(), ['selection use.py  1-1', 'symbol order.py Order 11-14', 'symbol order.py tax 3-6']);
  });

  it('are added if the file that has them is attached only in part', async () => {
    const { composer } = found;
    language.answers = { rate: nameAt(price, 3, 4, 8) };
    await attach();
    const part: ComposerAttachment = {
      id: 'price',
      kind: 'file',
      path: 'defined/shop/prices/price.py',
      languageId: 'python',
      text: 'import os\n',
      uri: price.toString(),
      leftOutLines: 8,
    };
    composer.attach(part);
    ok((await add())?.startsWith('Added 1 definition,'), 'It was not added');
    composer.detach(composer.attachments.at(-1)?.id ?? '');
    const { leftOutLines: _, ...whole } = part;
    composer.attach({ ...whole, text: PRICE });
    equal(await add(), 'The definitions used here are attached already.');
  });

  it('are only those in files of the workspace that a search would find, and nobody is asked', async () => {
    dialogs.hear('showWarningMessage');
    await setSetting('files.exclude', { '**/hidden': true });
    try {
      const places = await Promise.all(
        ['node_modules/vendor.py', 'built/made.py', 'hidden/secret.py', 'deep/nested/kept.py'].map((path) =>
          files.write(`defined/${path}`, 'value = 1\n'),
        ),
      );
      await files.write('defined/.gitignore', 'built/\n');
      await files.write('defined/deep/.gitignore', '/nested/no.py\n');
      const [vendor, built, hidden, kept] = places as [vscode.Uri, vscode.Uri, vscode.Uri, vscode.Uri];
      const ignored = await files.write('defined/deep/nested/no.py', 'value = 1\n');
      const outside = await files.writeOutside('outside.py', 'value = 1\n');
      await addWith({
        vendor: nameAt(vendor, 0, 0, 5),
        made: nameAt(built, 0, 0, 5),
        secret: nameAt(hidden, 0, 0, 5),
        no: nameAt(ignored, 0, 0, 5),
        outside: nameAt(outside, 0, 0, 5),
        gone: nameAt(vscode.Uri.joinPath(order, '../gone.py'), 0, 0, 5),
        kept: nameAt(kept, 0, 0, 5),
      });
    } finally {
      await setSetting('files.exclude', undefined);
    }
    equal(chips(), [
      'selection use.py  1-1',
      'symbol order.py tax 3-6',
      'symbol defined/deep/nested/kept.py kept 1-1',
    ]);
    equal(
      dialogs.said.filter((text) => text.includes('outside')),
      [],
    );
  });

  it('leave out a module, what throws, and what does not fit', async () => {
    const long = await files.write('defined/shop/long.py', `${'x = 1234\n'.repeat(2000)}`);
    const message = await addWith({
      module: nameAt(price, 0, 0, 0),
      price: nameAt(price, 0, 0, 0),
      broken: () => {
        throw new Error('broken');
      },
      long: declarationAt(long, 1, 1999),
    });
    equal(chips(), ['selection use.py  1-1', 'symbol order.py tax 3-6']);
    ok(
      /^Added 1 definition, about \d+ of at most 4,000 tokens\. 1 was left out\.$/.test(message ?? ''),
      `Unexpected: ${message}`,
    );
  });

  it('leave out what does not answer in time', async () => {
    // Nothing else is looked up, which would have to be faster.
    const impatient = new Definitions({ ...found, definitionLimits: { ...PATIENT, nameMs: 100 } });
    language.answers = { slow: () => new Promise(() => undefined) };
    try {
      await select(await writeUse('slow\n'), 0, 1);
      equal(
        said(await impatient.add(found.composer.owner)),
        'No definitions in the workspace were found. ' +
          'Names not looked up, because there are too many or VS Code did not answer in time: 1 of 1.',
      );
    } finally {
      impatient.dispose();
    }
  });

  it('are not more than what the model has room for', async () => {
    const { models } = found;
    const tokensOfLimit = 60;
    const window = Math.ceil(((tokensOfLimit + 1) * 1.1) / (1 - 1 / 8 - 1 / 50));
    const small = new Definitions({
      ...found,
      definitionLimits: PATIENT,
      models: { current: models.current, known: [], contextWindow: () => window },
    });
    try {
      await select(order, 7, 9);
      equal(
        said(await small.add(found.composer.owner))?.replace(/\d+/, 'N'),
        'No definition fits into the N tokens that are left.',
      );
    } finally {
      small.dispose();
    }
    equal(chips(), ['selection order.py  8-9']);
  });

  it('are no longer looked up once that is stopped, or the selection or its conversation is gone', async () => {
    language.answers = { limit: () => new Promise(() => undefined) };
    for (const stop of [
      () => definitions.stop(),
      () => found.composer.detach(found.composer.attachments[0]?.id ?? ''),
    ]) {
      await attach();
      const adding = add();
      await until(
        () => language.asked,
        (names) => names.includes('limit'),
      );
      equal(definitions.view, 'finding');
      stop();
      equal(await adding, undefined);
      equal(definitions.view, found.composer.attachments.length > 0 ? 'offered' : undefined);
      language.asked = [];
    }
    equal(chips(), []);
  });

  it('are added by a command, to the selection of the editor if none is attached', async () => {
    await vscode.window.showTextDocument(order);
    await closeEditors();
    await vscode.commands.executeCommand('assistant.addDefinitions');
    await select(order, 7, 9);
    await vscode.commands.executeCommand('assistant.addDefinitions');
    equal(chips().length, 4);
    await select(price, 7, 9);
    for (const { id } of found.composer.attachments) {
      found.composer.detach(id);
    }
    await vscode.commands.executeCommand('assistant.addDefinitions');
    equal(chips(), ['selection prices/price.py  8-9']);
    equal(
      dialogs.said.map((text) => text.replace(/\d+ of/, 'N of')),
      [
        'Nothing is selected. Select the code to ask about.',
        'Added 3 definitions, about N of at most 4,000 tokens.',
        'No definitions in the workspace were found.',
      ],
    );
  });

  it('are found where the selection has moved to, and not if it has changed', async () => {
    await attach();
    const editor = await select(order, 7, 9);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '# one more\n'));
    language.answers = { tax: nameAt(order, 5, 4, 7) };
    ok((await add())?.startsWith('Added 1 definition,'), 'The selection was not found');
    await editor.edit((edit) => edit.replace(new vscode.Range(8, 0, 10, 0), 'nothing\n'));
    equal(await add(), 'The selected code has changed. Select it again.');
  });

  describe('for a question about the selection', () => {
    let pickers: readonly vscode.QuickPick<vscode.QuickPickItem>[];

    beforeEach(async () => {
      await setSetting('assistant.offerDefinitions', true);
      pickers = dialogs.quickPicks();
      dialogs.answer('showInputBox', () => 'Why?');
      await select(order, 7, 9);
    });

    afterEach(() => setSetting('assistant.offerDefinitions', undefined));

    /** Asks, and runs a command once the list shows a number of entries. */
    async function askAnd(command: string, count: number, checked = count) {
      const asking = vscode.commands.executeCommand('assistant.askAboutSelection');
      const picker = await until(
        () => pickers[0],
        (shown) => shown?.items.length === count,
      );
      ok(picker, 'No list is shown');
      equal(picker.selectedItems.length, count, 'All are checked');
      if (checked !== count) {
        const confirmed = new Promise<void>((resolve) => {
          picker.onDidChangeSelection(({ length }) => length === checked && resolve());
        });
        picker.selectedItems = picker.selectedItems.slice(-checked);
        await confirmed;
      }
      let isAnswered = false;
      void asking.then(() => {
        isAnswered = true;
      });
      await until(
        async () => {
          // Until the list is drawn, VS Code does nothing.
          await vscode.commands.executeCommand(command);
          return isAnswered;
        },
        (answered) => answered,
      );
      return picker;
    }

    it('are listed with check boxes if the setting is on, and the checked ones are sent', async () => {
      const picker = await askAnd('workbench.action.acceptSelectedQuickOpenItem', 3, 2);
      equal(
        picker.items.map(
          ({ label, description }) => `${label}: ${description?.replace(/about \d+/, 'about N')}`,
        ),
        [
          '$(symbol-method) limit: defined/shop/order.py, line 13, about N tokens',
          '$(symbol-method) tax: defined/shop/order.py, lines 3–6, about N tokens',
          '$(symbol-method) rate: defined/shop/prices/price.py, lines 3–5, about N tokens',
        ],
      );
      await replyText(found);
      const [turn] = found.conversations.current.conversation.turns;
      equal(turn?.kind === 'user' && turn.attachments.map(({ symbol = '' }) => symbol), ['', 'tax', 'rate']);
      equal(chips(), []);
    });

    it('are not sent after Escape, which puts the question into the chat input', async () => {
      await askAnd('workbench.action.closeQuickOpen', 3);
      equal([found.composer.draft, chips()], ['Why?', ['selection order.py  8-9']]);
      equal(found.conversations.current.conversation.turns, []);
      equal(dialogs.said, ['Nothing was sent. Your question is in the chat input.']);
    });

    it('hold nothing up if there are none, or Enter is pressed before they are found', async () => {
      language.answers = {};
      await vscode.commands.executeCommand('assistant.askAboutSelection');
      await replyText(found);
      equal(found.conversations.current.conversation.turns.length, 2);
      found.conversations.startNew();
      language.answers = { tax: () => new Promise(() => undefined) };
      await select(order, 7, 9);
      const asking = vscode.commands.executeCommand('assistant.askAboutSelection');
      await until(
        () => language.asked.filter((name) => name === 'tax').length,
        (count) => count === 2,
      );
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await asking;
      await replyText(found);
      const [turn] = found.conversations.current.conversation.turns;
      equal(turn?.kind === 'user' && turn.attachments.map(({ kind }) => kind), ['selection']);
    });
  });
});
