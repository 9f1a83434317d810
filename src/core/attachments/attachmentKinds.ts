import type { AttachmentKind, TerminalCommand } from './attachment.ts';

/** What every layer knows about a kind. How it is captured is in `vscode/attachments/kinds`. */
interface KindInfo {
  /**
   * What makes the chip out of date: nothing, since it is a snapshot of when it was attached, or a change of its
   * document, of any file, of the problems or of the repository. All but snapshots are read again before they are sent.
   */
  changesWith: 'nothing' | 'document' | 'files' | 'problems' | 'repository';
  /** What a click on the chip opens: its document, the folder in the explorer, or the text as it is sent. */
  opens: 'document' | 'folder' | 'text';
  /** Name in the heading of the text in a request. In English, since the model reads it. */
  heading(path: string, languageId: string, command?: TerminalCommand): string;
}

/** Codicons, on chips and in lists. */
export const KIND_ICONS = {
  selection: 'code',
  file: 'file',
  folder: 'folder',
  symbol: 'symbol-method',
  problems: 'error',
  diff: 'diff',
  terminal: 'terminal',
  instructions: 'book',
} as const satisfies Readonly<Record<AttachmentKind, string>>;

const withLanguage = (path: string, languageId: string): string => `${path} (${languageId})`;

export const KIND_INFO: Readonly<Record<AttachmentKind, KindInfo>> = {
  selection: { changesWith: 'nothing', opens: 'document', heading: withLanguage },
  file: { changesWith: 'document', opens: 'document', heading: withLanguage },
  folder: {
    changesWith: 'files',
    opens: 'folder',
    heading: (path) => `The files in ${path}`,
  },
  symbol: { changesWith: 'nothing', opens: 'document', heading: withLanguage },
  problems: {
    changesWith: 'problems',
    opens: 'text',
    heading: (path) => `Problems in ${path}`,
  },
  diff: {
    changesWith: 'repository',
    opens: 'text',
    heading: (path) => `Uncommitted changes in ${path}`,
  },
  terminal: {
    changesWith: 'nothing',
    opens: 'text',
    heading: (path, _, command) =>
      command === undefined
        ? `Selected in the terminal ${path}`
        : [
            `Last command with its output in the terminal ${path}`,
            ...(command.exitCode === undefined ? [] : [`exit code ${command.exitCode}`]),
          ].join(', '),
  },
  instructions: {
    changesWith: 'document',
    opens: 'document',
    heading: (path) => `Instructions from ${path}`,
  },
};
