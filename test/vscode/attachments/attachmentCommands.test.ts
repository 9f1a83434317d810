import * as vscode from 'vscode';
import type { Attachment } from '../../../src/core/attachments/attachment.ts';
import { captureLinesToEdit } from '../../../src/vscode/attachments/captureSelection.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { openRealShell } from '../editing/realShell.ts';
import { openStubTerminal, type StubTerminal } from '../editing/stubTerminal.ts';
import { closeEditors, connect, editorOn, removeKey, replyText, sendQuestion } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { WorkspaceFiles, workspaceRoot } from '../workspaceFiles.ts';

const files = new WorkspaceFiles();
const dialogs = new StubDialogs();

describe('Attachment commands', () => {
  let found: TestAccess;

  beforeEach(async () => {
    dialogs.hear('showInformationMessage');
    dialogs.said.length = 0;
    found = await connect();
  });

  afterEach(async () => {
    dialogs.restore();
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  function chips(): string[] {
    return found.composer.attachments.map(({ kind, path }) => `${kind} ${path}`);
  }

  it('attach all files and folders that are selected in the explorer', async () => {
    const one = await files.write('menu/one.txt', '1');
    const folder = vscode.Uri.joinPath(workspaceRoot(), 'menu');
    await vscode.commands.executeCommand('assistant.addToChat', one, [one, folder]);
    equal(chips(), ['file menu/one.txt', 'folder menu']);
    equal(dialogs.said, []);
  });

  it('ignore arguments that are not URIs', async () => {
    await closeEditors();
    await vscode.commands.executeCommand('assistant.addToChat', '/etc/passwd', [{ path: '/etc/passwd' }]);
    equal(chips(), []);
    equal(dialogs.said, ['No file is open in the active editor. Open a file and try again.']);
  });

  it('attach the selection of the editor', async () => {
    await editorOn('one\ntwo\n', [1, 0, 1, 3]);
    await vscode.commands.executeCommand('assistant.addSelectionToChat');
    equal(
      found.composer.attachments.map(({ kind, text }) => [kind, text]),
      [['selection', 'two']],
    );
  });

  it('show a message if there is nothing to attach', async () => {
    await vscode.commands.executeCommand('assistant.addTerminalSelection');
    equal(dialogs.said, ['No terminal is open.']);
  });

  // VS Code's server from npm has no binary of node-pty in 1.104, so no shell starts there.
  if (!vscode.version.startsWith('1.104.')) {
    it('attach the last command of a real shell with its output and exit code, and ask about nothing until Enter', async () => {
      await vscode.env.clipboard.writeText('mine');
      const shell = await openRealShell();
      try {
        await shell.start('echo three; (exit 3)');
        await shell.ended(1);
        await vscode.commands.executeCommand('assistant.addLastCommand');
        equal(
          found.composer.attachments.map(({ path, text, command }) => [path, text, command]),
          [['real', 'echo three; (exit 3)\nthree', { exitCode: 3 }]],
        );
        equal([dialogs.said, await vscode.env.clipboard.readText()], [[], 'mine']);
        equal(found.conversations.current.conversation.turns, []);
      } finally {
        await shell.close();
      }
    });
  }

  describe('for the selection of a terminal', () => {
    let terminal: StubTerminal;

    beforeEach(async () => {
      await vscode.env.clipboard.writeText('mine');
      terminal = await openStubTerminal();
    });

    afterEach(() => terminal.close());

    it('ask in an input box that says what it is about, and send the question with it', async () => {
      await terminal.showRun('npm test', '2 tests failed\n');
      await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
      const boxes: vscode.InputBoxOptions[] = [];
      dialogs.answer('showInputBox', (options: vscode.InputBoxOptions) => {
        boxes.push(options);
        return boxes.length === 1 ? undefined : 'Why?';
      });
      const { conversations, composer } = found;
      await vscode.commands.executeCommand('assistant.askAboutTerminalSelection');
      equal([composer.attachments, conversations.current.conversation.turns], [[], []]);
      await vscode.commands.executeCommand('assistant.askAboutTerminalSelection');
      equal(boxes[1]?.prompt, 'About the selection in the terminal stub');
      await replyText(found);
      const [turn] = conversations.current.conversation.turns;
      equal(turn?.kind === 'user' && [turn.text, turn.attachments.map(({ kind, text }) => [kind, text])], [
        'Why?',
        [['terminal', '$ npm test\n2 tests failed']],
      ]);
      equal([dialogs.said, await vscode.env.clipboard.readText()], [[], 'mine']);
    });

    it('say so if nothing is selected', async () => {
      await vscode.commands.executeCommand('assistant.askAboutTerminalSelection');
      equal(dialogs.said, ['Nothing is selected in the terminal. Select the text to ask about.']);
    });
  });

  describe('that open a chip with lines', () => {
    const CODE = 'a();\nb();\nc();\nb();\n';
    /** Error message of the last `open`. */
    let error: string | undefined;

    /** Attaches a selection of the code, changes the code, and opens the chip. Returns the text selected then. */
    async function selectedAfter(
      selection: [number, number, number, number],
      text: string,
      more: Partial<Attachment> = {},
    ): Promise<string> {
      const uri = await files.write('chip/code.txt', CODE);
      const editor = await vscode.window.showTextDocument(uri);
      editor.selection = new vscode.Selection(...selection);
      await vscode.commands.executeCommand('assistant.addSelectionToChat');
      const [chip] = found.composer.attachments;
      ok(chip, 'No chip is attached');
      found.composer.replaceAttachments([{ ...chip, ...more }]);
      const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
      equal(
        await editor.edit((edit) => {
          edit.replace(whole, text);
          edit.setEndOfLine(text.includes('\r') ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF);
        }),
        true,
      );
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      error = said(await found.attachments.open(undefined, chip.id));
      const shown = vscode.window.activeTextEditor;
      equal(shown?.document.uri.toString(), uri.toString());
      return shown?.document.getText(shown.selection) ?? '';
    }

    it('select its text on the original lines, even if it occurs elsewhere too', async () => {
      equal(await selectedAfter([1, 0, 2, 0], CODE), 'b();\n');
      equal(vscode.window.activeTextEditor?.selection.start.line, 1);
      equal(error, undefined);
    });

    it('select its text where it has moved, even if the line endings differ', async () => {
      equal(await selectedAfter([1, 1, 2, 2], `new();\r\nnew();\r\n${CODE}`), '();\r\nc(');
      equal(vscode.window.activeTextEditor?.selection.start.line, 3);
      equal(error, undefined);
    });

    it('select nothing and say so if the text has changed', async () => {
      equal(await selectedAfter([1, 0, 2, 4], CODE.replace('c', 'd')), '');
      equal(error, 'chip/code.txt has changed and no longer contains the attached text.');
    });

    it('select the empty line of a place where it has moved, and say so if it has gone', async () => {
      const uri = await files.write('chip/place.txt', 'a();\n\nb();\n');
      const editor = await vscode.window.showTextDocument(uri);
      editor.selection = new vscode.Selection(1, 0, 1, 0);
      const place = captureLinesToEdit(editor, 'place');
      found.composer.attach(place);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new();\n'));
      equal(await found.attachments.open(undefined, place.id), undefined);
      equal(vscode.window.activeTextEditor?.selection.start.line, 2);
      await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'typed();'));
      equal(
        await found.attachments.open(undefined, place.id),
        'The empty line that was attached is no longer in chip/place.txt.',
      );
    });

    it('select nothing and say so if the text is ambiguous', async () => {
      equal(await selectedAfter([1, 0, 2, 0], `${CODE}b();\n`.replace('a();\nb();\n', '\n\n')), '');
      equal(error, 'The attached text occurs more than once in chip/code.txt, so it was not selected.');
    });

    it('select nothing and say so if secrets were redacted from the text', async () => {
      equal(await selectedAfter([1, 0, 1, 4], CODE, { text: '[redacted: token]', redacted: 1 }), '');
      equal(error, 'Secrets were redacted from the attached text, so it was not selected in chip/code.txt.');
    });
  });

  it('show the text of a chip as it would be sent now, also if it is as long as before', async () => {
    const uri = await files.write('menu/problem.txt', 'x\n');
    const problems = vscode.languages.createDiagnosticCollection('as long');
    const report = (message: string): void =>
      problems.set(uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message)]);
    try {
      report('first one');
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('assistant.addProblems');
      const [chip] = found.composer.attachments;
      ok(chip, 'No chip is attached');
      for (const message of ['first one', 'other one']) {
        report(message);
        equal(await found.attachments.open(undefined, chip.id), undefined);
        const document = vscode.window.activeTextEditor?.document;
        equal(document?.uri.scheme, 'assistant-attachment');
        const shown = document?.getText() ?? '';
        ok(shown.includes(message), shown);
      }
    } finally {
      problems.dispose();
    }
  });

  it('open the source of a chip at its lines, or the text as it was sent if the source no longer exists', async () => {
    const uri = await files.write('menu/shown.txt', 'one\ntwo\nthree\n');
    const editor = await vscode.window.showTextDocument(uri);
    editor.selection = new vscode.Selection(1, 0, 1, 3);
    await vscode.commands.executeCommand('assistant.addSelectionToChat');
    const [chip] = found.composer.attachments;
    ok(chip, 'No chip is attached');
    await closeEditors();
    await found.attachments.open(undefined, chip.id);
    equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
    equal(vscode.window.activeTextEditor?.selection.start.line, 1);
    equal(
      await sendQuestion(found.pipeline, { text: 'Why?', attachments: found.composer.attachments }),
      undefined,
    );
    await replyText(found);
    const [turn] = found.conversations.current.conversation.turns;
    await closeEditors();
    await found.attachments.open(turn?.id ?? '', chip.id);
    equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
    await closeEditors();
    await files.remove();
    await found.attachments.open(turn?.id ?? '', chip.id);
    await until(
      () => vscode.window.activeTextEditor?.document,
      (document) => document?.uri.scheme === 'assistant-attachment' && document.getText() === 'two',
    );
  });
});
