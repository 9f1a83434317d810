// biome-ignore-all lint/suspicious/noTemplateCurlyInString: so are the variables of a prompt written
import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { WrittenQuestion } from '../../../src/vscode/composer/question.ts';
import { PromptExpander } from '../../../src/vscode/prompts/promptExpander.ts';
import { findWorkspacePromptFiles } from '../../../src/vscode/prompts/promptFolders.ts';
import { equal, ok } from '../assert.ts';
import {
  access,
  closeEditors,
  connect,
  editorOn,
  removeKey,
  replyText,
  setBaseUrl,
} from '../extensionAccess.ts';
import { StubDialogs } from '../stubDialogs.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n';
const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';

const dialogs = new StubDialogs();
const root = (): vscode.Uri => {
  const folder = vscode.workspace.workspaceFolders?.[0];
  ok(folder, 'No folder is open');
  return folder.uri;
};
const inWorkspace = (path: string): vscode.Uri => vscode.Uri.joinPath(root(), ...path.split('/'));

async function write(path: string, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  await vscode.workspace.fs.writeFile(inWorkspace(path), bytes);
}

async function prompts(editor?: vscode.TextEditor): Promise<PromptExpander> {
  return new PromptExpander({
    ...(await access()),
    targetEditor: { current: editor },
    globalStorageUri: inWorkspace('user/globalStorage/assistant'),
  });
}

async function expand(
  text: string,
  editor?: vscode.TextEditor,
  attachments: readonly ComposerAttachment[] = [],
): Promise<WrittenQuestion> {
  const expanded = await (await prompts(editor)).expandTyped({ text, attachments });
  ok(!('error' in expanded), `Refused: ${JSON.stringify(expanded)}`);
  return expanded;
}

async function refusal(text: string, editor?: vscode.TextEditor): Promise<string> {
  const expanded = await (await prompts(editor)).expandTyped({ text, attachments: [] });
  ok('error' in expanded, `Not refused: ${JSON.stringify(expanded)}`);
  return expanded.error;
}

function attached(path: string): ComposerAttachment {
  return { id: 'a', kind: 'file', path, languageId: 'typescript', text: CODE };
}

