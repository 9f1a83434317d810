import { Emitter } from '../../base/emitter.ts';
import { type ComposerAttachment, isCurrentFileAttachment, isSameAttachment } from './composerAttachment.ts';
import { type QueuedQuestion, QueuedQuestions } from './queuedQuestions.ts';

export interface Draft {
  conversation: string;
  /** Whether the conversation has no turns yet; it is then not in the list of conversations. */
  isNew?: boolean;
  text: string;
  attachments: readonly ComposerAttachment[];
}

/** Maximum number of drafts of other conversations; the oldest are dropped. */
const MAX_DRAFTS = 50;

/**
 * Unsent text and attachments of the current conversation, the drafts of the others, and the queued questions of all.
 * Outlives the panel's page.
 */
export class Composer {
  #conversationId = '';
  #draft = '';
  #attachments: readonly ComposerAttachment[] = [];
  #otherDrafts: readonly Draft[] = [];
  /** Conversations that were current before. A late change from the panel is accepted only for these. */
  readonly #visited = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;
  readonly queue = new QueuedQuestions(() => this.#changed.fire());

  /** Drafts of all but the current conversation, oldest first. Each change makes a new array. */
  get otherDrafts(): readonly Draft[] {
    return this.#otherDrafts;
  }

  /** Whether a conversation has a draft or a queued question. */
  hasDraft(conversationId: string): boolean {
    const hasUnsent =
      conversationId === this.#conversationId
        ? this.#currentDraft(false) !== undefined
        : this.#otherDrafts.some((other) => other.conversation === conversationId);
    return hasUnsent || this.queue.of(conversationId) !== undefined;
  }

  /**
   * Saves the draft of the current conversation and restores that of another.
   * @param wasNew whether the conversation being left has no turns yet
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

  /** Assigns the current text and attachments to this conversation, without switching drafts. */
  setConversation(conversationId: string): void {
    this.#conversationId = conversationId;
  }

  moveDraftFrom(conversationId: string): void {
    const draft = this.#takeDraft(conversationId);
    if (draft !== undefined) {
      this.restoreDraft(draft.text, draft.attachments);
    }
  }

  /** Discards drafts of other conversations, and queued questions. @returns a function that restores them */
  discardDrafts(conversationIds: readonly string[]): () => void {
    const queued = this.queue.remove(conversationIds);
    const discarded = this.#otherDrafts.filter(({ conversation }) => conversationIds.includes(conversation));
    this.#otherDrafts = this.#otherDrafts.filter((other) => !discarded.includes(other));
    this.#changed.fire();
    return () => {
      this.restoreDrafts(discarded);
      this.restoreQueued(queued);
    };
  }

  /** Restores queued questions after a reload or an undo. If a newer one is queued, the restored one becomes a draft. */
  restoreQueued(questions: readonly QueuedQuestion[]): void {
    for (const question of questions) {
      const { conversation, text, attachments } = question;
      if (this.queue.of(conversation) === undefined) {
        this.queue.put(question);
      } else {
        this.restoreDrafts([{ conversation, text, attachments }]);
      }
    }
  }

  /** Restores drafts after a reload or an undo. */
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

  /** Takes the text from the panel. The conversation may no longer be the current one when the message arrives. */
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

  /** Adds an attachment. If the same part of the workspace is attached already, replaces that. */
  attach(attachment: ComposerAttachment): void {
    this.#setAttachments([
      ...this.#attachments.filter((other) => !isSameAttachment(other, attachment)),
      attachment,
    ]);
  }

  detach(attachmentId: string): void {
    this.#setAttachments(this.#attachments.filter((attachment) => attachment.id !== attachmentId));
  }

  /** Returns `undefined` if one of the ids is not attached. */
  findAttachments(ids: readonly string[]): ComposerAttachment[] | undefined {
    const found = ids.flatMap((id) => this.#attachments.find((attachment) => attachment.id === id) ?? []);
    return found.length === ids.length ? found : undefined;
  }

  /** Replaces attachments by id, after they were refreshed or truncated. */
  replaceAttachments(attachments: readonly ComposerAttachment[]): void {
    const changed = new Map(attachments.map((attachment) => [attachment.id, attachment]));
    this.#setAttachments(this.#attachments.map((attachment) => changed.get(attachment.id) ?? attachment));
  }

  /**
   * Removes what was sent; text that has changed since and new attachments stay.
   * @param conversationId the conversation that it was sent in; it may no longer be the current one
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
      // Without `isNew`: the conversation has a turn now.
      this.#putDraft({
        conversation: conversationId,
        text: other.text === text ? '' : other.text,
        attachments,
      });
    }
  }

  /** Inserts a restored draft before what was written since. */
  restoreDraft(text: string, attachments: readonly ComposerAttachment[]): void {
    const newer = this.#attachments;
    this.#attachments = attachments;
    for (const attachment of newer) {
      this.attach(attachment);
    }
    this.#draft = joinDrafts(text, this.#draft);
    this.#changed.fire();
  }

  /** Returns `undefined` if nothing is unsent. The current file belongs to no conversation, so drafts exclude it. */
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

  #takeDraft(conversationId: string): Draft | undefined {
    const draft = this.#otherDrafts.find((one) => one.conversation === conversationId);
    if (draft !== undefined) {
      this.#otherDrafts = this.#otherDrafts.filter((one) => one !== draft);
    }
    return draft;
  }

  /** Replaces the draft of a conversation; an empty one removes it. */
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

/** The newer text may start with the restored one already. */
function joinDrafts(text: string, newer: string): string {
  return newer.startsWith(text) ? newer : [text, newer].filter((part) => part !== '').join('\n');
}
