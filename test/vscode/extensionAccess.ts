import * as vscode from 'vscode';
import type { TestAccess } from '../../src/vscode/testAccess.ts';
import { ok, until } from './assert.ts';
import { testService } from './testService.ts';

const SECRET = 'assistant.apiKey';

/** Whether this extension host is a web worker, whose `fetch` is a browser's and which sees few other extensions. */
export const isWebWorker = 'importScripts' in globalThis;

/** The activated extension, built so that tests can look inside. */
export async function access(): Promise<TestAccess> {
  const extension = vscode.extensions.getExtension<TestAccess>('assistant.assistant-chat');
  ok(extension, 'The extension is not there');
  const found = await extension.activate();
  ok(found, 'The extension was built without access for tests');
  return found;
}

/** Does nothing where it is so: of several windows that write the user's settings at once, VS Code refuses some. */
export async function setBaseUrl(baseUrl: string | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('assistant');
  if (settings.inspect('baseUrl')?.globalValue !== baseUrl) {
    await settings.update('baseUrl', baseUrl, vscode.ConfigurationTarget.Global);
  }
}

/** Stores a key as the extension does, for the origin of this address. */
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

/** Connects to the local service with its active key, in an empty conversation. */
export async function connect(): Promise<TestAccess> {
  await setBaseUrl(testService.baseUrl);
  await storeKey(testService.keys.active);
  const found = await access();
  found.conversations.stopAll();
  const { composer } = found;
  composer.removeSent(
    composer.draft,
    composer.attachments.map(({ id }) => id),
  );
  found.conversations.startNew();
  return found;
}

/** Waits until no reply runs, and returns the last turn's text. */
export async function replyText({ conversations }: TestAccess): Promise<string> {
  await until(
    () => conversations.current.isRunning,
    (running) => !running,
  );
  return conversations.current.conversation.turns.at(-1)?.text ?? '';
}

/** Opens an editor on new text, with the lines (from 0) from the first to the last selected, or only a cursor. */
export async function editorOn(
  text: string,
  selection: [startLine: number, startCharacter: number, endLine: number, endCharacter: number],
  language = 'typescript',
): Promise<vscode.TextEditor> {
  const document = await newDocument(text, language);
  const editor = await vscode.window.showTextDocument(document);
  editor.options = { insertSpaces: true, tabSize: 2 };
  editor.selection = new vscode.Selection(...selection);
  return editor;
}

/**
 * Undoes one step in a document and returns what it holds then. The panel may take the keyboard at any moment
 * after it was shown, and an undo that goes there changes nothing here: it is given again.
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

/** Closes every editor without a question about unsaved text. */
export async function closeEditors(): Promise<void> {
  while (vscode.window.activeTextEditor !== undefined) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

/**
 * A new document without a file. It gets the name of the last one that was closed, and in a browser VS Code may
 * still have a copy of that one, which it takes for unsaved text of the new one: then another is opened.
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

/** The tabs that show the chat. */
export function chatTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('chatTab'));
}

export async function closeChatTabs(): Promise<void> {
  await vscode.window.tabGroups.close(chatTabs());
  await until(chatTabs, ({ length }) => length === 0);
}
