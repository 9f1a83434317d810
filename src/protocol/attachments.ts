import * as z from 'zod/mini';
import type { AttachmentKind } from '../core/attachments/attachment.ts';
import { id, index, requestId } from './fields.ts';

/** What the panel and the host say about what can go along with a question. */

/** More files at once are a slip of the hand. */
export const MAX_DROPPED_FILES = 50;
/** What was typed behind the `@`; longer ones find nothing anyway. Characters. */
const MAX_CANDIDATE_QUERY_CHARS = 200;

/**
 * What the panel asks for. Candidates are named by keys that the host looks up in its own last lists. The one message
 * with addresses is that of a drop, since the panel alone is told of it: the host takes files of the workspace and
 * those that are open, and asks the user about all others.
 */
export const attachmentMessages = [
  /** Asks what can be attached that fits what stands behind the `@`; `candidates` says it. */
  z.strictObject({
    type: z.literal('searchCandidates'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_CANDIDATE_QUERY_CHARS)),
  }),
  z.strictObject({ type: z.literal('attachCandidate'), requestId, key: id }),
  /** Lets the user choose in VS Code's own list. */
  z.strictObject({ type: z.literal('pickAttachments') }),
  /** Files and folders were dropped onto the composer, from the explorer or from outside. */
  z.strictObject({
    type: z.literal('attachDropped'),
    requestId,
    uris: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(MAX_DROPPED_FILES)),
  }),
  /** Shows what a chip stands for: one of the composer, or, with `turnId`, of a question that was asked. */
  z.strictObject({ type: z.literal('openAttachment'), turnId: z.optional(id), attachmentId: id }),
  /** Switches whether the file in front goes along. */
  z.strictObject({ type: z.literal('toggleCurrentFile') }),
] as const;

const attachmentKindSchema: z.ZodMiniType<AttachmentKind> = z.enum([
  'selection',
  'file',
  'folder',
  'symbol',
  'problems',
  'terminal',
  'diff',
  'instructions',
]);

/** A chip: names what goes along, without its text. Lines are counted from 1, both ends included. */
export const attachmentViewSchema = z.object({
  id,
  kind: attachmentKindSchema,
  path: z.string(),
  languageId: z.string(),
  startLine: z.optional(z.number()),
  endLine: z.optional(z.number()),
  symbol: z.optional(z.string()),
  redacted: z.optional(z.number()),
  leftOutLines: z.optional(z.number()),
  /** How much of the context window it takes, as far as that can be told. */
  tokens: z.optional(z.number()),
  /** The lines that seem to hold a secret, with the numbers that they have where it comes from. */
  secretLines: z.optional(z.array(z.number())),
});
export type AttachmentView = z.infer<typeof attachmentViewSchema>;

/** One of what can be attached: the rest of it stays with the host. */
const attachmentCandidateSchema = z.object({
  key: z.string(),
  kind: z.union([attachmentKindSchema, z.literal('currentFile')]),
  label: z.string(),
  /** Such as the folder that a file is in. */
  detail: z.optional(z.string()),
});
export type AttachmentCandidate = z.infer<typeof attachmentCandidateSchema>;

/** The best first, and no more than a list can show. */
export const candidatesSchema = z.object({
  type: z.literal('candidates'),
  searchId: z.number(),
  items: z.array(attachmentCandidateSchema),
});

/** The toggle that lets the file in front go along; there is none as long as no editor is open. */
export const currentFileViewSchema = z.object({
  name: z.string(),
  path: z.string(),
  isOn: z.boolean(),
  /** The one of the composer's attachments that it is, which is drawn by the toggle and by no chip of its own. */
  attachmentId: z.optional(z.string()),
  /** Why it does not go along though it is on: a sentence. */
  error: z.optional(z.string()),
});
export type CurrentFileView = z.infer<typeof currentFileViewSchema>;
