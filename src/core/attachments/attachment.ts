/** What a piece of the workspace is that goes along with a question. */
export const ATTACHMENT_KINDS = [
  /** What was selected in an editor. */
  'selection',
  /** A whole file. */
  'file',
  /** The names of the files in a folder. */
  'folder',
  /** A function, a class or the like. */
  'symbol',
  /** Errors and warnings, of a file or of the workspace. */
  'problems',
  /** What was selected in a terminal. */
  'terminal',
  /** What was changed since the last commit. */
  'diff',
  /** A file that tells models how to work in this workspace. */
  'instructions',
] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/** A piece of the workspace that goes along with a question, exactly as it is sent. */
export interface Attachment {
  id: string;
  kind: AttachmentKind;
  /**
   * What it is called where it is shown and sent: a path relative to the workspace folder where there is one, with
   * forward slashes; of a terminal its name.
   */
  path: string;
  /** VS Code's language id, such as `typescript`. */
  languageId: string;
  /** First and last line, counted from 1, both included; absent where it is a whole, or has no lines of its own. */
  startLine?: number;
  endLine?: number;
  /** The name of a symbol. */
  symbol?: string;
  text: string;
  /** How many secrets were taken out of the text. */
  redacted?: number;
  /** How many lines were left out at its end, so that the rest fits. */
  leftOutLines?: number;
}

/** The lines of an attachment, where it has any. */
export function lineRangeOf(attachment: {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}): { start: number; end: number } | undefined {
  const { startLine: start, endLine: end = start } = attachment;
  return start === undefined || end === undefined ? undefined : { start, end };
}
