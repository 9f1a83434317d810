import { type ExportCommands, exportCommands } from './exportCommands.ts';
import { type HistoryFolderCommands, historyFolderCommands } from './historyFolderCommands.ts';
import { type ImportCommands, type ImportDeps, importCommands } from './importCommands.ts';

interface TransferCommandsDeps extends ImportDeps {
  /** The folder of the history; `undefined` where none is kept. */
  historyFolder: Parameters<typeof historyFolderCommands>[0];
}

interface TransferCommands extends ExportCommands, HistoryFolderCommands, ImportCommands {}

/** The ways of conversations out of the program and back into it. */
export function transferCommands(dependencies: TransferCommandsDeps): TransferCommands {
  const { conversations, historyFolder } = dependencies;
  return {
    ...exportCommands(dependencies),
    ...importCommands(dependencies),
    ...historyFolderCommands(historyFolder, () => conversations.current.conversation.id),
  };
}
