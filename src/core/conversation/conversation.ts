import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Failure } from '../../contract/failure.ts';
import type { TokenUsage, Wait } from '../../contract/replyEvent.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { SecretRange } from '../secrets/foundSecret.ts';
import { firstWords } from './firstWords.ts';
import type { RequestNote } from './requestNote.ts';

/** Maximum length of a title, in code points. */
const MAX_TITLE_LENGTH = 60;

/** Where a turn has been sent. */
interface SentTurn {
  /**
   * Ids of the services (`serviceId`) that have the turn: those that it was sent to and, for a reply, the one that it came
   * from. Empty if it was imported. Absent in turns of earlier versions, of which nothing is known.
   */
  sentTo?: readonly string[];
  /** Whether secrets and hidden text in it are replaced when it is sent, as the user chose. */
  isMasked?: true;
  /**
   * Only of a masked turn: what was replaced in it so far, as ranges in all of its `sentTextsOf` joined. That is replaced
   * from then on, also where no rule finds it and the turn that showed it to be a secret is gone.
   */
  maskedParts?: readonly SecretRange[];
}

/** What the user asked: the text and the attachments, as they were sent. */
export interface UserTurn extends SentTurn {
  kind: 'user';
  id: string;
  text: string;
  attachments: readonly Attachment[];
  /**
   * `true` if the user left the exchange out of later requests; `false` if the user wants it sent although no reply
   * has text. If absent, it is sent once a reply has text.
   */
  isLeftOut?: boolean;
  /** The question that this one is an edited form of, in another conversation. Never sent. */
  editedFrom?: { conversation: string; turn: string };
  /** In ms since 1970. */
  at: number;
}

/**
 * Status of a reply. It starts as `waiting` (no event yet), becomes `streaming` with the first event and ends in
 * exactly one of the others; `interrupted` means that the extension host ended while the reply was running.
 */
export type ReplyStatus =
  | 'waiting'
  | 'streaming'
  | 'finished'
  | 'cutAtLimit'
  | 'stopped'
  | 'failed'
  | 'interrupted';

/** A reply of the model. Its text only grows: however the reply ends, all of its text stays. */
export interface AssistantTurn extends SentTurn {
  kind: 'assistant';
  id: string;
  /**
   * Id of the reply that takes the place of this one, until the user keeps this one instead: a later reply if this one
   * was retried, an earlier one if this one is compared with it.
   */
  alternativeTo?: string;
  /** The requested model; replaced by the one that the reply names. */
  model: string;
  text: string;
  status: ReplyStatus;
  usage?: TokenUsage;
  /** Usage of all requests before the last one; present if the reply was continued. */
  earlierUsage?: TokenUsage;
  /** Types of the parts of the reply that were not text, without duplicates; absent if there were none. */
  leftOut?: readonly string[];
  /** Why the request is delayed; only while the status is `waiting`. */
  wait?: Wait;
  /** Set while another window fetches the reply; only that window can stop it. */
  isInOtherWindow?: true;
  /** Present if the status is `failed`. */
  failure?: Failure;
  /** Set if the user had it fetched without streaming, and no reply of this service is streamed since. */
  hasTurnedOffStreaming?: true;
  /** With `cutAtLimit`: why the service ended the reply, if not at `max_tokens`. */
  stopReason?: string;
  /** The `max_tokens` that was sent, if any; shown when the reply was cut off. */
  maxTokens?: number;
  /** Notes of the requests sent for the reply, in order; absent if none was sent or recorded. */
  requests?: readonly RequestNote[];
  /** In ms since 1970. */
  startedAt: number;
  endedAt?: number;
}

export type Turn = UserTurn | AssistantTurn;

/** A conversation. Its turns are in chronological order: a question, then its replies. */
export interface Conversation {
  id: string;
  turns: readonly Turn[];
  /** Set by the user, or when a question was edited; if absent, it is derived from the first question. */
  title?: string;
  /** The model chosen for this conversation, or that first replied in it; if absent, the default from the settings is used. */
  model?: string;
}

/** The title that users read; empty if the conversation has neither a title nor a question. */
export function titleOf({ title, turns }: Pick<Conversation, 'title' | 'turns'>): string {
  return title ?? conversationTitle(turns);
}

/** Default title of a conversation: the first words of its first question, or the first attachment's path. */
export function conversationTitle(turns: readonly Turn[]): string {
  const first = turns.find((turn) => turn.kind === 'user');
  return firstLineOf(firstWords(first?.text ?? '')) || firstLineOf(first?.attachments[0]?.path ?? '');
}

/** The first line that is not blank, cut to the length of a title. */
export function firstLineOf(text: string): string {
  const line = /\S[^\n]*/.exec(text)?.[0].trim() ?? '';
  // A code point has at most two code units.
  const characters = [...line.slice(0, 2 * (MAX_TITLE_LENGTH + 1))];
  return characters.length > MAX_TITLE_LENGTH ? `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…` : line;
}

/** Whether a turn is an alternative. `withoutAlternatives` says when one is part of the conversation. */
export function isAlternative(turn: Turn): turn is AssistantTurn & { alternativeTo: string } {
  return turn.kind === 'assistant' && turn.alternativeTo !== undefined;
}

/** Whether a turn is a reply that can still grow. */
export function isRunning(turn: Turn): turn is AssistantTurn {
  return turn.kind === 'assistant' && (turn.status === 'waiting' || turn.status === 'streaming');
}

/** Usage of all requests of a reply, as far as the service reported it. */
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
