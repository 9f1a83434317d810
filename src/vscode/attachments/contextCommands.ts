import * as vscode from 'vscode';
import type { Problem } from '../problem.ts';
import type { ChatContext } from './chatContext.ts';

export interface ContextCommandDependencies {
  context: ChatContext;
  target: { readonly current: vscode.TextEditor | undefined };
  /** Shows the chat, with the keyboard in its composer. */
  reveal(): Promise<void>;
  say(message: Problem): void;
}

/** The commands that attach something. Arguments are those of VS Code's menus; whatever else calls may pass anything. */
export interface ContextCommands {
  /** @param uri the file or folder that the menu was opened on; @param uris all that are selected with it */
  addToChat(uri?: unknown, uris?: unknown): Promise<void>;
  addSelectionToChat(): Promise<void>;
  addFileToChat(uri?: unknown): Promise<void>;
  addContext(): Promise<void>;
  addFile(): Promise<void>;
  addProblems(): Promise<void>;
  /** @param sourceControl the one whose title the menu was opened on */
  addGitChanges(sourceControl?: unknown): Promise<void>;
  addTerminalSelection(): Promise<void>;
  toggleCurrentFile(): Promise<void>;
  useInstructionFiles(): Promise<void>;
}

export function contextCommands({
  context,
  target,
  reveal,
  say,
}: ContextCommandDependencies): ContextCommands {
  const attach = async (problem: Promise<Problem>): Promise<void> => {
    say(await problem);
    await reveal();
  };
  const front = (): readonly vscode.Uri[] => {
    const editor = vscode.window.activeTextEditor ?? target.current;
    return editor === undefined ? [] : [editor.document.uri];
  };
  const addFiles = (uris: readonly vscode.Uri[]): Promise<void> =>
    attach(
      uris.length === 0
        ? Promise.resolve(vscode.l10n.t('There is no file in front. Open one, and try again.'))
        : context.addFiles(uris),
    );
  return {
    addToChat: (uri, uris) => {
      const all = Array.isArray(uris) ? uris.filter(isUri) : [];
      return addFiles(all.length > 0 ? all : isUri(uri) ? [uri] : front());
    },
    addSelectionToChat: () => attach(context.add({ kind: 'selection' })),
    addFileToChat: (uri) => addFiles(isUri(uri) ? [uri] : front()),
    addContext: () => attach(context.choose('all')),
    addFile: () => attach(context.choose('files')),
    addProblems: () => attach(context.add({ kind: 'problems' })),
    addGitChanges: (sourceControl) => attach(context.add({ kind: 'diff', ...rootOf(sourceControl) })),
    addTerminalSelection: () => attach(context.add({ kind: 'terminal' })),
    toggleCurrentFile: () => context.toggleCurrentFile(),
    useInstructionFiles: async () => say(await context.toggleInstructionFiles()),
  };
}

function isUri(value: unknown): value is vscode.Uri {
  return value instanceof vscode.Uri;
}

function rootOf(sourceControl: unknown): { uri?: vscode.Uri } {
  const uri =
    typeof sourceControl === 'object' && sourceControl !== null && 'rootUri' in sourceControl
      ? sourceControl.rootUri
      : undefined;
  return isUri(uri) ? { uri } : {};
}
