import * as vscode from 'vscode';
import type { AssistantTurn } from '../../src/core/conversation/conversation.ts';
import type { ErrorResult } from '../../src/vscode/actionResult.ts';
import type { WrittenQuestion } from '../../src/vscode/composer/question.ts';
import type { TestAccess, TestEntry } from '../../src/vscode/testAccess.ts';
import { equal, ok, until } from './assert.ts';
import { testService } from './testService.ts';

const SECRET = 'assistant.apiKey';

/** Whether this extension host is a web worker: it uses the browser's `fetch` and has few built-in extensions. */
export const isWebWorker = 'importScripts' in globalThis;

/** Activates the extension and returns its services, which only the test build exposes. */
export async function access(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestEntry>('assistant.assistant-chat');
  ok(extension, 'The extension is not installed');
  const services = await (await extension.activate())?.();
  ok(services, 'The extension was built without access for tests');
  return services;
}

/**
 * Changes a setting of the user, by its full name. Skips unchanged values: each write takes VS Code a while, and it
 * rejects some if several windows write at once.
 */
export async function setSetting(name: string, value: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration();
  if (JSON.stringify(settings.inspect(name)?.globalValue) !== JSON.stringify(value)) {
    await settings.update(name, value, vscode.ConfigurationTarget.Global);
  }
}

export async function setBaseUrl(baseUrl: string | undefined): Promise<void> {
  await setSetting('assistant.baseUrl', baseUrl);
}

/** Stores a key as the extension does, for the origin of `baseUrl`. */
export async function storeKey(apiKey: string, baseUrl = testService.baseUrl): Promise<void> {
  const { secrets } = await access();
  await secrets.store(
    SECRET,
    JSON.stringify({ origin: new URL(baseUrl).origin, apiKey, id: crypto.randomUUID() }),
  );
}

export async function removeKey(): Promise<void> {
  await (await access()).secrets.delete(SECRET);
}

/**
 * Connects to the local service with its active key, and starts an empty conversation. A suite removes the key
 * afterwards, so that the next one starts unconnected. The base URL stays.
 */
export async function connect(): Promise<TestAccess> {
  await setBaseUrl(testService.baseUrl);
  await storeKey(testService.keys.active);
  const services = await access();
  services.conversations.stopAll();
  const { composer } = services;
  composer.removeSent(
    composer.draft,
    composer.attachments.map(({ id }) => id),
  );
  services.conversations.startNew();
  return services;
}

/** Asks a question in the current conversation. @returns why it was not asked */
export async function sendQuestion(
  pipeline: TestAccess['pipeline'],
  question: WrittenQuestion,
): Promise<ErrorResult> {
  return (await pipeline.ask(question)).error;
}

/** Waits until no reply is running and returns the text of the last turn. */
export async function replyText({ conversations }: TestAccess): Promise<string> {
  await until(
    () => conversations.current.isRunning,
    (running) => !running,
  );
  return conversations.current.conversation.turns.at(-1)?.text ?? '';
}

/** Opens an editor on an untitled document. `selection` counts lines and characters from 0. */
export async function editorOn(
  text: string,
  selection: [startLine: number, startCharacter: number, endLine: number, endCharacter: number],
  language = 'typescript',
): Promise<vscode.TextEditor> {
  const document = await newDocument(text, language);
  const editor = await vscode.window.showTextDocument(document);
  editor.options = { insertSpaces: true, tabSize: 2 };
  await select(editor, new vscode.Selection(...selection));
  return editor;
}

/** Waits until VS Code tells of the selection, since it may still tell of an earlier one. */
export async function select(editor: vscode.TextEditor, selection: vscode.Selection): Promise<void> {
  const isThere = ([first, ...others]: readonly vscode.Selection[]): boolean =>
    others.length === 0 &&
    first?.anchor.isEqual(selection.anchor) === true &&
    first.active.isEqual(selection.active);
  if (isThere(editor.selections)) {
    return;
  }
  const isTold = new Promise<void>((resolve) => {
    const listener = vscode.window.onDidChangeTextEditorSelection((event) => {
      if (event.textEditor === editor && isThere(event.selections)) {
        listener.dispose();
        resolve();
      }
    });
  });
  editor.selection = selection;
  await isTold;
}

/**
 * Undoes one step in a document and returns its text. After the panel was shown, it may take the focus at any moment.
 * An undo in the panel has no effect, so undo is repeated until the document changes.
 */
export async function undoOnce(document: vscode.TextDocument): Promise<string> {
  const { version } = document;
  let changed: string | undefined;
  const listener = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document === document && event.document.version > version) {
      changed ??= document.getText();
    }
  });
  try {
    while (changed === undefined) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return changed;
  } finally {
    listener.dispose();
  }
}

/**
 * Closes all editors without asking about unsaved changes. The active tab tells whether one is left: between two editors,
 * VS Code has no active one for a moment.
 */
export async function closeEditors(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined || isTextTabActive()) {
    if (vscode.window.activeTextEditor !== undefined) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    } else {
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

function isTextTabActive(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputText;
}

/**
 * Opens an untitled document. VS Code reuses the name of the last closed one, and in a browser may restore that one's
 * backup as the content. In this case, closes the document and tries again.
 */
async function newDocument(content: string, language: string): Promise<vscode.TextDocument> {
  for (;;) {
    const document = await vscode.workspace.openTextDocument({ content, language });
    if (document.getText() === content) {
      return document;
    }
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/** All open tabs of the chat. */
export function chatTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('chatTab'));
}

export async function closeChatTabs(): Promise<void> {
  await vscode.window.tabGroups.close(chatTabs());
  await until(chatTabs, ({ length }) => length === 0);
}

/** Asks and returns the finished reply. */
export async function ask(services: TestAccess, question: string): Promise<AssistantTurn> {
  equal(await sendQuestion(services.pipeline, { text: question, attachments: [] }), undefined);
  return lastReply(services);
}

export async function lastReply(services: TestAccess): Promise<AssistantTurn> {
  await replyText(services);
  const turn = services.conversations.current.conversation.turns.at(-1);
  ok(turn?.kind === 'assistant', 'There is no reply');
  return turn;
}
