export const ATTACHMENT_KINDS = [
  /** Text selected in an editor. */
  'selection',
  /** A whole file. */
  'file',
  /** The names of the files in a folder. */
  'folder',
  /** A symbol, such as a function or a class. */
  'symbol',
  /** Errors and warnings in a file or in the workspace. */
  'problems',
  /** Text selected in a terminal, or its last command with the output. */
  'terminal',
  /** Changes since the last commit. */
  'diff',
  /** A file with instructions for models in this workspace. */
  'instructions',
] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/**
 * Describes where a selection was captured, so that it is found again after edits and reloads. Stored with the
 * attachment, but never sent. It has checksums, not text, since what surrounds a selection may be private.
 */
export interface SelectionAnchor {
  /**
   * Checksum of the document's URI, for a notebook's cell of the notebook's. Another file with the same path, as in
   * another workspace, is another document.
   */
  document: number;
  /** Column of the first character in `startLine`, from 0, in UTF-16 code units. */
  startCharacter: number;
  /** Whether the document contained the text only once, regardless of its indentation. */
  isUnique: boolean;
  /** Checksum of what precedes the text: the nearest lines that are not blank. Only if that singles the place out. */
  linesBefore?: number;
  /** The same of what follows the text. */
  linesAfter?: number;
}

/** What is known of a command that has run in a terminal. */
export interface TerminalCommand {
  exitCode?: number;
}

/** A part of the workspace that is sent with a question, exactly as it is sent. */
export interface Attachment {
  id: string;
  kind: AttachmentKind;
  /**
   * Name that is shown and sent: a path with forward slashes, relative to the workspace folder if it is inside one;
   * for a terminal, its name.
   */
  path: string;
  /** VS Code's language id, such as `typescript`. */
  languageId: string;
  /**
   * First and last line, counted from 1, inclusive; absent if the attachment is a whole file or has no line numbers.
   */
  startLine?: number;
  endLine?: number;
  symbol?: string;
  /** Only of a terminal: the text is the last command with its output, not a selection. */
  command?: TerminalCommand;
  text: string;
  /** Number of redacted secrets. */
  redacted?: number;
  /** Number of lines that were removed at the end to make the request fit. */
  leftOutLines?: number;
  /** Only of a selection. */
  anchor?: SelectionAnchor;
}

/**
 * Whether an attachment is a place to insert at: blank lines, of which only the place is sent. Cut text, which may begin
 * with blank lines, is none.
 */
export function isInsertionPlace({ kind, anchor, text, leftOutLines }: Attachment): boolean {
  return kind === 'selection' && anchor !== undefined && leftOutLines === undefined && text.trim() === '';
}

/** The line range of an attachment; `undefined` if it has none. */
export function lineRangeOf(attachment: {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}): { start: number; end: number } | undefined {
  const { startLine: start, endLine: end = start } = attachment;
  return start === undefined || end === undefined ? undefined : { start, end };
}
