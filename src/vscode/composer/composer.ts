import { Emitter } from '../../base/emitter.ts';
import { type ComposerAttachment, isCurrentFileAttachment, isSameAttachment } from './composerAttachment.ts';

/** What is unsent in a conversation that is not shown. */
export interface Draft {
  /** The id of the conversation. */
  conversation: string;
  /** Nothing was said in the conversation yet: it is not in the list. */
  isNew?: boolean;
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Maximum number of conversations whose drafts are kept; the oldest gives way. */
const MAX_DRAFTS = 50;

/**
 * What is about to be sent in the conversation that is shown, the unsent text and the attachments, and the drafts of the
 * others. Outlives the panel's page.
 */
export class Composer {
  #conversationId = '';
  #draft = '';
  #attachments: readonly ComposerAttachment[] = [];
  #otherDrafts: readonly Draft[] = [];
  /** Those that were shown before: of no other can the panel know anything. */
  readonly #visited = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;

  /** The drafts of the conversations that are not shown, the oldest first: another list after each change. */
  get otherDrafts(): readonly Draft[] {
    return this.#otherDrafts;
  }

  /** Whether anything is unsent in a conversation. */
  hasDraft(conversationId: string): boolean {
    return conversationId === this.#conversationId
      ? this.#currentDraft(false) !== undefined
      : this.#otherDrafts.some((other) => other.conversation === conversationId);
  }

