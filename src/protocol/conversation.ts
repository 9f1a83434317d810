import type { AttachmentView } from './attachments.ts';

/** Turns as the panel renders them. They contain everything that it shows about a turn. */

/** Actions offered for a turn. The host implements them. */
export const TURN_ACTIONS = [
  'connect',
  'changeApiKey',
  'openDashboard',
  'selectModel',
  'openSettings',
  'editMessage',
  'retry',
  /** Fetches the rest of a reply that was cut off. */
  'continue',
  /** Keeps one of several replies to a question and removes the others. */
  'keep',
  /** Undoes leaving out an exchange: later requests contain it again. */
  'includeQuestion',
  /** Retries as soon as the service allows, with a countdown. */
  'waitAndRetry',
  /** Retries without streaming, and turns that off for the service if there is a reply then. */
  'retryWithoutStreaming',
  /** Undoes that. */
  'turnOnStreaming',
  /** Copies a diagnostic report to the clipboard. */
  'copyDetails',
] as const;
export type TurnAction = (typeof TURN_ACTIONS)[number];

/** Actions with the labels of their buttons. */
export type OfferedActions = { action: TurnAction; label: string }[];

export const QUEUED_QUESTION_ACTIONS = ['send', 'edit', 'remove'] as const;
export type QueuedQuestionAction = (typeof QUEUED_QUESTION_ACTIONS)[number];

/** A question that was asked while a reply was running. */
export interface QueuedQuestionView {
  id: string;
  /** The start of its text. */
  text: string;
  attachments: AttachmentView[];
  /** Why it has not been sent. Absent while it waits for the reply. */
  reason?: string | undefined;
}

/** The unsent text of a question that is being edited. */
export interface QuestionEditView {
  turnId: string;
  text: string;
}

/** Actions for a question that is not sent with later ones. */
export interface NotSentView {
  actions: OfferedActions;
}

export interface UserTurnView {
  kind: 'user';
  id: string;
  text: string;
  attachments: AttachmentView[];
  /** It is an edited form of a question in another conversation. */
  isEdited?: boolean | undefined;
  /** Present if the question is not sent with later ones. */
  notSent?: NotSentView | undefined;
  /** When the question was asked, in ms since 1970. */
  at: number;
}

/** A message about a turn: one sentence, what the service sent if that helps, and actions. */
export interface NoticeView {
  severity: 'error' | 'warning' | 'info';
  message: string;
  detail?: string | undefined;
  /** The start of a response that nobody could read. */
  responseStart?: string | undefined;
  actions: OfferedActions;
}

/**
 * Why the request is delayed: a sentence with `{0}` for the remaining time, and the time that remained when this
 * message was posted, in ms.
 */
export interface WaitView {
  message: string;
  remainingMs: number;
}

/**
 * Points in time are in ms since 1970; the panel formats them in the reader's time zone. Running time is sent as a
 * duration, since the host may run on another machine with a different clock.
 */
export interface AssistantTurnView {
  kind: 'assistant';
  id: string;
  model: string;
  text: string;
  status: 'waiting' | 'streaming' | 'finished' | 'cutAtLimit' | 'stopped' | 'failed' | 'interrupted';
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  startedAt: number;
  endedAt?: number | undefined;
  /** How long the reply took or, while it runs, had been running when this message was posted, in ms. */
  elapsedMs?: number | undefined;
  /**
   * Position of this reply in an undecided comparison, or `earlier` if it was retried and replaced. Until the user
   * decides, only one of the replies to a question is sent.
   */
  compared?: 'first' | 'second' | 'earlier' | undefined;
  /** Whether the reply can be continued, if it is the last turn. */
  canContinue?: boolean | undefined;
  /** The exchange is left out of later requests. */
  isNotSent?: boolean | undefined;
  /** The reply runs in another window, and only that window can stop it. */
  isInOtherWindow?: boolean | undefined;
  /** Present while the request is delayed. */
  wait?: WaitView | undefined;
  notice?: NoticeView | undefined;
  /** A sentence about content of the reply that is not text, and not shown. Present once the reply has ended. */
  leftOut?: string | undefined;
}

export type TurnView = UserTurnView | AssistantTurnView;
