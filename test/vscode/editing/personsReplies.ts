import type * as vscode from 'vscode';
import type { Turn } from '../../../src/core/conversation/conversation.ts';
import { linesOf } from '../../../src/core/editing/textRange.ts';
import { captureSelection } from '../../../src/vscode/attachments/captureSelection.ts';
import type { ComposerAttachment } from '../../../src/vscode/composer/composerAttachment.ts';
import type { Anchors } from '../../../src/vscode/editing/anchors.ts';
import { ok } from '../assert.ts';
import type { PersonsDocument } from './personsDocuments.ts';

/** Stands for the conversation: its only reply is the one that the person acts on. */
export class PersonsReplies {
  readonly #anchors: Anchors;
  #text = '';
  #id = 'reply';
  /** What the question was about. */
  asked:
    | { readonly attachment: ComposerAttachment; readonly about: PersonsDocument; readonly lines: string[] }
    | undefined;
  isAbout = false;

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  get conversation(): { turns: Turn[] } {
    const attachments = this.isAbout && this.asked ? [this.asked.attachment] : [];
    return {
      turns: [{ kind: 'user', id: 'question', text: 'Why?', attachments, at: 0 }, this.lastReply],
    };
  }

  get lastReply(): Turn & { kind: 'assistant' } {
    return {
      kind: 'assistant',
      id: this.#id,
      model: 'm',
      text: this.#text,
      status: 'finished',
      startedAt: 0,
    };
  }

  findReply(): Turn {
    return this.lastReply;
  }

  ask(editor: vscode.TextEditor, about: PersonsDocument): void {
    const attachment = captureSelection(editor, crypto.randomUUID());
    ok(attachment, 'Nothing is selected');
    this.#anchors.track([attachment]);
    this.asked = { attachment, about, lines: linesOf(attachment.text) };
  }

  /** @param id of the turn */
  say(text: string, id = 'reply'): void {
    this.#text = text;
    this.#id = id;
  }
}
