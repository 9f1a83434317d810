import * as vscode from 'vscode';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import type { CodeBlockAction } from '../../../src/protocol/toHost.ts';
import { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { equal, ok, until } from '../assert.ts';
import {
  closeChatTabs,
  closeEditors,
  connect,
  editorOn,
  removeKey,
  replyText,
  setBaseUrl,
} from '../extensionAccess.ts';
import { openStubTerminal } from './stubTerminal.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n';

/** Asks about code, which is in the reply's last code block again. */
async function askAbout(code: string, language: string): Promise<void> {
  const found = await connect();
  await editorOn(code, [0, 0, code.split('\n').length - 1, 0], language);
  await vscode.commands.executeCommand('assistant.askAboutSelection', { question: 'Why?' });
  ok((await replyText(found)).includes('```'), 'The reply has no code block');
}

/** What a command says to its user. */
async function saidBy(command: string): Promise<string> {
  const own = vscode.window.showInformationMessage;
  const said: string[] = [];
  Object.assign(vscode.window, { showInformationMessage: async (text: string) => void said.push(text) });
  try {
    await vscode.commands.executeCommand(command);
  } finally {
    Object.assign(vscode.window, { showInformationMessage: own });
  }
  return said.join('\n');
}

describe('the commands about code blocks', () => {
  afterEach(async () => {
    await closeEditors();
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('insert the last one at the cursor', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('', [0, 0, 0, 0]);
    await vscode.commands.executeCommand('assistant.insertLastCodeBlock');
    equal(document.getText(), CODE.trimEnd());
  });

  it('replace the selection with the last one', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('const a = old;', [0, 0, 0, 14]);
    await vscode.commands.executeCommand('assistant.replaceWithLastCodeBlock');
    equal(document.getText(), CODE.trimEnd());
  });

  it('show the editor behind the chat and give it the keyboard, so that Undo takes the code back', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('old();', [0, 6, 0, 6]);
    await vscode.commands.executeCommand('assistant.openChatInEditor');
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 0,
    );
    await vscode.commands.executeCommand('assistant.insertLastCodeBlock');
    equal(vscode.window.activeTextEditor?.document === document, true);
    equal(document.getText(), `old();\n${CODE.trimEnd()}`);
    await vscode.commands.executeCommand('undo');
    equal(document.getText(), 'old();');
    await closeChatTabs();
  });

  it('take no part of a block, nor of a reply, that is still being written', async () => {
    const { document } = await editorOn('', [0, 0, 0, 0]);
    const target = new TargetEditor();
    const text = '```ts\nwhole();\n```\n\n```ts\nhalf';
    let turn: AssistantTurn = {
      kind: 'assistant',
      id: 'reply',
      model: 'assistant-sonnet-4',
      text,
      status: 'streaming',
      startedAt: 0,
    };
    const stubSession = {
      findReply: () => turn,
      get lastReply() {
        return turn;
      },
    };
    const replies = new ReplyActions({ current: stubSession as unknown as ChatSession }, target);
    const take = (blockIndex: number, action: CodeBlockAction) =>
      replies.runCodeBlockAction({ turnId: turn.id, blockIndex, action });
    try {
      for (const action of ['copy', 'insert', 'replace', 'newFile', 'run'] as const) {
        equal(await take(1, action), 'This code block is still being written.', action);
      }
      equal(await replies.insertLast(), 'This reply is still being written.');
      equal(document.getText(), '');
      equal(await take(0, 'insert'), undefined);
      equal(document.getText(), 'whole();');
      turn = { ...turn, status: 'stopped' };
      equal(await take(1, 'insert'), undefined);
      equal(document.getText(), 'whole();half');
    } finally {
      target.dispose();
    }
  });

  it('say what is missing where no text editor is open', async () => {
    await askAbout(CODE, 'typescript');
    await closeEditors();
    ok((await saidBy('assistant.insertLastCodeBlock')).includes('No text editor is open'), 'Not said');
  });

  it('say so where there is no code block yet', async () => {
    await connect();
    for (const command of ['nextCodeBlock', 'copyLastCodeBlock', 'insertLastCodeBlock']) {
      ok((await saidBy(`assistant.${command}`)).includes('no code block in this conversation'), command);
    }
  });

  it('say how to come to a code block where none has the keyboard', async () => {
    for (const command of ['insertCodeBlock', 'runCodeBlock', 'wrapCodeBlock', 'openCodeBlockFile']) {
      ok((await saidBy(`assistant.${command}`)).includes('No code block has focus'), command);
    }
  });

  it('mean the block that the panel went to', async () => {
    await askAbout('npm ci\n', 'shellscript');
    const terminal = await openStubTerminal();
    try {
      await vscode.commands.executeCommand('assistant.nextCodeBlock');
      // The panel tells the host which one it was as soon as it has drawn the reply.
      await until(
        async () => {
          await vscode.commands.executeCommand('assistant.runCodeBlock');
          return terminal.typed();
        },
        (typed) => typed.startsWith('npm ci'),
      );
    } finally {
      await terminal.close();
    }
  });
});
