import type { Attachment } from '../core/attachment.ts';
import { Listeners } from '../core/history/listeners.ts';

/** An attachment before it is sent. */
export interface ComposerAttachment extends Attachment {
  /** Where it comes from, which stays on this machine; absent where there is no document to open. */
  uri?: string;
  /** It is the file in front, and gives way to the next that comes there. */
  isCurrentFile?: true;
}

/** As it is sent and kept: without where on this machine it comes from. */
export function withoutPlace({ uri: _, isCurrentFile: _is, ...attachment }: ComposerAttachment): Attachment {
  return attachment;
}

/** Kinds that are what their source holds when they are sent; of the others a copy was taken when they were attached. */
export function isLive({ kind, uri }: ComposerAttachment): boolean {
  return uri !== undefined && kind !== 'selection' && kind !== 'symbol' && kind !== 'terminal';
}

/** What is about to be sent: the unsent text and the attachments. Outlives the panel's page. */
export class Composer {
  #draft = '';
  #attachments: readonly ComposerAttachment[] = [];
  readonly #changed = new Listeners<[]>();

  /** @returns what ends it */
  onChanged(listener: () => void): () => void {
    return this.#changed.add(listener);
  }

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.#changed.tell();
  }

  get attachments(): readonly ComposerAttachment[] {
    return this.#attachments;
  }

  /** Adds an attachment; the same piece of code is not added twice. */
  attach(attachment: ComposerAttachment): void {
    this.#setAttachments([...this.#attachments.filter((other) => !isSame(other, attachment)), attachment]);
  }

  detach(attachmentId: string): void {
    this.#setAttachments(this.#attachments.filter((attachment) => attachment.id !== attachmentId));
  }

  /** The attachments of these ids, or `undefined` if one of them is not here. */
  find(ids: readonly string[]): ComposerAttachment[] | undefined {
    const found = ids.flatMap((id) => this.#attachments.find((attachment) => attachment.id === id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Puts what was read anew, or made shorter, in the place of what has the same id. */
  replace(attachments: readonly ComposerAttachment[]): void {
    const changed = new Map(attachments.map((attachment) => [attachment.id, attachment]));
    this.#setAttachments(this.#attachments.map((attachment) => changed.get(attachment.id) ?? attachment));
  }

  /** Takes out what was sent; what was written or attached meanwhile stays. */
  takeOut(text: string, attachmentIds: readonly string[]): void {
    if (this.#draft === text) {
      this.#draft = '';
    }
    this.#setAttachments(this.#attachments.filter(({ id }) => !attachmentIds.includes(id)));
  }

  /** Puts back what was unsent in an earlier life of the window, before what was written since. */
  restore(text: string, attachments: readonly ComposerAttachment[]): void {
    const since = this.#attachments;
    this.#attachments = attachments;
    for (const attachment of since) {
      this.attach(attachment);
    }
    if (!this.#draft.startsWith(text)) {
      this.#draft = [text, this.#draft].filter((part) => part !== '').join('\n');
    }
    this.#changed.tell();
  }

  #setAttachments(attachments: readonly ComposerAttachment[]): void {
    this.#attachments = attachments;
    this.#changed.tell();
  }
}

/** Whether two are the same piece of the workspace; what one that is live held at some time does not matter. */
function isSame(one: ComposerAttachment, other: ComposerAttachment): boolean {
  return (
    one.kind === other.kind &&
    one.path === other.path &&
    one.startLine === other.startLine &&
    one.endLine === other.endLine &&
    (isLive(one) && isLive(other) ? one.uri === other.uri : one.text === other.text)
  );
}
