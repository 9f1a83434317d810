import * as vscode from 'vscode';
import { equal, ok, until } from '../assert.ts';
import {
  access,
  closeEditors,
  connect,
  editorOn,
  removeKey,
  replyText,
  setBaseUrl,
  undoOnce,
} from '../extensionAccess.ts';
import { askAboutSelection, StubDialogs } from '../stubDialogs.ts';
import { fault } from '../testService.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n';

describe('question about the selection', () => {
  afterEach(async () => {
    await closeEditors();
    await removeKey();
  });

  it('is sent with the selection to the default model over HTTP, and the whole streamed reply is read', async () => {
    const found = await connect();
    await editorOn(CODE, [0, 0, 3, 0]);
    await askAboutSelection('What does it do?');
    const reply = await replyText(found);
    ok(reply.includes('half'), `The reply does not return the function: ${reply}`);
    const turn = found.conversations.current.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && [turn.status, turn.model], ['finished', 'assistant-sonnet-4']);
    ok(turn?.kind === 'assistant' && (turn.usage?.outputTokens ?? 0) > 0, 'No usage was read');
  });

  it('names its lines in the input box and, if it is large, its size; a given question is only filled in', async () => {
    const { conversations } = await connect();
    const dialogs = new StubDialogs();
    const prompts: (string | undefined)[] = [];
    dialogs.answer('showInputBox', ({ prompt, value }: vscode.InputBoxOptions) => {
      equal(value, 'Why?');
      prompts.push(prompt);
    });
    try {
      for (const [text, endLine] of [
        [CODE, 3],
        [CODE.repeat(500), 1500],
      ] as const) {
        await editorOn(text, [0, 0, endLine, 0]);
        await vscode.commands.executeCommand('assistant.askAboutSelection', { question: 'Why?' });
      }
    } finally {
      dialogs.restore();
    }
    equal(
      prompts.map((prompt = '') => prompt.replace(/^About \S+, |\d+(\.\d)?(?=K)/g, '')),
      ['lines 1–3', 'lines 1–1500: a large selection, about K tokens'],
    );
    equal(conversations.current.conversation.turns, []);
  });

  it('is kept in the chat input with the selection without a connection, and the message has a button to connect', async () => {
    const { composer, conversations } = await access();
    const dialogs = new StubDialogs();
    const asked: string[][] = [];
    dialogs.answer('showInformationMessage', (...texts: string[]) => {
      asked.push(texts);
    });
    try {
      for (const baseUrl of [undefined, 'http://chat.example.com/api/v1']) {
        await setBaseUrl(baseUrl);
        await editorOn(CODE, [0, 0, 3, 0]);
        await askAboutSelection('Why?');
      }
    } finally {
      dialogs.restore();
    }
    equal(asked, [
      ['Set the base URL and the API key first. Your question is in the chat input.', 'Connect…'],
      [
        'The base URL must start with https://. Only for localhost, 127.0.0.1, and [::1], it can be http://. Your question is in the chat input.',
        'Connect…',
      ],
    ]);
    equal(composer.draft, 'Why?\n\nWhy?');
    equal(
      composer.attachments.map(({ text }) => text),
      [CODE, CODE],
    );
    equal(conversations.current.conversation.turns, []);
    composer.draft = '';
    for (const { id } of composer.attachments) {
      composer.detach(id);
    }
  });

  it('gets a reply that Insert Reply inserts into the editor, not into the output view that had focus last, and one undo removes', async () => {
    const found = await connect();
    const editor = await editorOn(CODE, [0, 0, 3, 0]);
    await askAboutSelection('Why?');
    const reply = await replyText(found);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await vscode.commands.executeCommand('assistant.insertReply');
    equal(editor.document.getText(), CODE + reply);
    equal(await undoOnce(editor.document), CODE);

    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const channel = vscode.window.createOutputChannel('Asking');
    try {
      channel.show();
      await vscode.commands.executeCommand('workbench.panel.output.focus');
      await until(
        () => vscode.window.activeTextEditor?.document.uri.scheme,
        (scheme) => scheme === 'output',
      );
      await vscode.commands.executeCommand('assistant.insertReply');
      equal(editor.document.getText(), `${reply}\n${CODE}`);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closePanel');
      channel.dispose();
    }
  });

  it('gets a reply that can be stopped and keeps its text so far', async () => {
    const found = await connect();
    await editorOn(CODE, [0, 0, 3, 0]);
    // Pauses after the first words.
    await fault('F49', { times: 1 });
    await askAboutSelection('Why?');
    const received = await until(
      () => found.conversations.current.conversation.turns.at(-1)?.text ?? '',
      (text) => text !== '' && text !== 'Why?',
    );
    await vscode.commands.executeCommand('assistant.stop');
    const text = await replyText(found);
    const turn = found.conversations.current.conversation.turns.at(-1);
    equal(turn?.kind === 'assistant' && turn.status, 'stopped');
    ok(text.startsWith(received), 'The text was lost');
  });
});
