import type * as vscode from 'vscode';
import type { TimeLimits } from '../client/transport/timeLimits.ts';
import type { Chat } from './asking/chat.ts';
import type { ChatContext } from './attachments/chatContext.ts';
import type { Connections } from './connection/connections.ts';
import type { RequestsLeft } from './connection/requestsLeft.ts';
import type { Fit } from './contextWindow/fit.ts';
import type { LazyHistory } from './history/lazyHistory.ts';

/**
 * An object in the build for the suites that run in the extension host; `null`, and with it all of this code gone,
 * in every other build.
 */
declare const TEST_ACCESS: {
  /** In the place of the minute that requests are counted over. ms */
  windowMs?: number;
} | null;

/** What those suites look into. */
export interface TestAccess {
  chat: Chat;
  context: ChatContext;
  connections: Connections;
  secrets: vscode.SecretStorage;
  requests: RequestsLeft;
  history: LazyHistory;
  fit: Fit;
  /** Hold over those of the settings, from the next request on. */
  limits: Partial<TimeLimits>;
}

const limits: Partial<TimeLimits> = {};

/** Hands the parts to the suites; nothing in every other build. */
export function testAccess(parts: Omit<TestAccess, 'limits'>): TestAccess | undefined {
  return TEST_ACCESS === null ? undefined : { ...parts, limits };
}

/** The limits of the settings, unless a suite has shortened them. */
export function limitsUnderTest(real: TimeLimits): TimeLimits {
  return TEST_ACCESS === null ? real : { ...real, ...limits };
}

/** The time over which requests are counted, in ms, unless a suite has shortened it. */
export function windowUnderTest(real: number): number {
  return TEST_ACCESS === null ? real : (TEST_ACCESS.windowMs ?? real);
}
