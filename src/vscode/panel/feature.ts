import type { ToHost } from '../../protocol/toHost.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { type ActionResult, failed, toActionError } from '../actionResult.ts';
import { t } from '../uiText.ts';
import type { MessageReceiver } from './chatWebview.ts';

/** Handles a message of the panel. If it has a `requestId`, the result goes into its response. */
type Handler<M> = (
  message: M,
  from: MessageReceiver,
) => M extends { requestId: number } ? ActionResult | Promise<ActionResult> : void | Promise<void>;

/** A handler for each message of the panel except `ready`, which is passed to all features. */
export type MessageHandlers = {
  readonly [T in Exclude<ToHost['type'], 'ready'>]: Handler<Extract<ToHost, { type: T }>>;
};

/** The parts of the complete state that the panel is sent. */
export type StateParts = Omit<PanelState, 'type'>;

export interface Feature {
  /** Commands of `package.json`, by id without the prefix `assistant.`. */
  readonly commands?: Readonly<Record<string, (...args: unknown[]) => Promise<void>>>;
  /** Handlers must look up all ids in the host's own data: messages are untrusted. */
  readonly messages?: Partial<MessageHandlers>;
  /** This feature's part of the complete state. */
  state?(): Partial<StateParts>;
  /** Called after a page has loaded, before the state is posted to it. */
  onWillSendState?(page: MessageReceiver): void | Promise<void>;
  /** Called after the state was posted to a page. */
  onDidSendState?(page: MessageReceiver): void | Promise<void>;
  dispose?(): void;
}

/** A handler of any message; only called with messages of its own type. Never rejects. */
type AnyHandler = (message: ToHost, from: MessageReceiver) => Promise<ActionResult>;

/**
 * Runs what nobody waits for, such as a handler. Never rejects: what is thrown is the result, so that the user learns of
 * it.
 */
export async function resultOf(run: () => unknown): Promise<ActionResult> {
  try {
    // Whatever is run here returns an `ActionResult` or nothing.
    return (await run()) as ActionResult;
  } catch (thrown) {
    return toActionError(thrown);
  }
}

/**
 * The features' handlers by message type. Throws if two features handle the same type. What a message asks for in a
 * conversation that is no longer shown would be done in the wrong one, so it is refused.
 * @param shownId returns the id of the conversation that is shown
 */
export function collectHandlers(
  features: readonly Feature[],
  shownId: () => string,
): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  for (const [type, handler] of features.flatMap(({ messages = {} }) => Object.entries(messages))) {
    if (handlers.has(type)) {
      throw new Error(`Two features handle ${type}`);
    }
    // The compiler can't see that each handler only gets messages of its own type.
    const handle = handler as Handler<ToHost>;
    handlers.set(type, async (message, from) => {
      if ('conversationId' in message && message.conversationId !== shownId()) {
        return 'requestId' in message
          ? failed(t('Another conversation is shown now, so nothing was done.'))
          : undefined;
      }
      return resultOf(() => handle(message, from));
    });
  }
  return handlers;
}
