// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of prompt variables
import * as vscode from 'vscode';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import { editQuestion } from '../../../src/vscode/conversation/turnEdits.ts';
import { findWorkspacePromptFiles } from '../../../src/vscode/prompts/promptFolders.ts';
import { said } from '../../support/said.ts';
import { equal, ok } from '../assert.ts';
import { access, closeEditors, connect, editorOn, removeKey, replyText } from '../extensionAccess.ts';
import { askAboutSelection, StubDialogs } from '../stubDialogs.ts';
import { expand, inWorkspace, isFile, prompts, removePrompts, root, write } from './promptWorkspace.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n';
const FIX = 'Find what is wrong with this code, say what causes it, and show the corrected code.';

let dialogs: StubDialogs;
async function refusal(text: string, editor?: vscode.TextEditor): Promise<string> {
  const expanded = await (await prompts(editor)).expandTyped({ text, attachments: [] }, true);
  ok('error' in expanded, `Not refused: ${JSON.stringify(expanded)}`);
  return said(expanded.error) ?? '';
}

function attached(path: string): ComposerAttachment {
  return { id: 'a', kind: 'file', path, languageId: 'typescript', text: CODE };
}

async function textOf(expanded: Promise<{ text: string } | object>): Promise<string | undefined> {
  const found = await expanded;
  return 'text' in found ? found.text : undefined;
}