  /**
   * Shows the draft of a conversation and puts aside that of the one before.
   * @param wasNew nothing was said in that one yet
   */
  switchTo(conversationId: string, wasNew: boolean): void {
    if (conversationId === this.#conversationId) {
      return;
    }
    const left = this.#currentDraft(wasNew);
    this.#visited.add(this.#conversationId);
    const entered = this.#takeDraft(conversationId);
    this.#otherDrafts = [...this.#otherDrafts, ...(left === undefined ? [] : [left])].slice(-MAX_DRAFTS);
    this.#conversationId = conversationId;
    this.#draft = entered?.text ?? '';
    this.#setAttachments([
      ...(entered?.attachments ?? []),
      ...this.#attachments.filter(isCurrentFileAttachment),
    ]);
  }

  /** What is shown belongs to this conversation, which will be shown at once. */
  setConversation(conversationId: string): void {
    this.#conversationId = conversationId;
  }

  /** Takes the draft of another conversation along into the one that is shown. */
  moveDraftFrom(conversationId: string): void {
    const draft = this.#takeDraft(conversationId);
    if (draft !== undefined) {
      this.restoreDraft(draft.text, draft.attachments);
    }
  }

  /** Forgets the drafts of conversations that are not shown. @returns what brings them back */
  discardDrafts(conversationIds: readonly string[]): () => void {
    const discarded = this.#otherDrafts.filter(({ conversation }) => conversationIds.includes(conversation));
    this.#otherDrafts = this.#otherDrafts.filter((other) => !discarded.includes(other));
    this.#changed.fire();
    return () => this.restoreDrafts(discarded);
  }

  /** Brings back what was unsent in other conversations in an earlier life of the window. */
  restoreDrafts(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (draft.conversation === this.#conversationId) {
        this.restoreDraft(draft.text, draft.attachments);
      } else {
        const newer = this.#takeDraft(draft.conversation);
        const text = newer === undefined ? draft.text : joinDrafts(draft.text, newer.text);
        this.#putDraft({
          ...draft,
          text,
          attachments: [...draft.attachments, ...(newer?.attachments ?? [])],
        });
      }
    }
  }

  /** The unsent text as the panel tells it, of the conversation that is shown or one that was shown when it was typed. */
  writeDraft(conversationId: string, text: string): void {
    if (conversationId === this.#conversationId) {
      this.draft = text;
    } else if (this.#visited.has(conversationId)) {
      const { attachments = [], isNew } =
        this.#otherDrafts.find((one) => one.conversation === conversationId) ?? {};
      this.#putDraft({ conversation: conversationId, ...(isNew && { isNew }), text, attachments });
    }
  }

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    this.#changed.fire();
  }

  get attachments(): readonly ComposerAttachment[] {
    return this.#attachments;
  }

  /** Adds an attachment; the same piece of code is not added twice. */
  attach(attachment: ComposerAttachment): void {
    this.#setAttachments([
      ...this.#attachments.filter((other) => !isSameAttachment(other, attachment)),
      attachment,
    ]);
  }

  detach(attachmentId: string): void {
    this.#setAttachments(this.#attachments.filter((attachment) => attachment.id !== attachmentId));
  }

  /** The attachments of these ids, or `undefined` if one of them is not here. */
  findAttachments(ids: readonly string[]): ComposerAttachment[] | undefined {
    const found = ids.flatMap((id) => this.#attachments.find((attachment) => attachment.id === id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Puts what was read anew, or made shorter, in the place of what has the same id. */
  replaceAttachments(attachments: readonly ComposerAttachment[]): void {
    const changed = new Map(attachments.map((attachment) => [attachment.id, attachment]));
    this.#setAttachments(this.#attachments.map((attachment) => changed.get(attachment.id) ?? attachment));
  }

  /**
   * Takes out what was sent; what was written or attached meanwhile stays.
   * @param conversationId in which it was sent: another may be shown by now
   */
  removeSent(text: string, attachmentIds: readonly string[], conversationId = this.#conversationId): void {
    const isLeft = ({ id }: ComposerAttachment): boolean => !attachmentIds.includes(id);
    if (conversationId === this.#conversationId) {
      this.#draft = this.#draft === text ? '' : this.#draft;
      this.#setAttachments(this.#attachments.filter(isLeft));
      return;
    }
    const other = this.#otherDrafts.find((one) => one.conversation === conversationId);
    if (other !== undefined) {
      const attachments = other.attachments.filter(isLeft);
      // With what was sent in it, it is no new one any more.
      this.#putDraft({
        conversation: conversationId,
        text: other.text === text ? '' : other.text,
        attachments,
      });
    }
  }

  /** Puts back what was unsent in an earlier life of the window, before what was written since. */
  restoreDraft(text: string, attachments: readonly ComposerAttachment[]): void {
    const newer = this.#attachments;
    this.#attachments = attachments;
    for (const attachment of newer) {
      this.attach(attachment);
    }
    this.#draft = joinDrafts(text, this.#draft);
    this.#changed.fire();
  }

  /** What is unsent in the conversation that is shown; the file in front belongs to none. */
  #currentDraft(isNew: boolean): Draft | undefined {
    const attachments = this.#attachments.filter((one) => !isCurrentFileAttachment(one));
    return this.#draft.trim() === '' && attachments.length === 0
      ? undefined
      : {
          conversation: this.#conversationId,
          ...(isNew && { isNew }),
          text: this.#draft,
          attachments,
        };
  }

  #takeDraft(conversation: string): Draft | undefined {
    const draft = this.#otherDrafts.find((one) => one.conversation === conversation);
    if (draft !== undefined) {
      this.#otherDrafts = this.#otherDrafts.filter((one) => one !== draft);
    }
    return draft;
  }

  /** Puts a draft in the place of the one that its conversation had. */
  #putDraft(draft: Draft): void {
    const isEmpty = draft.text.trim() === '' && draft.attachments.length === 0;
    const rest = this.#otherDrafts.filter(({ conversation }) => conversation !== draft.conversation);
    this.#otherDrafts = isEmpty ? rest : [...rest, draft].slice(-MAX_DRAFTS);
    this.#changed.fire();
  }

  #setAttachments(attachments: readonly ComposerAttachment[]): void {
    this.#attachments = attachments;
    this.#changed.fire();
  }
}

/** What was unsent before what was written since, which may begin with it. */
function joinDrafts(text: string, newer: string): string {
  return newer.startsWith(text) ? newer : [text, newer].filter((part) => part !== '').join('\n');
}
