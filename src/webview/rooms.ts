import type { PanelResponse, PanelState, ToPanel } from '../protocol/toPanel.ts';

/** The messages that go to one room each. `shown` goes to all, and responses to those who have sent the request. */
export type RoomMessage = Exclude<ToPanel, PanelState | PanelResponse>;

/** What is done with each message. */
export type MessageHandlers = {
  readonly [T in RoomMessage['type']]: (message: Extract<RoomMessage, { type: T }>) => void;
};

/** A part of the panel: its messages, and what it shows of a conversation. */
export interface Room {
  readonly messages: Partial<MessageHandlers>;
  /**
   * Shows the conversation of a page that has loaded, another conversation, or the same one again.
   * @param isOther whether another conversation or none was shown before
   */
  showConversation?(state: PanelState, isOther: boolean): void;
}

type TypesOf<R> = R extends Room ? keyof R['messages'] : never;

/** Messages that two of the rooms take. */
type TakenTwice<R extends readonly Room[]> = R extends readonly [
  infer First,
  ...infer Others extends readonly Room[],
]
  ? (TypesOf<First> & TypesOf<Others[number]>) | TakenTwice<Others>
  : never;

/** Messages that no room takes, or two do. */
type Wrong<R extends readonly Room[]> = Exclude<keyof MessageHandlers, TypesOf<R[number]>> | TakenTwice<R>;

/**
 * The handlers of all rooms. A message without a room, or with two, does not compile: the error names it as the type of
 * a missing argument.
 */
export function collectHandlers<const R extends readonly Room[]>(
  rooms: R,
  ..._wrong: [Wrong<R>] extends [never] ? [] : [Wrong<R>]
): MessageHandlers {
  return Object.assign({}, ...rooms.map(({ messages }) => messages));
}