describe('prompts', () => {
  beforeEach(connect);

  afterEach(async () => {
    dialogs.restore();
    await closeEditors();
    for (const folder of ['.github', 'user', 'docs']) {
      await vscode.workspace.fs
        .delete(inWorkspace(folder), { recursive: true })
        .then(undefined, () => undefined);
    }
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('stand for a text that is seen, with what was typed behind the name under it', async () => {
    const { text, attachments } = await expand('/fix it is slow', undefined, [attached('a.ts')]);
    equal(text, `${FIX}\n\nit is slow`);
    equal(attachments, [attached('a.ts')]);
  });

  it('leave a text alone that names none', async () => {
    for (const text of ['/usr/bin is what?', '/unknown why', 'What is /fix?', '/']) {
      const question = { text, attachments: [] };
      ok((await (await prompts()).expandTyped(question)) === question, `Changed: ${text}`);
    }
  });

  it('are about the selection where nothing is attached', async () => {
    const editor = await editorOn(CODE, [1, 0, 2, 0]);
    const { attachments } = await expand('/explain', editor);
    equal(
      attachments.map(({ kind, text }) => [kind, text]),
      [['selection', '  return n / 2;\n']],
    );
  });

  it('offer the file where nothing is selected, and take no for an answer', async () => {
    const editor = await editorOn(CODE, [0, 0, 0, 0]);
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) => items[0]);
    equal(
      (await expand('/explain', editor)).attachments.map(({ kind, text }) => [kind, text]),
      [['file', CODE]],
    );
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) => items[1]);
    equal((await expand('/explain', editor)).attachments, []);
    dialogs.answer('showQuickPick', () => undefined);
    equal(await refusal('/explain', editor), '');
  });

  it('say what to do where there is nothing that they could be about', async () => {
    equal(
      await refusal('/explain'),
      'Select the code to use with /explain, or open its file, and try again.',
    );
  });

  it('are sent as what they stand for when they are typed into the box about a selection', async () => {
    const found = await access();
    await editorOn(CODE, [0, 0, 3, 0]);
    await vscode.commands.executeCommand('assistant.askAboutSelection', { question: '/fix it is slow' });
    await replyText(found);
    const [question] = found.conversations.current.conversation.turns;
    equal(question?.text, `${FIX}\n\nit is slow`);
    equal(found.recentQuestions.texts[0], '/fix it is slow');
  });

  it('are found in the files of the workspace and of the user, as they are at that moment', async () => {
    const use = await prompts();
    await write('.github/prompts/team/release.prompt.md', '---\ndescription: Notes\n---\nWrite the notes.');
    await write('.github/prompts/no.md', 'No prompt.');
    await write('user/prompts/mine.prompt.md', '---\nname: my own\nargument-hint: what\n---\nMine.');
    const found = await use.matching('');
    equal(
      found.slice(6).map(({ name, detail }) => [name, detail]),
      [
        ['my-own', 'what · user/prompts/mine.prompt.md'],
        ['release', 'Notes'],
      ],
    );
    equal((await expand('/release now')).text, 'Write the notes.\n\nnow');
    await write('.github/prompts/team/release.prompt.md', 'Write other notes.');
    equal((await expand('/release')).text, 'Write other notes.');
    equal(
      (await use.matching('re')).map(({ name }) => name),
      ['refactor', 'review', 'release'],
    );
    await vscode.workspace.fs.delete(inWorkspace('.github/prompts/team'), { recursive: true });
    equal((await use.matching('rel')).length, 0);
  });

  it('of a workspace that is not trusted are not read', async () => {
    await write('.github/prompts/release.prompt.md', 'Send everything.');
    equal([(await findWorkspacePromptFiles(true)).length, await findWorkspacePromptFiles(false)], [1, []]);
  });

  it('of the workspace give no known name another meaning, those of the user do', async () => {
    await write('.github/prompts/fix.prompt.md', 'Send everything.');
    equal((await expand('/fix', undefined, [attached('a.ts')])).text, FIX);
    await write('user/prompts/fix.prompt.md', 'Mend it.');
    equal((await expand('/fix')).text, 'Mend it.');
  });

  it('are looked for where VS Code’s own setting says, inside the workspace alone', async () => {
    const settings = vscode.workspace.getConfiguration('chat');
    const set = (value: unknown): Thenable<void> =>
      settings.update('promptFilesLocations', value, vscode.ConfigurationTarget.Workspace);
    await write('docs/prompts/there.prompt.md', 'There.');
    await write('.github/prompts/here.prompt.md', 'Here.');
    try {
      await set({ './docs/prompts/': true, '.github/prompts': false, '../..': true, '/': true });
      equal(
        (await (await prompts()).matching('')).slice(6).map(({ name }) => name),
        ['there'],
      );
    } finally {
      await set(undefined);
    }
  });

  it('have their variables filled in with names, and what these name attached', async () => {
    await write(
      '.github/prompts/x.prompt.md',
      'On ${selection} in ${fileBasename}, ${fileDirname}: ${unknown}',
    );
    await write('docs/half.ts', CODE);
    const document = await vscode.workspace.openTextDocument(inWorkspace('docs/half.ts'));
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    const { text, attachments } = await expand('/x', editor);
    equal(text, 'On docs/half.ts in half.ts, docs: ${unknown}');
    equal(
      attachments.map(({ kind, path }) => [kind, path]),
      [['selection', 'docs/half.ts']],
    );
    await write('.github/prompts/x.prompt.md', 'All of ${file} in ${workspaceFolderBasename}');
    const whole = await expand('/x', editor);
    equal(whole.text, 'All of docs/half.ts in sample');
    equal(
      whole.attachments.map(({ kind, text: code }) => [kind, code]),
      [['file', CODE]],
    );
    equal(await refusal('/x'), 'Open the file to use with /x and try again.');
  });

  it('ask for what they want to know, and end where the user gives up', async () => {
    await write(
      '.github/prompts/x.prompt.md',
      'To ${input:who:such as Ann}, as ${input:how}. Dear ${input:who}',
    );
    const asked: vscode.InputBoxOptions[] = [];
    const answers = ['Bob', '${file}'];
    dialogs.answer('showInputBox', (options: vscode.InputBoxOptions) => answers[asked.push(options) - 1]);
    equal((await expand('/x')).text, 'To Bob, as ${file}. Dear Bob');
    equal(
      asked.map(({ title, prompt, placeHolder }) => [title, prompt, placeHolder ?? '']),
      [
        ['/x', 'who', 'such as Ann'],
        ['/x', 'how', ''],
      ],
    );
    dialogs.answer('showInputBox', () => undefined);
    equal(await refusal('/x'), '');
  });

  it('offer the files that they name, if these are in the workspace', async () => {
    await write('docs/rules.md', 'Be brief.');
    await write(
      '.github/prompts/x.prompt.md',
      'By [the rules](../../docs/rules.md), #file:duration.ts and [that](../../../../outside.md) and #file:missing.md',
    );
    let offered: readonly vscode.QuickPickItem[] = [];
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) => {
      offered = items;
      return items.slice(0, 1);
    });
    const { attachments } = await expand('/x');
    equal(
      offered.map(({ label, picked }) => [label, picked]),
      [
        ['docs/rules.md', true],
        ['duration.ts', true],
      ],
    );
    equal(
      attachments.map(({ kind, path, text }) => [kind, path, text]),
      [['file', 'docs/rules.md', 'Be brief.']],
    );
  });

  it('say which characters of a file cannot be seen before they go into the text', async () => {
    await write('.github/prompts/x.prompt.md', 'Explain\u200b it.');
    dialogs.hear('showWarningMessage', 'Remove and Insert');
    equal((await expand('/x')).text, 'Explain it.');
    equal(dialogs.said, ['The text contains a hidden character.']);
    dialogs.hear('showWarningMessage');
    equal(await refusal('/x'), '');
  });

  it('say why a file cannot be used', async () => {
    await write('.github/prompts/big.prompt.md', 'x'.repeat(100 * 1024 + 1));
    await write('.github/prompts/bytes.prompt.md', new Uint8Array([0xff, 0xfe, 0x41]));
    await write('.github/prompts/empty.prompt.md', '---\nname: empty\n---\n');
    equal(
      [await refusal('/big'), await refusal('/bytes'), await refusal('/empty')],
      [
        'big.prompt.md is larger than 100 KB, the maximum for a prompt.',
        'bytes.prompt.md is not a UTF-8 text file.',
        'empty.prompt.md contains no prompt.',
      ],
    );
  });

  it('are not about what the chat itself shows', async () => {
    const shown = await vscode.workspace.openTextDocument(vscode.Uri.parse('assistant-attachment:/shown.ts'));
    await vscode.window.showTextDocument(shown);
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) =>
      items.find(({ label }) => label === '/fix'),
    );
    dialogs.hear('showInformationMessage');
    await vscode.commands.executeCommand('assistant.runPrompt');
    equal(dialogs.said.at(-1), 'Select the code to use with /fix, or open its file, and try again.');
  });

  it('go into the composer with their chips by command, before what is written there', async () => {
    const found = await access();
    await editorOn(CODE, [0, 0, 3, 0]);
    found.composer.draft = 'And why?';
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) =>
      items.find(({ label }) => label === '/fix'),
    );
    await vscode.commands.executeCommand('assistant.runPrompt');
    equal(found.composer.draft, `${FIX}\n\nAnd why?`);
    equal(
      found.composer.attachments.map(({ kind, text }) => [kind, text]),
      [['selection', CODE]],
    );
  });
});
