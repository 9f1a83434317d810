import { platform } from '#platform';
import { lazy } from '../../../base/lazy.ts';
import type { TransferCommandDependencies, TransferCommands } from './transferCommands.ts';

/** These commands, loaded with the first of them: most windows never need one. */
export function lazyTransferCommands(
  dependencies: Omit<TransferCommandDependencies, 'home'>,
): TransferCommands {
  const load = lazy(async () => {
    const { transferCommands } = await import('./transferCommands.ts');
    return transferCommands({ ...dependencies, home: platform.homeFolder });
  });
  return {
    exportConversation: async (argument) => (await load()).exportConversation(argument),
    exportAllConversations: async () => (await load()).exportAllConversations(),
    importConversations: async () => (await load()).importConversations(),
    openHistoryFolder: async () => (await load()).openHistoryFolder(),
    openConversationFile: async (argument) => (await load()).openConversationFile(argument),
  };
}
