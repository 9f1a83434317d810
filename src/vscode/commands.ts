import * as vscode from 'vscode';
import type { ContextCommands } from './attachments/contextCommands.ts';
import type { TurnCommands } from './conversation/turnCommands.ts';
import type { CodeBlockCommands } from './editing/codeBlockCommands.ts';
import type { ConversationCommands } from './history/conversationCommands.ts';
import type { ExportCommands } from './history/transfer/exportCommands.ts';
import type { HistoryFolderCommands } from './history/transfer/historyFolderCommands.ts';
import type { ImportCommands } from './history/transfer/importCommands.ts';
import type { PromptCommands } from './prompts/promptCommands.ts';
import type { RequestCommands } from './requests/requestCommands.ts';

/** Every command of `package.json`, by its id without the prefix. A test compares the two. */
export interface Commands
  extends CodeBlockCommands,
    ContextCommands,
    ConversationCommands,
    ExportCommands,
    HistoryFolderCommands,
    ImportCommands,
    PromptCommands,
    RequestCommands,
    TurnCommands {
  openChat(): Promise<void>;
  openChatInEditor(): Promise<void>;
  openChatInNewWindow(): Promise<void>;
  /** Moves the view, to where the user says. */
  moveChat(): Promise<void>;
  newChat(): Promise<void>;
  findInConversation(): Promise<void>;
  /** @param argument `{ question }` to ask without asking the user; anything else is as none. */
  askAboutSelection(argument?: unknown): Promise<void>;
  selectModel(): Promise<void>;
  setApiKey(): Promise<void>;
  removeApiKey(): Promise<void>;
  showLog(): Promise<void>;
  insertReply(): Promise<void>;
  stop(): Promise<void>;
}

export function registerCommands(commands: Commands): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`assistant.${name}`, run),
    ),
  );
}
