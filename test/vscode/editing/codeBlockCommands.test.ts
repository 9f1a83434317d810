import * as vscode from 'vscode';
import { lazy } from '../../../src/base/lazy.ts';
import type { ChatSession } from '../../../src/core/asking/chatSession.ts';
import type { AssistantTurn } from '../../../src/core/conversation/conversation.ts';
import type { CodeBlockAction } from '../../../src/protocol/toHost.ts';
import { ReplyActions } from '../../../src/vscode/editing/replyActions.ts';
import { TargetEditor } from '../../../src/vscode/targetEditor.ts';
import { said } from '../../support/said.ts';
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
import { askAboutSelection } from '../stubDialogs.ts';
import { notApplied } from './notApplied.ts';

const CODE = 'function half(n: number): number {\n  return n / 2;\n}\n';

/** What the local service returns for it. */
const RETURNED = `// Returned by the local service\n${CODE.trimEnd()}`;

/** Asks about code, which the local service returns in the last code block of its reply. */
async function askAbout(code: string, language: string): Promise<void> {
  const services = await connect();
  await editorOn(code, [0, 0, code.split('\n').length - 1, 0], language);
  await askAboutSelection('Why?');
  ok((await replyText(services)).includes('```'), 'The reply has no code block');
}

/** Messages that a command shows. */
async function messagesOf(command: string): Promise<string> {
  const original = vscode.window.showInformationMessage;
  const messages: string[] = [];
  Object.assign(vscode.window, { showInformationMessage: async (text: string) => void messages.push(text) });
  try {
    await vscode.commands.executeCommand(command);
  } finally {
    Object.assign(vscode.window, { showInformationMessage: original });
  }
  return messages.join('\n');
}

