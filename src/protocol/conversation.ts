import * as z from 'zod/mini';
import { attachmentViewSchema } from './attachments.ts';
import { id } from './fields.ts';

/** Turns as the panel renders them. They contain everything that it shows about a turn. */

/** Actions offered for a turn. The host implements them. */
export const turnActionSchema = z.enum([
  'setApiKey',
  'openDashboard',
  'selectModel',
  'openSettings',
  'editMessage',
  'retry',
  /** Fetches the rest of a reply that was cut off. */
  'continue',
  /** Keeps one of two compared replies and removes the other. */
  'keep',
  /** Undoes leaving out an exchange: later requests contain it again. */
  'includeQuestion',
  /** Retries as soon as the service allows, with a countdown. */
  'waitAndRetry',
  /** Copies a diagnostic report to the clipboard. */
  'copyDetails',
]);
export type TurnAction = z.infer<typeof turnActionSchema>;

/** Actions with the labels of their buttons. */
const offeredActionsSchema = z.array(z.object({ action: turnActionSchema, label: z.string() }));
export type OfferedActions = z.infer<typeof offeredActionsSchema>;

export const queuedQuestionActionSchema = z.enum(['send', 'edit', 'remove']);
export type QueuedQuestionAction = z.infer<typeof queuedQuestionActionSchema>;

/** A question that was asked while a reply was running. */
export const queuedQuestionViewSchema = z.object({
  id,
  /** The start of its text. */
  text: z.string(),
  attachments: z.array(attachmentViewSchema),
  /** Why it has not been sent. Absent while it waits for the reply. */
  reason: z.optional(z.string()),
});
export type QueuedQuestionView = z.infer<typeof queuedQuestionViewSchema>;

/** Actions for a question that is not sent with later ones. */
export const notSentViewSchema = z.object({ actions: offeredActionsSchema });
export type NotSentView = z.infer<typeof notSentViewSchema>;

const userTurnViewSchema = z.object({
  kind: z.literal('user'),
  id,
  text: z.string(),
  attachments: z.array(attachmentViewSchema),
  /** It is an edited form of a question in another conversation. */
  isEdited: z.optional(z.boolean()),
  /** Present if the question is not sent with later ones. */
  notSent: z.optional(notSentViewSchema),
  /** When the question was asked, in ms since 1970. */
  at: z.number(),
});
export type UserTurnView = z.infer<typeof userTurnViewSchema>;

/** A message about a turn: one sentence, the service's own message if there is one, and actions. */
const noticeViewSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  detail: z.optional(z.string()),
  actions: offeredActionsSchema,
});
export type NoticeView = z.infer<typeof noticeViewSchema>;

/**
 * Why the request is delayed: a sentence with `{0}` for the remaining time, and the time that remained when this
 * message was posted, in ms.
 */
const waitViewSchema = z.object({ message: z.string(), remainingMs: z.number() });
export type WaitView = z.infer<typeof waitViewSchema>;

const replyStatusSchema = z.enum([
  'waiting',
  'streaming',
  'finished',
  'cutAtLimit',
  'stopped',
  'failed',
  'interrupted',
]);

/**
 * Points in time are in ms since 1970; the panel formats them in the reader's time zone. Running time is sent as a
 * duration, since the host may run on another machine with a different clock.
 */
export const assistantTurnViewSchema = z.object({
  kind: z.literal('assistant'),
  id,
  model: z.string(),
  text: z.string(),
  status: replyStatusSchema,
  inputTokens: z.optional(z.number()),
  outputTokens: z.optional(z.number()),
  startedAt: z.number(),
  endedAt: z.optional(z.number()),
  /** Time from `startedAt` until this message was posted, in ms. Present only while the reply runs. */
  runningForMs: z.optional(z.number()),
  /** Position of this reply in an undecided comparison. Until the user decides, only the first reply is sent. */
  compared: z.optional(z.enum(['first', 'second'])),
  /** Whether the reply can be continued, if it is the last turn. */
  canContinue: z.optional(z.boolean()),
  /** The exchange is left out of later requests. */
  isNotSent: z.optional(z.boolean()),
  /** The reply runs in another window, and only that window can stop it. */
  isInOtherWindow: z.optional(z.boolean()),
  /** Present while the request is delayed. */
  wait: z.optional(waitViewSchema),
  notice: z.optional(noticeViewSchema),
  /** A sentence about content of the reply that is not text, and not shown. Present once the reply has ended. */
  leftOut: z.optional(z.string()),
});
export type AssistantTurnView = z.infer<typeof assistantTurnViewSchema>;

export const turnViewSchema = z.discriminatedUnion('kind', [userTurnViewSchema, assistantTurnViewSchema]);
export type TurnView = z.infer<typeof turnViewSchema>;
