import type * as vscode from 'vscode';
import type { TimeLimits } from '../client/transport/timeLimits.ts';
import type { Conversations } from '../core/asking/conversations.ts';
import type { UnseenReplies } from '../core/asking/unseenReplies.ts';
import type { QuestionPipeline } from './asking/questionPipeline.ts';
import type { QuestionQueue } from './asking/questionQueue.ts';
import type { Attachments } from './attachments/attachments.ts';
import type { Definitions } from './attachments/definitions.ts';
import type { Composer } from './composer/composer.ts';
import type { RecentQuestions } from './composer/recentQuestions.ts';
import type { Connections } from './connection/connections.ts';
import type { RequestsLeft } from './connection/requestsLeft.ts';
import type { ServiceMemory } from './connection/serviceMemory.ts';
import { testTimeLimits } from './connection/testLimits.ts';
import type { OverflowGuard } from './contextWindow/overflowGuard.ts';
import type { TokenMeter } from './contextWindow/tokenMeter.ts';
import type { ReviewFiles } from './editing/reviewFiles.ts';
import type { LazyHistory } from './history/lazyHistory.ts';
import type { Models } from './models/models.ts';
import type { SecretGuard } from './secrets/secretGuard.ts';

/**
 * `true` in builds for the suites that run in the extension host. `null` in all other builds, from which esbuild then
 * removes this code.
 */
declare const TEST_ACCESS: true | null;

/** The services that those suites access. */
export interface TestAccess {
  commands: ReadonlyMap<string, unknown>;
  conversations: Conversations;
  unseenReplies: UnseenReplies;
  composer: Composer;
  recentQuestions: RecentQuestions;
  models: Models;
  meter: TokenMeter;
  pipeline: QuestionPipeline;
  questionQueue: QuestionQueue;
  secretGuard: SecretGuard;
  attachments: Attachments;
  definitions: Definitions;
  reviewFiles: ReviewFiles;
  connections: Connections;
  secrets: vscode.SecretStorage;
  requestsLeft: RequestsLeft;
  serviceMemory: ServiceMemory;
  history: LazyHistory;
  overflowGuard: OverflowGuard;
  /** Override the time limits of the settings for later requests. */
  limits: Partial<TimeLimits>;
}

/** What the suites get from `activate`. Loads the rest of the extension, as a first command does. */
export type TestEntry = () => Promise<TestAccess | undefined>;

/** Gives the suites the entry. Returns `undefined` in all other builds. */
export function testEntry(entry: TestEntry): TestEntry | undefined {
  return TEST_ACCESS === null ? undefined : entry;
}

/** Exposes the services to the suites. Returns `undefined` in all other builds. */
export function testAccess(parts: Omit<TestAccess, 'limits'>): TestAccess | undefined {
  return TEST_ACCESS === null ? undefined : { ...parts, limits: testTimeLimits };
}
