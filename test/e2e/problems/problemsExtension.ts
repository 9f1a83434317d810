import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const PROBLEM = 'Units are not checked';
export const REAL_FIX = 'Check the unit';
export const FAILURE = 'expected half of it';

const MANIFEST = {
  name: 'with-problems',
  publisher: 'tests',
  version: '1.0.0',
  engines: { vscode: '^1.104.0' },
  main: './extension.js',
  activationEvents: ['onStartupFinished'],
};

/** Marks the first word of a file, knows a fix for that, and has a test in the same file that fails. */
const CODE = `
const vscode = require('vscode');
exports.activate = async (context) => {
  const [{ uri: folder }] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder, 'duration.ts');
  const collection = vscode.languages.createDiagnosticCollection('tests');
  const problem = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 6), '${PROBLEM}');
  collection.set(uri, [problem]);
  const provider = {
    provideCodeActions: (document, range) => {
      if (document.uri.toString() !== uri.toString() || range.start.line > 0) {
        return [];
      }
      const fix = new vscode.CodeAction('${REAL_FIX}', vscode.CodeActionKind.QuickFix);
      fix.diagnostics = [problem];
      return [fix];
    },
  };
  const controller = vscode.tests.createTestController('tests', 'Tests');
  const test = controller.createTestItem('half', 'halves durations', uri);
  test.range = new vscode.Range(0, 0, 2, 0);
  controller.items.add(test);
  const run = async () => {
    const running = controller.createTestRun(new vscode.TestRunRequest());
    const message = vscode.TestMessage.diff('${FAILURE}', 'one', 'two');
    message.location = new vscode.Location(uri, new vscode.Position(0, 0));
    // Of a single message, VS Code shows no row.
    running.failed(test, [message, new vscode.TestMessage('and so on')]);
    running.end();
  };
  context.subscriptions.push(
    collection,
    controller,
    vscode.languages.registerCodeActionsProvider('*', provider),
    controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, run, true),
  );
};
`;

/** Installs an extension that marks the first word of `duration.ts` as a problem, and has a test that fails. */
export async function installProblemsExtension(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'extensions', 'tests.with-problems-1.0.0');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'extension.js'), CODE);
}
