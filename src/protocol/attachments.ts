import * as z from 'zod/mini';
import { ATTACHMENT_KINDS } from '../core/attachments/attachment.ts';
import { id, index, requestId } from './fields.ts';

/** Messages between panel and host about attachments. */

/** Maximum number of files in one drop. A larger drop is assumed to be a mistake. */
export const MAX_DROPPED_FILES = 50;
/** Maximum length of the query typed after `@`. Longer ones match nothing. */
const MAX_CANDIDATE_QUERY_CHARS = 200;

/**
 * Requests of the panel. Candidates are identified by keys, which the host looks up in the list that it sent last.
 * Only a drop carries URIs, since only the panel receives it: the host attaches files that are open or in the
 * workspace, and asks the user about all others.
 */
export const attachmentMessages = [
  /** Requests the candidates that match the text after `@`. The host responds with `candidates`. */
  z.strictObject({
    type: z.literal('searchCandidates'),
    searchId: index,
    query: z.string().check(z.maxLength(MAX_CANDIDATE_QUERY_CHARS)),
  }),
  z.strictObject({ type: z.literal('attachCandidate'), requestId, key: id }),
  /** Opens VS Code's own quick pick of attachments. */
  z.strictObject({ type: z.literal('pickAttachments') }),
  /** Files and folders were dropped onto the composer, from the explorer or from outside VS Code. */
  z.strictObject({
    type: z.literal('attachDropped'),
    requestId,
    uris: z.array(z.string().check(z.maxLength(4096))).check(z.maxLength(MAX_DROPPED_FILES)),
  }),
  /** Opens the source of an attachment: of the composer or, with `turnId`, of a question in the conversation. */
  z.strictObject({ type: z.literal('openAttachment'), turnId: z.optional(id), attachmentId: id }),
  /** Attaches what is offered to this question. */
  z.strictObject({ type: z.literal('takeOffer') }),
  /** Toggles whether the current file is attached to each question. */
  z.strictObject({ type: z.literal('toggleCurrentFile') }),
] as const;

const attachmentKindSchema = z.enum(ATTACHMENT_KINDS);

/** A chip: an attachment without its text. Lines are counted from 1; both ends are included. */
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
  /** Estimated size. Absent while it is unknown. */
  tokens: z.optional(z.number()),
  /** Lines that may contain a secret, numbered as in the attachment's source. */
  secretLines: z.optional(z.array(z.number())),
});
export type AttachmentView = z.infer<typeof attachmentViewSchema>;

/** A file's icon in the file icon theme: a character of the font that was posted as `fileIconFont`. */
const fileIconSchema = z.object({ character: z.string(), color: z.optional(z.string()) });
export type FileIcon = z.infer<typeof fileIconSchema>;

/** The font of file icons. Posted before the first icon of it; it replaces an earlier font. */
export const fileIconFontSchema = z.object({
  type: z.literal('fileIconFont'),
  /** Bytes of the font file, in base64. */
  data: z.string(),
  /** Font size of its icons relative to others, as a CSS percentage. */
  size: z.string(),
});

/** Something that can be attached. Its content stays with the host. */
const attachmentCandidateSchema = z.object({
  key: z.string(),
  kind: z.union([attachmentKindSchema, z.literal('currentFile')]),
  label: z.string(),
  /** For example the folder of a file. */
  detail: z.optional(z.string()),
  fileIcon: z.optional(fileIconSchema),
});
export type AttachmentCandidate = z.infer<typeof attachmentCandidateSchema>;

/** Sorted by relevance, and limited to what the list can show. */
export const candidatesSchema = z.object({
  type: z.literal('candidates'),
  searchId: z.number(),
  items: z.array(attachmentCandidateSchema),
});

/** The current file, while it is attached to each question. */
export const currentFileViewSchema = z.object({
  path: z.string(),
  /** Id of its attachment, which is sent even if it is still being read and not among the attachments yet. */
  attachmentId: z.optional(z.string()),
  /** Why the file can't be attached. */
  error: z.optional(z.string()),
});
export type CurrentFileView = z.infer<typeof currentFileViewSchema>;

/**
 * What can be attached to this question with one click: the editor's selection or, if nothing is selected, the current
 * file. Not attached, and not sent.
 */
export const offerViewSchema = z.object({
  kind: z.enum(['selection', 'file']),
  path: z.string(),
  startLine: z.optional(z.number()),
  endLine: z.optional(z.number()),
});
export type OfferView = z.infer<typeof offerViewSchema>;
