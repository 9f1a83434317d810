import type { Attachment } from '../core/attachment.ts';

/** What is about to be sent: the unsent text and the attachments. Outlives the panel's page. */
export class Composer {
  #draft = '';
  #attachments: readonly Attachment[] = [];
  /** Called after each change. */
  onChanged: () => void = () => undefined;

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.onChanged();
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }

  /** Adds an attachment; the same piece of code is not added twice. */
  attach(attachment: Attachment): void {
    const same = (other: Attachment): boolean =>
      other.path === attachment.path &&
      other.startLine === attachment.startLine &&
      other.endLine === attachment.endLine &&
      other.text === attachment.text;
    this.#setAttachments([...this.#attachments.filter((other) => !same(other)), attachment]);
  }

  detach(attachmentId: string): void {
    this.#setAttachments(this.#attachments.filter((attachment) => attachment.id !== attachmentId));
  }

  /** The attachments of these ids, or `undefined` if one of them is not here. */
  find(ids: readonly string[]): Attachment[] | undefined {
    const found = ids.flatMap((id) => this.#attachments.find((attachment) => attachment.id === id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Takes out what was sent; what was written or attached meanwhile stays. */
  takeOut(text: string, attachments: readonly Attachment[]): void {
    if (this.#draft === text) {
      this.#draft = '';
    }
    this.#setAttachments(this.#attachments.filter((attachment) => !attachments.includes(attachment)));
  }

  /** Puts back what was unsent in an earlier life of the window, before what was written since. */
  restore(text: string, attachments: readonly Attachment[]): void {
    const since = this.#attachments;
    this.#attachments = attachments;
    for (const attachment of since) {
      this.attach(attachment);
    }
    if (!this.#draft.startsWith(text)) {
      this.#draft = [text, this.#draft].filter((part) => part !== '').join('\n');
    }
    this.onChanged();
  }

  #setAttachments(attachments: readonly Attachment[]): void {
    this.#attachments = attachments;
    this.onChanged();
  }
}
