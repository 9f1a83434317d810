import { join } from 'node:path';
import { REPOSITORY } from '../../harness/paths.ts';
import { NEWEST } from '../../harness/vscode/versions.ts';
import { installExtension } from '../../harness/vscode/vscodeServer.ts';

/** Name of the build of the working tree. */
export const THIS_BUILD = 'this build';

/** An extension with a text box in a view of its own. */
export interface Subject {
  readonly name: string;
  /** Id of the extension. */
  readonly id: string;
  /** Folder of the installed extension. */
  readonly folder: string;
  /** Title of the command that opens the view and focuses the text box, with its category. */
  readonly command: string;
  /** Title of the view's container in the activity bar. */
  readonly container: string;
  /** Whether a conversation of 1,000 turns is restored. Otherwise the chat is empty. */
  readonly isLong?: true;
}

/** The smallest possible extension: how fast VS Code itself is. */
export const TWIN: Subject = {
  name: 'twin',
  id: 'tests.twin',
  folder: join(REPOSITORY, 'test/bench/twin'),
  command: 'Twin: Open Chat',
  container: 'Twin',
};

/**
 * Installs a build of this extension.
 * @param dataDir empty folder, in which it is installed
 */
export async function installSubject(name: string, vsix: string, dataDir: string): Promise<Subject> {
  return {
    name,
    id: 'assistant.assistant-chat',
    folder: await installExtension(vsix, NEWEST, dataDir),
    command: 'Assistant: Open Chat',
    container: 'Assistant',
  };
}

/** The same extension with a conversation of 1,000 turns. */
export function withLongConversation(subject: Subject): Subject {
  return { ...subject, name: longNameOf(subject.name), isLong: true };
}

export function longNameOf(name: string): string {
  return `${name}, 1,000 turns`;
}
