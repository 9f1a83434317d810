import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { BlockFileView } from '../../protocol/code.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { viewOf } from './blockFiles.ts';
import type { ReplyFiles } from './replyFiles.ts';

interface ReplyFilePostsDeps {
  conversations: Pick<Conversations, 'current'>;
  files(): Promise<ReplyFiles>;
  ui: Pick<ChatUi, 'post' | 'postTo'>;
}

/** Tells the panel which files a reply names, and tells it again when one of these is made, removed or renamed. */
export class ReplyFilePosts {
  readonly #deps: ReplyFilePostsDeps;
  /** What was posted last for the code blocks of each reply that a page has asked for. */
  readonly #posted = new Map<string, readonly BlockFileView[]>();
  #listener: vscode.Disposable | undefined;

  constructor(deps: ReplyFilePostsDeps) {
    this.#deps = deps;
  }

  async post(turnId: string, page: MessageReceiver): Promise<void> {
    const message = await this.#messageFor(turnId);
    this.#posted.set(turnId, message.blocks);
    this.#listener ??= this.#listen();
    this.#deps.ui.postTo(page, message);
  }

  dispose(): void {
    this.#listener?.dispose();
  }

  #listen(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.workspace.onDidCreateFiles(({ files }) => void this.#postAbout(files)),
      vscode.workspace.onDidDeleteFiles(({ files }) => void this.#postAbout(files)),
      vscode.workspace.onDidRenameFiles(
        ({ files }) => void this.#postAbout(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
      ),
      // A new file, perhaps.
      vscode.workspace.onDidSaveTextDocument(
        ({ uri }) => void this.#postAbout([uri], ({ leadsTo }) => leadsTo !== 'file'),
      ),
    );
  }

  async #postAbout(
    uris: readonly vscode.Uri[],
    isMeant: (block: BlockFileView) => boolean = () => true,
  ): Promise<void> {
    // Of folders, any name may be in them.
    const paths = uris.map(({ path }) => path);
    const isAbout = (block: BlockFileView): boolean =>
      isMeant(block) &&
      paths.some((path) => !nameOf(path).includes('.') || nameOf(path) === nameOf(block.path));
    for (const [turnId, posted] of [...this.#posted]) {
      if (this.#deps.conversations.current.findReply(turnId) === undefined) {
        this.#posted.delete(turnId);
      } else if (posted.some(isAbout)) {
        const message = await this.#messageFor(turnId);
        if (JSON.stringify(message.blocks) !== JSON.stringify(posted)) {
          this.#posted.set(turnId, message.blocks);
          this.#deps.ui.post(message);
        }
      }
    }
  }

  async #messageFor(turnId: string): Promise<Extract<ToPanel, { type: 'replyFiles' }>> {
    const conversationId = this.#deps.conversations.current.conversation.id;
    const files = await this.#deps.files();
    const [places, links] = await Promise.all([files.placesOfBlocks(turnId), files.linksOf(turnId)]);
    return { type: 'replyFiles', conversationId, turnId, blocks: places.map(viewOf), links };
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
