import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { problemActions } from '../../../src/vscode/problems/problemActions.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok } from '../assert.ts';
import {
  closeEditors,
  connect,
  editorOn,
  lastReply,
  removeKey,
  sendQuestion,
  setSetting,
} from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { countQuestions, lastQuestion } from '../testService.ts';
import { notebookText, WorkspaceFiles } from '../workspaceFiles.ts';

const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';
const EXPLAIN = 'Explain this problem: what it means, what in this code causes it, and how to fix it.';
const OURS = ['Fix with Assistant', 'Explain with Assistant'];

const files = new WorkspaceFiles();
const diagnostics = vscode.languages.createDiagnosticCollection('problems');
const registered: vscode.Disposable[] = [];
let dialogs: StubDialogs;
let services: TestAccess;

function numberedLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1};\n`).join('');
}

function diagnostic(
  range: [number, number, number, number],
  message: string,
  severity = vscode.DiagnosticSeverity.Error,
): vscode.Diagnostic {
  return new vscode.Diagnostic(new vscode.Range(...range), message, severity);
}

/** Makes VS Code know symbols of all documents, each from its first to its last line, from 0. */
function giveSymbols(...symbols: readonly [name: string, first: number, last: number][]): void {
  registered.push(
    vscode.languages.registerDocumentSymbolProvider('*', {
      provideDocumentSymbols: () =>
        symbols.map(([name, first, last]) => {
          const range = new vscode.Range(first, 0, last, 1);
          return new vscode.DocumentSymbol(name, '', vscode.SymbolKind.Function, range, range);
        }),
    }),
  );
}

/** What a chip shows, and the first and the last line of its text. */
function facts({ kind, path, symbol, startLine, endLine, text }: ComposerAttachment): unknown[] {
  const lines = text.split('\n');
  return [kind, path, symbol ?? '', startLine, endLine, lines[0], lines.at(-1)];
}

async function quickFixes(editor: vscode.TextEditor): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    editor.document.uri,
    editor.selection,
  );
}

function offered(actions: readonly vscode.CodeAction[]): string[] {
  return actions.map(({ title }) => title).filter((title) => OURS.includes(title));
}

describe('problems', () => {
  beforeEach(async () => {
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    services = await connect();
    registered.push(
      vscode.workspace.registerTextDocumentContentProvider('problem-test', {
        provideTextDocumentContent: () => 'text',
      }),
    );
  });

  afterEach(async () => {
    dialogs.restore();
    diagnostics.clear();
    vscode.Disposable.from(...registered.splice(0)).dispose();
    await setSetting('assistant.problemActions', undefined);
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  after(() => diagnostics.dispose());

  it('at the cursor are filled in with the lines around them, and sent only as shown', async () => {
    const uri = await files.write('problems/a.ts', numberedLines(50));
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(29, 2, 29, 2);
    const at = diagnostic([29, 0, 29, 4], 'Cannot find\n name');
    at.source = 'ts';
    at.code = 2304;
    at.relatedInformation = [
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(uri, new vscode.Position(4, 0)),
        'Seen here',
      ),
    ];
    diagnostics.set(uri, [
      at,
      diagnostic([29, 6, 29, 8], 'Other on the line'),
      diagnostic([2, 0, 2, 1], 'Far away'),
    ]);
    const { composer, pipeline } = services;
    composer.draft = 'And be brief.';
    const sent = await countQuestions();
    await vscode.commands.executeCommand('assistant.fixProblem', uri);
    equal(composer.draft, `${FIX}\n\nAnd be brief.`);
    equal(composer.attachments.map(facts), [
      [
        'problems',
        'problems/a.ts',
        '',
        30,
        30,
        'problems/a.ts:30 error Cannot find name [ts 2304]',
        '  see problems/a.ts:5 Seen here',
      ],
      ['selection', 'problems/a.ts', '', 20, 40, 'line 20;', 'line 40;'],
    ]);
    equal(await countQuestions(), sent);

    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      undefined,
    );
    await lastReply(services);
    const content = (await lastQuestion()).messages.at(-1)?.content ?? '';
    ok(content.startsWith('Problems in problems/a.ts, line 30:\n'), content);
    ok(!content.includes('Other on the line') && !content.includes('Far away'), content);
  });

  it('of the line are meant where none is at the cursor, and hints never', async () => {
    const editor = await editorOn(numberedLines(3), [1, 0, 1, 0]);
    const { uri } = editor.document;
    diagnostics.set(uri, [
      diagnostic([1, 0, 1, 2], 'A hint', vscode.DiagnosticSeverity.Hint),
      diagnostic([1, 4, 1, 6], 'On the line', vscode.DiagnosticSeverity.Warning),
      diagnostic([2, 0, 2, 2], 'Below'),
    ]);
    await vscode.commands.executeCommand('assistant.explainProblem');
    const { composer } = services;
    equal(composer.draft, EXPLAIN);
    const path = uri.path.split('/').at(-1);
    equal(composer.attachments.map(facts), [
      ['problems', path, '', 2, 2, `${path}:2 warning On the line`, `${path}:2 warning On the line`],
      ['selection', path, '', 1, 3, 'line 1;', ''],
    ]);
  });

  it('are not asked about where there are none, which is said', async () => {
    await editorOn('x', [0, 0, 0, 0]);
    await vscode.commands.executeCommand('assistant.fixProblem');
    equal(dialogs.said, [
      'There is no problem at the cursor. Place the cursor where one is marked, and try again.',
    ]);
    equal([services.composer.draft, services.composer.attachments], ['', []]);
  });

  it('are explained but not fixed where nothing can be written, which is said before anything is asked', async () => {
    const uri = await files.write('problems/locked.ts', 'const a = b;\n');
    const settings = vscode.workspace.getConfiguration('files');
    const set = (value?: object) =>
      settings.update('readonlyInclude', value, vscode.ConfigurationTarget.Global);
    diagnostics.set(uri, [diagnostic([0, 10, 0, 11], 'Cannot find name b')]);
    await vscode.window.showTextDocument(uri, { selection: new vscode.Range(0, 10, 0, 10) });
    try {
      await set({ '**/problems/locked.ts': true });
      await vscode.commands.executeCommand('assistant.fixProblem');
      equal([dialogs.said, services.composer.attachments], [['This editor is read-only.'], []]);
      await vscode.commands.executeCommand('assistant.explainProblem');
      equal([dialogs.said.length, services.composer.attachments.length], [1, 2]);
    } finally {
      await set();
    }
  });

  it('in a small symbol are asked about with all of it, in a larger one with its code too, in a huge one without', async () => {
    const uri = await files.write('problems/b.ts', numberedLines(1000));
    const editor = await vscode.window.showTextDocument(uri);
    giveSymbols(['tiny', 100, 100], ['small', 95, 120], ['large', 90, 290], ['huge', 0, 900]);
    const chipsAt = async (line: number): Promise<unknown[]> => {
      const { composer } = services;
      composer.removeSent(
        composer.draft,
        composer.attachments.map(({ id }) => id),
      );
      diagnostics.set(uri, [diagnostic([line, 0, line, 4], 'Wrong')]);
      editor.selection = new vscode.Selection(line, 1, line, 1);
      await vscode.commands.executeCommand('assistant.fixProblem');
      return composer.attachments.slice(1).map(facts);
    };
    equal(await chipsAt(100), [['selection', 'problems/b.ts', '', 96, 121, 'line 96;', 'line 121;']]);
    equal(await chipsAt(200), [
      ['selection', 'problems/b.ts', '', 191, 211, 'line 191;', 'line 211;'],
      ['symbol', 'problems/b.ts', 'large', 91, 291, 'line 91;', 'line 291;'],
    ]);
    equal(await chipsAt(600), [['selection', 'problems/b.ts', '', 591, 611, 'line 591;', 'line 611;']]);
  });

  it('are followed while one types, and the reply replaces the lines around them', async () => {
    const editor = await editorOn('const a = 1;\nconst b = c;\n', [1, 10, 1, 10]);
    const { document } = editor;
    diagnostics.set(document.uri, [diagnostic([1, 10, 1, 11], 'Cannot find name c')]);
    await vscode.commands.executeCommand('assistant.fixProblem');
    const { composer, pipeline } = services;
    equal(
      await sendQuestion(pipeline, { text: composer.draft, attachments: composer.attachments }),
      undefined,
    );
    await lastReply(services);
    await vscode.commands.executeCommand('assistant.replaceAskedAboutWithLastCodeBlock');
    ok(document.getText() !== 'const a = 1;\nconst b = c;\n', 'Nothing was replaced');
    ok(document.getText().includes('const b = c;'), document.getText());
  });

  it('in a cell of a notebook are asked about with the lines of the cell', async () => {
    const uri = await files.write('problems/c.ipynb', notebookText('one = 1\ntwo = on\n', 'three = 3\n'));
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const cell = notebook.cellAt(0).document;
    await vscode.window.showNotebookDocument(notebook);
    diagnostics.set(cell.uri, [diagnostic([1, 6, 1, 8], 'Undefined name')]);
    giveSymbols(['everything', 0, 200]);
    const range = new vscode.Range(1, 6, 1, 6);
    await vscode.commands.executeCommand('assistant.fixProblem', { uri: cell.uri, range });
    const [problem, lines, other] = services.composer.attachments;
    equal([problem?.path, problem?.startLine, other], ['problems/c.ipynb', 2, undefined]);
    equal(lines?.text, 'one = 1\ntwo = on\n');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('outside the workspace are asked about only after a confirmation, unless they are open', async () => {
    const range = new vscode.Range(0, 0, 0, 0);
    const uri = await files.writeOutside('everything.ts', 'outside\n');
    diagnostics.set(uri, [diagnostic([0, 0, 0, 1], 'Wrong')]);
    dialogs.hear('showWarningMessage');
    await vscode.commands.executeCommand('assistant.fixProblem', { uri, range });
    equal(dialogs.said, ['Attach a file from outside the workspace?']);
    equal([services.composer.draft, services.composer.attachments], ['', []]);
  });

  it('have quick fixes of ours after all others, which ask about the problem that they are of', async () => {
    const editor = await editorOn(numberedLines(3), [1, 1, 1, 1]);
    const { uri } = editor.document;
    const here = diagnostic([1, 0, 1, 4], 'Here');
    diagnostics.set(uri, [here, diagnostic([2, 0, 2, 4], 'Elsewhere')]);
    registered.push(
      vscode.languages.registerCodeActionsProvider('*', {
        provideCodeActions: () => {
          const assigned = new vscode.CodeAction('A real fix', vscode.CodeActionKind.QuickFix);
          assigned.diagnostics = [here];
          return [assigned];
        },
      }),
    );
    const actions = await quickFixes(editor);
    const titles = actions.map(({ title }) => title);
    equal(
      titles.filter((title) => title === 'A real fix' || OURS.includes(title)),
      ['A real fix', ...OURS],
    );
    const ours = actions.filter(({ title }) => OURS.includes(title));
    equal(
      ours.map(({ isPreferred, diagnostics: assigned = [] }) => [isPreferred ?? false, assigned]),
      [
        [false, []],
        [false, []],
      ],
    );
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    const [, explain] = ours;
    ok(explain?.command, 'The action has no command');
    await vscode.commands.executeCommand(explain.command.command, ...(explain.command.arguments ?? []));
    equal(services.composer.draft, EXPLAIN);
    equal(services.composer.attachments[0]?.text, `${uri.path.split('/').at(-1)}:2 error Here`);
  });

  it('have quick fixes of ours only at a problem, when the user opens them, and if the setting is on', async () => {
    const editor = await editorOn(numberedLines(3), [1, 1, 1, 1]);
    const { document } = editor;
    equal(offered(await quickFixes(editor)), []);
    const here = diagnostic([1, 0, 1, 4], 'Here');
    diagnostics.set(document.uri, [here]);
    equal(offered(await quickFixes(editor)), OURS);
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    equal(offered(await quickFixes(editor)), []);
    editor.selection = new vscode.Selection(1, 1, 1, 1);
    await setSetting('assistant.problemActions', false);
    equal(offered(await quickFixes(editor)), []);
    await setSetting('assistant.problemActions', undefined);
    equal(offered(await quickFixes(editor)), OURS);
    diagnostics.set(document.uri, [diagnostic([1, 0, 1, 4], 'A hint', vscode.DiagnosticSeverity.Hint)]);
    equal(offered(await quickFixes(editor)), []);

    // VS Code has no command for what it asks for by itself, to show the light bulb.
    const { token } = new vscode.CancellationTokenSource();
    const provided = (triggerKind: vscode.CodeActionTriggerKind): unknown =>
      problemActions.provideCodeActions(
        document,
        editor.selection,
        { triggerKind, diagnostics: [here], only: undefined },
        token,
      );
    equal(provided(vscode.CodeActionTriggerKind.Automatic), []);
    equal((provided(vscode.CodeActionTriggerKind.Invoke) as unknown[]).length, 2);
  });

  it('have no quick fixes of ours in what is no document of the user', async () => {
    const { uri } = await vscode.workspace.openTextDocument(vscode.Uri.parse('problem-test:/shown.txt'));
    diagnostics.set(uri, [diagnostic([0, 0, 0, 4], 'Here')]);
    const range = new vscode.Range(0, 0, 0, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
    );
    equal(offered(actions), []);
  });
});
