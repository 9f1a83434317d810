/** A piece of code that goes along with a question, exactly as it was when it was attached. */
export interface Attachment {
  id: string;
  kind: 'selection';
  /** Path shown and sent: relative to the workspace folder where there is one, with forward slashes. */
  path: string;
  /** VS Code's language id, such as `typescript`. */
  languageId: string;
  /** First and last line, counted from 1, both included. */
  startLine: number;
  endLine: number;
  text: string;
}
