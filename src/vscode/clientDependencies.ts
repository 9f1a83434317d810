import type * as vscode from 'vscode';
import type { ChatClientDependencies } from '../client/chatClient.ts';
import { systemClock } from '../client/systemClock.ts';
import { addressMemory } from './addressMemory.ts';

/** What the client needs of VS Code and of the platform. */
export function clientDependencies(context: vscode.ExtensionContext): ChatClientDependencies {
  return {
    // The host's own: it goes by the user's proxy and certificates (VS Code docs: Network Connections).
    fetch: (...request) => fetch(...request),
    memory: addressMemory(context.globalState),
    clock: systemClock,
    limits: () => ({ responseMs: 180_000, idleMs: 60_000, backoffMs: 1000, longestWaitMs: 60_000 }),
    pacer: {
      take: async () => ({ answered: () => undefined }),
      refused: async () => undefined,
      left: async () => 60,
    },
    log: { exchange: () => undefined, wait: () => undefined, note: () => undefined },
    network: {
      isBrowser: false,
      isSecurePage: false,
      isOnline: () => true,
    },
  };
}
