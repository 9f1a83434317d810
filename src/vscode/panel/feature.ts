import type { ToHost } from '../../protocol/toHost.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import type { MessageReceiver } from './chatWebview.ts';

/** What a feature does with a message of the panel. One with a `requestId` is answered with the problem it returns. */
type Handler<M> = (
  message: M,
  from: MessageReceiver,
) => M extends { requestId: number } ? ErrorMessage | Promise<ErrorMessage> : void | Promise<void>;

/** A handler for each message of the panel but `ready`, which goes to all features. */
export type MessageHandlers = {
  readonly [T in Exclude<ToHost['type'], 'ready'>]: Handler<Extract<ToHost, { type: T }>>;
};

/** The parts of the whole picture that the panel is sent. */
export type StateParts = Omit<PanelState, 'type'>;

/** What a room contributes to the extension. */
export interface Feature {
  /** Commands of `package.json`, by their ids without the prefix `assistant.`. */
  readonly commands?: Readonly<Record<string, (...args: unknown[]) => Promise<void>>>;
  /** Every message is looked up in the host's own conversation and composer, never trusted. */
  readonly messages?: Partial<MessageHandlers>;
  /** The feature's part of the panel's state. */
  state?(): Partial<StateParts>;
  /** A page of the panel has started, and is about to be sent the state. */
  onWillSendState?(page: MessageReceiver): void | Promise<void>;
  /** The page has the state. */
  onDidSendState?(page: MessageReceiver): void | Promise<void>;
  dispose?(): void;
}

/** A handler of some message, called with messages of its own type alone. */
type AnyHandler = (message: ToHost, from: MessageReceiver) => unknown;

/** The features' handlers by the types of their messages. Throws where two of them handle the same. */
export function collectHandlers(features: readonly Feature[]): ReadonlyMap<string, AnyHandler> {
  const handlers = new Map<string, AnyHandler>();
  for (const [type, handler] of features.flatMap(({ messages = {} }) => Object.entries(messages))) {
    if (handlers.has(type)) {
      throw new Error(`Two features handle ${type}`);
    }
    // That it gets no other message, the compiler can't follow through the table.
    handlers.set(type, handler as AnyHandler);
  }
  return handlers;
}
