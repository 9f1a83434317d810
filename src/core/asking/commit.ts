import { omitUndefined } from '../../base/omitUndefined.ts';
import { serviceId } from '../conversation/sentTo.ts';
import type { ReplyOptions } from './chatSessionDeps.ts';

/** What is shown beside a question, and decides where it goes and how it is answered. */
export interface Circumstances extends ReplyOptions {
  /** Canonical base URL of the service. */
  baseUrl: string;
  isTrusted: boolean;
  /** There are none for a conversation that was deleted, nor for one in the trash: nothing is sent in it. */
  isPresent: true;
}

declare const isCommitted: unique symbol;

/** How a reply is requested, as it was shown to the user. Only `commit` makes it, and no session opens a turn without it. */
export interface Committed extends ReplyOptions {
  readonly [isCommitted]: true;
  /** `serviceId` of where the request goes. */
  readonly service: string;
}

/**
 * Compares what was shown when the user asked with what is shown now. Called right before a turn is opened, with no wait
 * in between.
 */
export function commit(
  asked: Circumstances,
  now: Circumstances,
): { committed: Committed } | { changed: keyof Circumstances } {
  for (const key of ['model', 'maxTokens', 'baseUrl', 'isTrusted'] as const) {
    if (asked[key] !== now[key]) {
      return { changed: key };
    }
  }
  const { model, maxTokens, baseUrl } = asked;
  return { committed: { model, service: serviceId(baseUrl), ...omitUndefined({ maxTokens }) } as Committed };
}
