import * as z from 'zod/mini';
import { attachmentViewSchema } from './attachments.ts';
import { id } from './fields.ts';

/** The turns as the panel draws them. It adds nothing of its own to what the host tells. */

/** The ways out of trouble that the panel can offer; the host knows what each does. */
export const turnActionSchema = z.enum([
  'setApiKey',
  'openDashboard',
  'selectModel',
  'openSettings',
  'editMessage',
  'retry',
  /** Fetches the rest of a reply that was cut. */
  'continue',
  /** Makes one of two replies the one that counts. */
  'keep',
  /** Sends a question that is not sent with later ones, with its replies, along with them. */
  'includeQuestion',
  /** Asks again as soon as the service takes it, with the time that is left in view. */
  'waitAndRetry',
  /** Puts a report of figures on the clipboard. */
  'copyDetails',
]);
export type TurnAction = z.infer<typeof turnActionSchema>;

/** A button that stands for an action. */
const offeredActionsSchema = z.array(z.object({ action: turnActionSchema, label: z.string() }));
export type OfferedActions = z.infer<typeof offeredActionsSchema>;

/** What can be done about a question that is not sent with later ones. */
export const notSentViewSchema = z.object({ actions: offeredActionsSchema });
export type NotSentView = z.infer<typeof notSentViewSchema>;

const userTurnViewSchema = z.object({
  kind: z.literal('user'),
  id,
  text: z.string(),
  attachments: z.array(attachmentViewSchema),
  /** Present where it is not sent with later questions. */
  notSent: z.optional(notSentViewSchema),
  /** When it was asked, in ms since 1970. */
  at: z.number(),
});
export type UserTurnView = z.infer<typeof userTurnViewSchema>;

/** Trouble with a turn: one sentence, what the service said where it said something, and the ways out. */
const noticeViewSchema = z.object({
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  detail: z.optional(z.string()),
  actions: offeredActionsSchema,
});
export type NoticeView = z.infer<typeof noticeViewSchema>;

/**
 * Why the request is held back: a sentence with `{0}` where the time that is left stands, and that time in ms, as
 * it was when this was sent.
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
 * Points in time are in ms since 1970 and formatted by the panel, in the time zone of the person who reads it. What
 * is counted is told as a span: the host may run on another machine, whose clock need not agree with the panel's.
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
  /** ms; how long it had been running when this was sent, as long as it runs. */
  runningForMs: z.optional(z.number()),
  /** Which of two replies to a question it is, as long as none of them is kept; the first counts until then. */
  compared: z.optional(z.enum(['first', 'second'])),
  /** Whether its rest can be fetched, as long as it is the last. */
  canContinue: z.optional(z.boolean()),
  /** It is left out of what is sent, with its question. */
  isNotSent: z.optional(z.boolean()),
  /** It runs in another window, which alone can stop it. */
  isInOtherWindow: z.optional(z.boolean()),
  /** While the request is held back. */
  wait: z.optional(waitViewSchema),
  notice: z.optional(noticeViewSchema),
  /** A sentence about what the reply had besides text, once it has come to its end. */
  leftOut: z.optional(z.string()),
});
export type AssistantTurnView = z.infer<typeof assistantTurnViewSchema>;

export const turnViewSchema = z.discriminatedUnion('kind', [userTurnViewSchema, assistantTurnViewSchema]);
export type TurnView = z.infer<typeof turnViewSchema>;
