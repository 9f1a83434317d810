import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure } from '../../contract/failure.ts';
import type { TokenUsage, Wait } from '../../contract/replyEvent.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { RequestNote } from './requestNote.ts';

/** Maximum length of a title, in code points. */
const MAX_TITLE_LENGTH = 60;

/** What the user asked: the text and the attachments, as they were sent. */
export interface UserTurn {
  kind: 'user';
  id: string;
  text: string;
  attachments: readonly Attachment[];
  /**
   * Whether the user left it out, with its replies, of what is sent with later questions, or (`false`) wants it sent
   * although it got no text in reply. Absent: it is sent along once a reply has text.
   */
  isLeftOut?: boolean;
  /** ms since 1970 */
  at: number;
}

/**
 * How a reply stands. It begins as `waiting` (nothing came yet), becomes `streaming` with the first event and
 * ends in exactly one of the others; `interrupted` is for a host that died in mid-stream.
 */
export type ReplyStatus =
  | 'waiting'
  | 'streaming'
  | 'finished'
  | 'cutAtLimit'
  | 'stopped'
  | 'failed'
  | 'interrupted';

/** What the model answered. Its text only ever grows; no end of any kind takes any of it away. */
export interface AssistantTurn {
  kind: 'assistant';
  id: string;
  /**
   * The id of the reply to the same question that this one is compared with: that one counts in the conversation,
   * this one doesn't until it is kept in its place.
   */
  alternativeTo?: string;
  /** The model that was asked; replaced by the one that the reply names. */
  model: string;
  text: string;
  status: ReplyStatus;
  usage?: TokenUsage;
  /** What the requests before the last one took; present where the reply was continued. */
  earlierUsage?: TokenUsage;
  /** The types of what the reply had besides text, each named once; absent where it had nothing else. */
  leftOut?: readonly string[];
  /** While the request is held back, with the status `waiting`. */
  wait?: Wait;
  /** While it runs in another window, which alone can stop it. */
  isInOtherWindow?: true;
  /** Present when the status is `failed`. */
  failure?: Failure;
  /** The `max_tokens` that was sent, where one was: said when the reply was cut. */
  maxTokens?: number;
  /** Each request that left for it, in order; absent where none did, or nobody took note. */
  requests?: readonly RequestNote[];
  /** ms since 1970 */
  startedAt: number;
  endedAt?: number;
}

export type Turn = UserTurn | AssistantTurn;

/** Turns in the order in which they were made: a user's, then the assistant's. */
export interface Conversation {
  id: string;
  turns: readonly Turn[];
  /** The model chosen for this conversation; without one, the default of the settings holds. */
  model?: string;
  /** Turns that were taken out of it: earlier requests were made of them. Absent where there are none. */
  removed?: readonly Turn[];
}

/** What a conversation is called: the first line of its first question, or what was attached to it. */
export function conversationTitle(turns: readonly Turn[]): string {
  const first = turns.find((turn) => turn.kind === 'user');
  if (first === undefined) {
    return '';
  }
  const line = first.text.trim().split('\n')[0]?.trim() ?? '';
  const title = line === '' ? (first.attachments[0]?.path ?? '') : line;
  const characters = [...title];
  return characters.length > MAX_TITLE_LENGTH ? `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…` : title;
}

/** Whether a turn is the second reply to its question, which does not count in the conversation. */
export function isAlternative(turn: Turn): boolean {
  return turn.kind === 'assistant' && turn.alternativeTo !== undefined;
}

/** Whether a reply can still grow. */
export function isRunning(turn: Turn): turn is AssistantTurn {
  return turn.kind === 'assistant' && (turn.status === 'waiting' || turn.status === 'streaming');
}

/** The tokens of all requests that a reply was made with, as far as the service told them. */
export function totalUsage({ usage, earlierUsage }: AssistantTurn): TokenUsage | undefined {
  if (usage === undefined || earlierUsage === undefined) {
    return usage ?? earlierUsage;
  }
  const inputTokens = sum(usage.inputTokens, earlierUsage.inputTokens);
  const outputTokens = sum(usage.outputTokens, earlierUsage.outputTokens);
  return omitUndefined({ inputTokens, outputTokens });
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : one + other;
}
