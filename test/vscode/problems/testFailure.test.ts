import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal } from '../assert.ts';
import { closeEditors, connect, removeKey } from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';
import { countQuestions } from '../testService.ts';
import { WorkspaceFiles } from '../workspaceFiles.ts';

const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';

const files = new WorkspaceFiles();
const controller = vscode.tests.createTestController('failures', 'Failures');
let dialogs: StubDialogs;
let services: TestAccess;

function lines(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}\n`).join('');
}

function failedTest(uri: vscode.Uri | undefined, range?: vscode.Range): vscode.TestItem {
  const item = controller.createTestItem('halves', 'halves numbers', uri);
  item.range = range;
  return item;
}

/** What a chip shows, and the first line of its text. */
function facts({ kind, path, symbol, startLine, endLine, text }: ComposerAttachment): unknown[] {
  return [kind, path, symbol, startLine, endLine, text.split('\n')[0]];
}

describe('a failed test', () => {
  beforeEach(async () => {
    dialogs = new StubDialogs();
    dialogs.hear('showInformationMessage');
    dialogs.hear('showWarningMessage');
    services = await connect();
  });

  afterEach(async () => {
    dialogs.restore();
    await closeEditors();
    await files.remove();
    await removeKey();
  });

  after(() => controller.dispose());

  it('is asked about with its message, its code, and the code that the message names', async () => {
    const uri = await files.write('failing/half.test.ts', lines('test', 60));
    const code = await files.write('failing/half.ts', lines('code', 100));
    await files.write('failing/other.ts', lines('other', 5));
    await files.write('failing/.gitignore', '.env\nsecret.yml\n');
    await files.write('failing/.env', lines('env', 5));
    await files.write('failing/secret.yml', lines('secret', 5));
    await files.write('failing/node_modules/runner/run.js', lines('runner', 5));
    const message = vscode.TestMessage.diff('\u001b[31mwrong half\u001b[0m', 'one', 'two');
    message.message += [
      '',
      `    at half (${code.path}:50:3)`,
      `    at halve (${code.path}:52:3)`,
      `    at ${uri.path}:12:1`,
      `    at run (${uri.path.replace('half.test.ts', 'node_modules/runner/run.js')}:2:1)`,
      '    at failing/.env:1',
      `    at ${uri.path.replace('half.test.ts', 'secret.yml')}:1:1`,
      '    at failing/other.ts:3',
      `    at ${(await files.writeOutside('everything.ts', lines('outside', 3))).path}:1:1`,
    ].join('\n');
    message.location = new vscode.Location(uri, new vscode.Position(11, 0));
    const sent = await countQuestions();
    const test = failedTest(uri, new vscode.Range(9, 0, 15, 1));
    await vscode.commands.executeCommand('assistant.fixTestFailure', { test, message });
    const { composer } = services;
    equal(composer.draft, FIX);
    equal(composer.attachments.map(facts), [
      ['problems', 'failing/half.test.ts', 'halves numbers', undefined, undefined, 'wrong half'],
      ['symbol', 'failing/half.test.ts', 'halves numbers', 10, 16, 'test 10'],
      ['selection', 'failing/half.ts', undefined, 40, 60, 'code 40'],
      ['selection', 'failing/other.ts', undefined, 1, 5, 'other 1'],
    ]);
    equal(composer.attachments[0]?.text.endsWith('\n\nExpected:\none\n\nActual:\ntwo'), true);
    equal([await countQuestions(), dialogs.said], [sent, []]);
  });

  it('is asked about with the lines around it if only its first is known', async () => {
    const uri = await files.write('failing/one.test.ts', lines('test', 60));
    const test = failedTest(uri, new vscode.Range(29, 0, 29, 0));
    const message = new vscode.TestMessage(new vscode.MarkdownString('**wrong**'));
    await vscode.commands.executeCommand('assistant.fixTestFailure', { test, message });
    equal(services.composer.attachments.map(facts), [
      ['problems', 'failing/one.test.ts', 'halves numbers', undefined, undefined, '**wrong**'],
      ['symbol', 'failing/one.test.ts', 'halves numbers', 20, 40, 'test 20'],
    ]);
  });

  it('names code outside the workspace that is not attached, also if it is open in a tab', async () => {
    const uri = await files.writeOutside('opened.ts', lines('outside', 3));
    await vscode.window.showTextDocument(uri);
    const message = new vscode.TestMessage('wrong');
    message.location = new vscode.Location(uri, new vscode.Position(0, 0));
    await vscode.commands.executeCommand('assistant.fixTestFailure', {
      test: failedTest(undefined),
      message,
    });
    equal(
      services.composer.attachments.map(({ kind }) => kind),
      ['problems'],
    );
  });

  it('outside the workspace is asked about with its message only', async () => {
    const uri = await files.writeOutside('everything.test.ts', lines('outside', 3));
    const test = failedTest(uri, new vscode.Range(0, 0, 1, 0));
    const message = new vscode.TestMessage('wrong');
    message.location = new vscode.Location(uri, new vscode.Position(0, 0));
    await vscode.commands.executeCommand('assistant.fixTestFailure', { test, message });
    equal(services.composer.attachments.map(facts), [
      ['problems', 'everything.test.ts', 'halves numbers', undefined, undefined, 'wrong'],
    ]);
    equal(dialogs.said, []);
  });

  it('is what the menu passes, or nothing is done', async () => {
    const test = failedTest(undefined);
    const message = new vscode.TestMessage('wrong');
    for (const argument of [undefined, 'wrong', { test }, { message }, { test: { label: 1 }, message }]) {
      await vscode.commands.executeCommand('assistant.fixTestFailure', argument);
      equal(dialogs.said.splice(0), [
        'Nothing was done. Use this command in the menu of the message of a failed test.',
      ]);
    }
    equal([services.composer.draft, services.composer.attachments], ['', []]);
  });
});
