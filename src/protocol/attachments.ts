import type { AttachmentKind, TerminalCommand } from '../core/attachments/attachment.ts';

/** A chip: an attachment without its text. Lines are counted from 1; both ends are included. */
export interface AttachmentView {
  id: string;
  kind: AttachmentKind;
  path: string;
  languageId: string;
  startLine?: number | undefined;
  endLine?: number | undefined;
  symbol?: string | undefined;
  command?: TerminalCommand | undefined;
  redacted?: number | undefined;
  leftOutLines?: number | undefined;
  /** It is blank lines, of which only the place is sent: one to insert at. */
  isPlace?: true | undefined;
  /** Estimated size. Absent while it is unknown. */
  tokens?: number | undefined;
  /** Lines that may contain a secret, numbered as in the attachment's source. */
  secretLines?: number[] | undefined;
  /** Why it can't be read now, and sent. */
  problem?: string | undefined;
}

/** A file's icon in the file icon theme: a character of the font that was posted as `FileIconFont`. */
export interface FileIcon {
  character: string;
  color?: string | undefined;
}

/** The font of file icons. Posted before the first icon of it; it replaces an earlier font. */
export interface FileIconFont {
  type: 'fileIconFont';
  /** Bytes of the font file, in base64. */
  data: string;
  /** Font size of its icons relative to others, as a CSS percentage. */
  size: string;
}

/** Something that can be attached. Its content stays with the host. */
export interface AttachmentCandidate {
  key: string;
  kind: AttachmentKind | 'currentFile';
  label: string;
  /** For example the folder of a file. */
  detail?: string | undefined;
  fileIcon?: FileIcon | undefined;
}

/** Candidates that match what was typed, best match first. */
export interface CandidateList {
  items: AttachmentCandidate[];
  /**
   * `searching`: more may follow, in another list of the same search, which starts with the same items. `unlisted`: more
   * candidates match than are listed.
   */
  rest?: 'searching' | 'unlisted' | undefined;
}

/** The current file, while it is attached to each question. */
export interface CurrentFileView {
  path: string;
  /** Id of its attachment, which is sent even if it is still being read and not among the attachments yet. */
  attachmentId?: string | undefined;
  /** Why the file can't be attached. */
  error?: string | undefined;
}

/** The definitions that the attached selections refer to: whether they can be added, or are being looked up. */
export type DefinitionsView = 'offered' | 'finding';

/**
 * What can be attached to this question with one click: the editor's selection or, if nothing is selected, the current
 * file. Not attached, and not sent.
 */
export interface OfferView {
  kind: 'selection' | 'file';
  path: string;
  startLine?: number | undefined;
  endLine?: number | undefined;
}