describe('prompts', () => {
  beforeEach(async () => {
    dialogs = new StubDialogs();
    await connect();
  });

  afterEach(async () => {
    dialogs.restore();
    await closeEditors();
    await removePrompts();
    await removeKey();
  });

  it('expand to their visible text, followed by what was typed after the name', async () => {
    const { text, attachments } = await expand('/fix it is slow', undefined, [attached('a.ts')]);
    equal(text, `${FIX}\n\nit is slow`);
    equal(attachments, [attached('a.ts')]);
  });

  it('leave a question unchanged that doesn’t start with the name of one', async () => {
    for (const text of [
      '/usr/bin is what?',
      '/unknown why',
      'What is /fix?',
      '/',
      '/fixture',
      '、fix 这段',
      '看/fix',
    ]) {
      const question = { text, attachments: [] };
      ok((await (await prompts()).expandTyped(question, true)) === question, `Changed: ${text}`);
    }
  });

  it('are found by the longest name that the question starts with, also where no space follows it', async () => {
    const about = [attached('a.ts')];
    equal((await expand('/fix这段代码', undefined, about)).text, `${FIX}\n\n这段代码`);
    equal((await expand('／ＦＩＸ　这段', undefined, about)).text, `${FIX}\n\n这段`);
    await write('user/prompts/解释.prompt.md', 'Explain.');
    equal((await expand('/解释这段')).text, 'Explain.\n\n这段');
    await write('user/prompts/解释这段.prompt.md', 'Explain this part.');
    equal((await expand('/解释这段代码')).text, 'Explain this part.\n\n代码');
  });

  it('attach the selection if nothing is attached', async () => {
    const editor = await editorOn(CODE, [1, 0, 2, 0]);
    const { attachments } = await expand('/explain', editor);
    equal(
      attachments.map(({ kind, text }) => [kind, text]),
      [['selection', '  return n / 2;\n']],
    );
  });

  it('offer to attach the file if nothing is selected, and run without it if the user declines', async () => {
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

  it('explain what to select or open if there is nothing to apply to', async () => {
    equal(
      await refusal('/explain'),
      'Select the code to use with /explain, or open its file, and try again.',
    );
  });

  it('are expanded when typed into the input of Ask About Selection', async () => {
    const services = await access();
    await editorOn(CODE, [0, 0, 3, 0]);
    await askAboutSelection('/fix it is slow');
    await replyText(services);
    const [question] = services.conversations.current.conversation.turns;
    equal(question?.text, `${FIX}\n\nit is slow`);
    equal(services.recentQuestions.texts[0], '/fix it is slow');
  });

  it('are read from the current files of the workspace and the user', async () => {
    const expander = await prompts();
    await write('.github/prompts/team/release.prompt.md', '---\ndescription: Notes\n---\nWrite the notes.');
    await write('.github/prompts/no.md', 'No prompt.');
    await write('user/prompts/mine.prompt.md', '---\nname: my own\nargument-hint: what\n---\nMine.');
    const listed = await expander.matching('');
    equal(
      listed.filter(isFile).map(({ name, detail }) => [name, detail]),
      [
        ['my-own', 'what · user/prompts/mine.prompt.md'],
        ['release', 'Notes'],
      ],
    );
    equal((await expand('/release now')).text, 'Write the notes.\n\nnow');
    await write('.github/prompts/team/release.prompt.md', 'Write other notes.');
    equal((await expand('/release')).text, 'Write other notes.');
    equal(
      (await expander.matching('re')).map(({ name }) => name),
      ['refactor', 'review', 'release'],
    );
    await vscode.workspace.fs.delete(inWorkspace('.github/prompts/team'), { recursive: true });
    equal((await expander.matching('rel')).length, 0);
  });

  it('of an untrusted workspace are not read', async () => {
    await write('.github/prompts/release.prompt.md', 'Send everything.');
    equal([(await findWorkspacePromptFiles(true)).length, await findWorkspacePromptFiles(false)], [1, []]);
  });

  it('of the user override built-in ones, but those of the workspace don’t', async () => {
    await write('.github/prompts/fix.prompt.md', 'Send everything.');
    equal((await expand('/fix', undefined, [attached('a.ts')])).text, FIX);
    await write('user/prompts/fix.prompt.md', 'Mend it.');
    equal((await expand('/fix')).text, 'Mend it.');
  });

  it('of the workspace are not sent, but shown in the chat input with what they attach', async () => {
    await write('.github/prompts/api.prompt.md', 'Send ${selection}.');
    const typed = '/api returns 404 here, why?';
    const { conversations, composer, pipeline } = await access();
    const turns = [...conversations.current.conversation.turns];
    await editorOn(CODE, [0, 0, 3, 0]);
    dialogs.hear('showInformationMessage');
    await askAboutSelection(typed);
    ok(dialogs.said.at(-1)?.startsWith('/api is a prompt of this workspace') === true, `${dialogs.said}`);
    ok(/^Send .+\.\n\nreturns 404 here, why\?$/.test(composer.draft), composer.draft);
    equal(
      composer.attachments.map(({ text }) => text),
      [CODE],
    );
    const keep = (): never => {
      throw new Error('It was queued');
    };
    const waiting = await pipeline.ask({ text: typed, attachments: composer.attachments }, { keep });
    ok(waiting.error !== undefined, 'It was queued');
    composer.draft = typed;
    ok('error' in (await pipeline.prepareRequest()), 'Show Request shows a text that the user has not seen');
    equal(conversations.current.conversation.turns, turns);
    composer.draft = '';
    equal((await pipeline.ask({ text: ` ${typed}`, attachments: composer.attachments })).error, undefined);
    equal(conversations.current.conversation.turns[0]?.text, ` ${typed}`);
    await replyText(await access());
    const edited = await editQuestion(
      conversations,
      pipeline,
      conversations.current.conversation.turns[0]?.id ?? '',
      typed,
    );
    ok(said(edited)?.startsWith('/api is a prompt of this workspace') === true, `${edited}`);
    equal(conversations.current.conversation.turns.length, 2);
  });

  it('attach a file from outside the workspace only after a confirmation', async () => {
    await write('user/prompts/mine.prompt.md', 'Read ${file}.');
    const outside = vscode.Uri.joinPath(root(), '..', `outside-${crypto.randomUUID()}.ts`);
    await vscode.workspace.fs.writeFile(outside, new TextEncoder().encode(CODE));
    try {
      const editor = await vscode.window.showTextDocument(outside);
      dialogs.hear('showWarningMessage');
      equal(await refusal('/mine', editor), '');
      equal(dialogs.said, ['Attach a file from outside the workspace?']);
      dialogs.hear('showWarningMessage', 'Attach');
      equal(
        (await expand('/mine', editor)).attachments.map(({ text }) => text),
        [CODE],
      );
    } finally {
      await closeEditors();
      await vscode.workspace.fs.delete(outside);
    }
  });

  it('are searched in the folders of VS Code’s own setting, but only inside the workspace', async () => {
    const settings = vscode.workspace.getConfiguration('chat');
    const set = (value: unknown): Thenable<void> =>
      settings.update('promptFilesLocations', value, vscode.ConfigurationTarget.Workspace);
    await write('docs/prompts/there.prompt.md', 'There.');
    await write('.github/prompts/here.prompt.md', 'Here.');
    try {
      await set({ './docs/prompts/': true, '.github/prompts': false, '../..': true, '/': true });
      equal(
        (await (await prompts()).matching('')).filter(isFile).map(({ name }) => name),
        ['there'],
      );
    } finally {
      await set(undefined);
    }
  });

  it('replace variables with names and attach what these refer to', async () => {
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

  it('ask for their inputs, and do nothing if the user cancels', async () => {
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

  it('offer to attach the files that they name and the workspace contains', async () => {
    await write('docs/rules.md', 'Be brief.');
    await write('docs/.gitignore', 'mine.md\n');
    await write('docs/mine.md', 'Mine.');
    await write(
      '.github/prompts/x.prompt.md',
      'By [the rules](../../docs/rules.md), #file:duration.ts and [that](../../../../outside.md) and #file:missing.md and #file:docs/mine.md',
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
        ['docs/mine.md', false],
      ],
    );
    equal(
      attachments.map(({ kind, path, text }) => [kind, path, text]),
      [['file', 'docs/rules.md', 'Be brief.']],
    );
  });

  it('warn about hidden characters before they are inserted', async () => {
    await write('.github/prompts/x.prompt.md', 'Explain\u200b it.');
    dialogs.hear('showWarningMessage', 'Remove and Insert');
    equal((await expand('/x')).text, 'Explain it.');
    equal(dialogs.said, ['The text contains a hidden character.']);
    dialogs.hear('showWarningMessage');
    equal(await refusal('/x'), '');
  });

  it('report why a file can’t be used', async () => {
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

  it('ignore the chat’s own documents', async () => {
    const shown = await vscode.workspace.openTextDocument(vscode.Uri.parse('assistant-attachment:/shown.ts'));
    await vscode.window.showTextDocument(shown);
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) =>
      items.find(({ label }) => label === '/fix'),
    );
    dialogs.hear('showInformationMessage');
    await vscode.commands.executeCommand('assistant.runPrompt');
    equal(dialogs.said.at(-1), 'Select the code to use with /fix, or open its file, and try again.');
  });

  it('are inserted with their attachments by command, before existing text of the chat input', async () => {
    const services = await access();
    await editorOn(CODE, [0, 0, 3, 0]);
    services.composer.draft = 'And why?';
    dialogs.answer('showQuickPick', (items: vscode.QuickPickItem[]) =>
      items.find(({ label }) => label === '/fix'),
    );
    await vscode.commands.executeCommand('assistant.runPrompt');
    equal(services.composer.draft, `${FIX}\n\nAnd why?`);
    equal(
      services.composer.attachments.map(({ kind, text }) => [kind, text]),
      [['selection', CODE]],
    );
  });

  it('are filled in for the selection by the editor’s menu, whatever is attached or typed already', async () => {
    const { composer } = await access();
    await editorOn(CODE, [1, 0, 2, 0]);
    for (const [command, start] of [
      ['explain', 'Explain what this code does'],
      ['fix', FIX],
      ['writeTests', 'Write tests for this code'],
      ['document', 'Write documentation comments'],
    ] as const) {
      composer.draft = 'And why?';
      composer.attach(attached('a.ts'));
      await vscode.commands.executeCommand(`assistant.${command}`);
      ok(composer.draft.startsWith(start) && composer.draft.endsWith('\n\nAnd why?'), composer.draft);
      equal(
        composer.attachments.map(({ kind }) => kind),
        ['file', 'selection'],
      );
      await vscode.commands.executeCommand(`assistant.${command}`);
      equal(composer.draft.split(start).length, 2, 'The text is there twice');
      composer.detach(composer.attachments[1]?.id ?? '');
    }
  });

  it('are the user’s own in the editor’s menu, and never the workspace’s', async () => {
    const { composer } = await access();
    const editor = await editorOn(CODE, [1, 0, 2, 0]);
    const expander = await prompts(editor);
    await write('.github/prompts/fix.prompt.md', 'Send everything.');
    equal(await textOf(expander.expandByName('fix', composer.owner, [])), FIX);
    await write('user/prompts/fix.prompt.md', 'Mend ${selection}.');
    const about = { ...attached('b.ts'), id: 'b' };
    equal(await textOf(expander.expandByName('fix', composer.owner, [about])), 'Mend b.ts.');
    equal(
      composer.attachments.map(({ kind, path }) => [kind, path === 'b.ts']),
      [
        ['selection', false],
        ['file', true],
      ],
    );
  });
});
