import { type ExportCommands, exportCommands } from './exportCommands.ts';
import { type HistoryFolderCommands, historyFolderCommands } from './historyFolderCommands.ts';
import { type ImportCommands, type ImportDeps, importCommands } from './importCommands.ts';

interface TransferCommandsDeps extends ImportDeps {
  /** `undefined` if conversations are only in memory. */
  readHistoryFolder: Parameters<typeof historyFolderCommands>[0];
}

interface TransferCommands extends ExportCommands, HistoryFolderCommands, ImportCommands {}

/** Commands that import and export conversations, and open their files. */
export function transferCommands(deps: TransferCommandsDeps): TransferCommands {
  const { conversations, readHistoryFolder } = deps;
  return {
    ...exportCommands(deps),
    ...importCommands(deps),
    ...historyFolderCommands(readHistoryFolder, () => conversations.current.conversation.id),
  };
}
