import type { AttachmentKind } from './attachment.ts';

/** What every layer knows about a kind. How it is captured is in `vscode/attachments/kinds`. */
interface KindInfo {
  /**
   * What makes the chip out of date: nothing, since it is a snapshot of when it was attached, or a change of its
   * document, of any file, of the problems or of the repository. All but snapshots are read again before they are sent.
   */
  changesWith: 'nothing' | 'document' | 'files' | 'problems' | 'repository';
  /** What a click on the chip opens: its document, the folder in the explorer, or the text as it is sent. */
  opens: 'document' | 'folder' | 'text';
  /** Icon of its chip and in lists. */
  codicon: 'book' | 'code' | 'diff' | 'error' | 'file' | 'folder' | 'symbol-method' | 'terminal';
  /** Name in the heading of the text in a request. In English, since the model reads it. */
  heading(path: string, languageId: string): string;
}

const withLanguage = (path: string, languageId: string): string => `${path} (${languageId})`;

export const KIND_INFO: Readonly<Record<AttachmentKind, KindInfo>> = {
  selection: { changesWith: 'nothing', opens: 'document', codicon: 'code', heading: withLanguage },
  file: { changesWith: 'document', opens: 'document', codicon: 'file', heading: withLanguage },
  folder: {
    changesWith: 'files',
    opens: 'folder',
    codicon: 'folder',
    heading: (path) => `The files in ${path}`,
  },
  symbol: { changesWith: 'nothing', opens: 'document', codicon: 'symbol-method', heading: withLanguage },
  problems: {
    changesWith: 'problems',
    opens: 'text',
    codicon: 'error',
    heading: (path) => `Problems in ${path}`,
  },
  diff: {
    changesWith: 'repository',
    opens: 'text',
    codicon: 'diff',
    heading: (path) => `Uncommitted changes in ${path}`,
  },
  terminal: {
    changesWith: 'nothing',
    opens: 'text',
    codicon: 'terminal',
    heading: (path) => `Selected in the terminal ${path}`,
  },
  instructions: {
    changesWith: 'document',
    opens: 'document',
    codicon: 'book',
    heading: (path) => `Instructions from ${path}`,
  },
};
