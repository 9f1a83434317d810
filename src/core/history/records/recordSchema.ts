import * as z from 'zod/mini';
import { CHECKSUM, DURATION, SIZE, TEMPERATURE, TIME, TOKEN_LIMIT, TOKENS } from '../../../base/bounds.ts';
import { nearestWithin, within } from '../../../base/numberSchemas.ts';
import { FAILURE_KINDS } from '../../../contract/failure.ts';
import type { UserTurn } from '../../conversation/conversation.ts';
import type { RequestNote } from '../../conversation/requestNote.ts';
import type { SecretKind, SecretRange } from '../../secrets/foundSecret.ts';
import { attachmentSchema, withFallback } from './attachmentSchema.ts';
import type { ConversationChange, RecordHeader, ReplyState } from './record.ts';

/** Ids of writers and conversations are also part of file names. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(200));
const id = idSchema;
const ordinal = within({ ...SIZE, min: 1 });
const count = nearestWithin(SIZE);
const tokens = nearestWithin(TOKENS);
const duration = nearestWithin(DURATION);
const seconds = nearestWithin({ ...DURATION, max: DURATION.max / 1000 });
/** Unlike other numbers, a wrong time does not become the latest one: its turn would be the newest for ever. */
const time = withFallback(within(TIME), TIME.min);
/**
 * In UTF-16 code units. Longer than any reply; limited so that a damaged offset can't make the reader fill a gap of
 * gigabytes.
 */
const offset = within({ ...SIZE, max: 64 * 1024 * 1024 });
const optional = z.exactOptional;

/** Fields of every record. */
export const recordHeaderSchema: z.ZodMiniType<RecordHeader & { type: string }> = z.object({
  v: ordinal,
  w: id,
  n: ordinal,
  at: nearestWithin(TIME),
  type: z.string(),
});

const usageSchema = z.object({ inputTokens: optional(tokens), outputTokens: optional(tokens) });

const failureSchema = z.object({
  // A kind added by a later version is shown as a lost connection: the reply is incomplete.
  kind: withFallback(z.enum(FAILURE_KINDS), 'connectionLost'),
  status: optional(count),
  host: optional(z.string()),
  detail: optional(z.string()),
  retryAfterSeconds: optional(seconds),
  limitSeconds: optional(seconds),
  proxy: optional(z.string()),
  exchange: optional(
    z.object({
      method: z.enum(['GET', 'POST']),
      path: z.string(),
      attempt: count,
      status: optional(count),
      requestId: optional(z.string()),
      sentBytes: count,
      receivedBytes: count,
      startedAt: time,
      headMs: optional(duration),
      totalMs: duration,
    }),
  ),
});

/** Replaces a note that can't be read. No request body has 0 bytes, so it never matches one. */
const UNREADABLE_REQUEST_NOTE: RequestNote = { settings: { model: '' }, crc32: 0, bytes: 0 };

const requestNoteSchema: z.ZodMiniType<RequestNote> = z.object({
  settings: z.object({
    model: z.string(),
    max_tokens: optional(within(TOKEN_LIMIT)),
    temperature: optional(within(TEMPERATURE)),
    stream: optional(z.boolean()),
  }),
  folded: optional(z.literal(true)),
  leftOut: optional(z.array(within(SIZE))),
  masked: optional(z.array(within(SIZE))),
  continuedAt: optional(offset),
  baselineTokens: optional(tokens),
  crc32: within(CHECKSUM),
  bytes: within(SIZE),
});

/**
 * The request notes of a reply. A note that is damaged or from a later version doesn't invalidate the rest of the
 * reply.
 */
const requestNotesSchema: z.ZodMiniType<readonly RequestNote[]> = withFallback(
  z.array(withFallback(requestNoteSchema, UNREADABLE_REQUEST_NOTE)),
  [UNREADABLE_REQUEST_NOTE],
);

/** Where a turn was sent. If that can't be read, nowhere: the user is asked again. */
const sentTo = withFallback(z.array(z.string()), []);
const isMasked = withFallback(z.literal(true), true);
/** A kind becomes part of the request: words only. */
const secretKind = z.custom<SecretKind>((kind) => typeof kind === 'string' && /^[\w .-]{1,60}$/.test(kind));
/** What is replaced in a masked turn. If that can't be read, all of it. */
const maskedParts: z.ZodMiniType<readonly SecretRange[]> = withFallback(
  z.array(
    z.object({
      kind: withFallback<SecretKind>(secretKind, 'secret'),
      start: within(SIZE),
      end: within(SIZE),
    }),
  ),
  [{ kind: 'secret', start: 0, end: SIZE.max }],
);

export const replyStateSchema: z.ZodMiniType<ReplyState> = z.object({
  alternativeTo: optional(id),
  model: z.string(),
  status: withFallback(
    z.enum(['waiting', 'streaming', 'finished', 'cutAtLimit', 'stopped', 'failed', 'interrupted']),
    'interrupted',
  ),
  usage: optional(usageSchema),
  earlierUsage: optional(usageSchema),
  leftOut: optional(z.array(z.string())),
  failure: optional(failureSchema),
  hasTurnedOffStreaming: optional(withFallback(z.literal(true), true)),
  stopReason: optional(z.string()),
  maxTokens: optional(tokens),
  requests: optional(requestNotesSchema),
  sentTo: optional(sentTo),
  isMasked: optional(isMasked),
  maskedParts: optional(maskedParts),
  startedAt: time,
  endedAt: optional(time),
});

export const questionSchema: z.ZodMiniType<UserTurn> = z.object({
  kind: z.literal('user'),
  id,
  text: z.string(),
  attachments: z.array(attachmentSchema),
  isLeftOut: optional(z.boolean()),
  editedFrom: optional(z.object({ conversation: id, turn: id })),
  sentTo: optional(sentTo),
  isMasked: optional(isMasked),
  maskedParts: optional(maskedParts),
  at: time,
});

const after = z.nullable(id);

/** The content of all known record types. */
export const changeSchema: z.ZodMiniType<ConversationChange> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('begin'),
    workspace: optional(z.object({ id: z.string(), name: z.string() })),
    copyOf: optional(z.string()),
  }),
  z.object({ type: z.literal('question'), turn: questionSchema, after }),
  z.object({ type: z.literal('reply'), id, state: replyStateSchema, after }),
  z.object({ type: z.literal('text'), turn: id, offset, text: z.string() }),
  z.object({ type: z.literal('state'), turn: id, state: replyStateSchema }),
  z.object({ type: z.literal('pulse'), turn: id }),
  z.object({ type: z.literal('leaveOut'), turn: id, leftOut: optional(z.boolean()) }),
  z.object({ type: z.literal('sent'), turns: z.array(id), to: z.string() }),
  z.object({ type: z.literal('mask'), turns: z.array(id), parts: optional(maskedParts) }),
  z.object({
    type: z.literal('erased'),
    turn: id,
    after: optional(after),
    isReply: optional(z.literal(true)),
  }),
  z.object({ type: z.literal('remove'), turns: z.array(id) }),
  z.object({ type: z.literal('restore'), turns: z.array(id), isImported: optional(z.literal(true)) }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('pin'), pinned: z.boolean() }),
  z.object({ type: z.literal('model'), model: z.string() }),
  z.object({ type: z.literal('trash'), trashed: z.boolean() }),
]);
