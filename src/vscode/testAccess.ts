import type * as vscode from 'vscode';
import type { Chat } from './chat.ts';
import type { Connections } from './connections.ts';

/** True in the build for the suites that run in the extension host, and nowhere else. */
declare const TEST_ACCESS: boolean;

/** What those suites look into. */
export interface TestAccess {
  chat: Chat;
  connections: Connections;
  secrets: vscode.SecretStorage;
}

/** Hands the parts to the suites; nothing in every other build. */
export function testAccess(parts: TestAccess): TestAccess | undefined {
  return TEST_ACCESS ? parts : undefined;
}
