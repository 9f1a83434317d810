import type * as vscode from 'vscode';
import type { AddressMemory } from '../../client/chatClient.ts';

const KEY = 'foldedRoles';

/** What was learnt of an address, kept between sessions: whether it takes only `user` messages. */
export function addressMemory(state: vscode.Memento): AddressMemory {
  const folded = (): readonly string[] => state.get<readonly string[]>(KEY, []);
  return {
    usesFoldedRoles: (baseUrl) => folded().includes(baseUrl),
    rememberFoldedRoles: (baseUrl) => {
      void state.update(KEY, [...new Set([...folded(), baseUrl])]);
    },
  };
}