describe('code block commands', () => {
  afterEach(async () => {
    await closeEditors();
    await removeKey();
    await setBaseUrl(undefined);
  });

  it('insert the last code block at the cursor', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('', [0, 0, 0, 0]);
    await vscode.commands.executeCommand('assistant.insertLastCodeBlock');
    equal(document.getText(), RETURNED);
  });

  it('replace the selection with the last code block', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('const a = old;', [0, 0, 0, 14]);
    await vscode.commands.executeCommand('assistant.replaceWithLastCodeBlock');
    equal(document.getText(), RETURNED);
  });

  it('reveal and focus the editor behind the chat, so that Undo removes the code again', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('old();', [0, 6, 0, 6]);
    await vscode.commands.executeCommand('assistant.openChatInEditor');
    await until(
      () => vscode.window.visibleTextEditors.length,
      (length) => length === 0,
    );
    await vscode.commands.executeCommand('assistant.insertLastCodeBlock');
    equal(vscode.window.activeTextEditor?.document === document, true);
    equal(document.getText(), `old();\n${RETURNED}`);
    await vscode.commands.executeCommand('undo');
    equal(document.getText(), 'old();');
    await closeChatTabs();
  });

  it('reject a code block or reply that is still being written, and a part that the block does not have', async () => {
    const { document } = await editorOn('', [0, 0, 0, 0]);
    const targetEditor = new TargetEditor();
    const reviewed: string[] = [];
    const sources: unknown[] = [];
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
      conversation: { id: 'conversation', turns: [] },
      findReply: () => turn,
      get lastReply() {
        return turn;
      },
    };
    const replies = new ReplyActions({
      conversations: { current: stubSession as unknown as ChatSession },
      targetEditor,
      anchors: lazy(() => Promise.reject(new Error('Not needed'))),
      executions: { lastIn: () => undefined },
      ...notApplied({
        reviews: {
          open: async ({ lines, source }) => {
            reviewed.push(lines.join('\n'));
            sources.push(source);
            return {};
          },
        },
        targetEditor,
      }),
    });
    const runAction = (blockIndex: number, action: CodeBlockAction) =>
      replies.runCodeBlockAction({ turnId: turn.id, blockIndex, action });
    try {
      for (const action of ['copy', 'insert', 'replace', 'newFile', 'run'] as const) {
        equal(await runAction(1, action), 'This code block is still being written.', action);
      }
      equal(await replies.insertLast(), 'This reply is still being written.');
      equal(document.getText(), '');
      equal(await runAction(0, 'insert'), undefined);
      equal(document.getText(), 'whole();');
      turn = { ...turn, status: 'stopped' };
      equal(await runAction(1, 'insert'), undefined);
      equal(document.getText(), 'whole();half');
      await vscode.commands.executeCommand('editor.action.selectAll');
      const beyond = { turnId: turn.id, blockIndex: 0, part: { start: 1000, end: 1001 } };
      equal(await replies.runCodeBlockAction({ ...beyond, action: 'replace' }), 'This code block is empty.');
      equal(document.getText(), 'whole();half');
      // Whatever the service says, a block without its closing fence is not finished.
      turn = { ...turn, status: 'finished' };
      equal(await runAction(0, 'replace'), undefined);
      equal(document.getText(), 'whole();');
      await vscode.commands.executeCommand('editor.action.selectAll');
      ok(said(await runAction(1, 'replace'))?.includes('Review opened.'), 'No review');
      equal([reviewed, document.getText()], [['half'], 'whole();']);
      // In a Markdown block, which the panel has rendered.
      turn = { ...turn, text: '````md\nText\n\n```ts\ninner();\n```\n\n```ts\nhalf\n````\n' };
      await vscode.commands.executeCommand('editor.action.selectAll');
      const inner = { turnId: turn.id, blockIndex: 0, innerIndex: 0 };
      equal(await replies.runCodeBlockAction({ ...inner, action: 'replace' }), undefined);
      equal(document.getText(), 'inner();');
      const part = { start: 0, end: 5 };
      equal(await replies.runCodeBlockAction({ ...inner, part, action: 'insert' }), undefined);
      equal(document.getText(), 'inner();inner');
      await vscode.commands.executeCommand('editor.action.selectAll');
      const unclosed = await replies.runCodeBlockAction({ ...inner, innerIndex: 1, action: 'replace' });
      ok(said(unclosed)?.includes('Review opened.'), 'No review of an unclosed inner block');
      equal(
        await replies.runCodeBlockAction({ ...inner, innerIndex: 2, action: 'insert' }),
        'This code block no longer exists.',
      );
      equal(
        [reviewed, sources, document.getText()],
        [
          ['half', 'half'],
          [
            { turnId: 'reply', blockIndex: 1, conversation: 'conversation' },
            { turnId: 'reply', blockIndex: 0, innerIndex: 1, conversation: 'conversation' },
          ],
          'inner();inner',
        ],
      );
    } finally {
      targetEditor.dispose();
    }
  });

  it('open a diagram alone, in a fence that it cannot close, in the Markdown preview', async () => {
    const code = 'graph TD; A-->B\n```\n![a](https://example.org/a.png)\n``````';
    const turn: AssistantTurn = {
      kind: 'assistant',
      id: 'reply',
      model: 'assistant-sonnet-4',
      text: `secret ![b](https://example.org/b.png)\n\n~~~mermaid\n${code}\n~~~\n\n\`\`\`ts\nlet a;\n\`\`\`\n`,
      status: 'finished',
      startedAt: 0,
    };
    const targetEditor = new TargetEditor();
    const replies = new ReplyActions({
      conversations: {
        current: { conversation: { id: 'conversation' }, findReply: () => turn } as unknown as ChatSession,
      },
      targetEditor,
      anchors: lazy(() => Promise.reject(new Error('Not needed'))),
      executions: { lastIn: () => undefined },
      ...notApplied({ reviews: { open: () => Promise.reject(new Error('Not needed')) }, targetEditor }),
    });
    const openPreview = (blockIndex: number) =>
      replies.runCodeBlockAction({ turnId: turn.id, blockIndex, action: 'openPreview' });
    try {
      equal(await openPreview(1), 'This code block is not a diagram.');
      equal(await openPreview(0), undefined);
      await until(
        () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).join(),
        (labels) => labels.includes('Diagram.md'),
      );
      const document = await until(
        () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'assistant-diagram'),
        Boolean,
      );
      const { executeCommand } = vscode.commands;
      // As with the extension disabled.
      const execute = (command: string) => Promise.reject(new Error(`command '${command}' not found`));
      Object.assign(vscode.commands, { executeCommand: execute });
      try {
        ok(said(await openPreview(0))?.includes('which is disabled'), 'Not reported');
      } finally {
        Object.assign(vscode.commands, { executeCommand });
      }
      equal(document?.getText(), `\`\`\`\`\`\`\`mermaid\n${code}\n\`\`\`\`\`\`\``);
    } finally {
      replies.dispose();
      targetEditor.dispose();
    }
  });

  it('report that no text editor is open', async () => {
    await askAbout(CODE, 'typescript');
    await closeEditors();
    ok((await messagesOf('assistant.insertLastCodeBlock')).includes('No text editor is open'), 'No message');
  });

  it('report that there is no code block yet, or only in an earlier reply', async () => {
    const { conversations } = await connect();
    const reply = { kind: 'assistant', model: 'm', status: 'finished', startedAt: 0 } as const;
    conversations.createAndShow({
      turns: [
        { kind: 'user', id: 'q', text: 'Why?', attachments: [], at: 0 },
        { ...reply, id: 'earlier', text: '```\na\n```', alternativeTo: 'new' },
        { ...reply, id: 'new', text: 'So.' },
      ],
    });
    for (const command of ['nextCodeBlock', 'copyLastCodeBlock', 'insertLastCodeBlock']) {
      ok((await messagesOf(`assistant.${command}`)).includes('no code block in this conversation'), command);
    }
  });

  it('explain how to focus a code block if none has focus', async () => {
    for (const command of ['insertCodeBlock', 'runCodeBlock', 'wrapCodeBlock', 'openCodeBlockFile']) {
      ok((await messagesOf(`assistant.${command}`)).includes('No code block has focus'), command);
    }
  });

  it('apply to the code block that Next Code Block focused', async () => {
    await askAbout(CODE, 'typescript');
    const { document } = await editorOn('', [0, 0, 0, 0]);
    await vscode.commands.executeCommand('assistant.nextCodeBlock');
    // The panel reports the focused block once it has rendered the reply.
    await until(
      async () => {
        await vscode.commands.executeCommand('assistant.insertCodeBlock');
        return document.getText();
      },
      (text) => text === RETURNED,
    );
  });
});
