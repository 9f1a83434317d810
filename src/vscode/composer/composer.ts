import { Emitter } from '../../base/emitter.ts';
import { hasText } from '../../base/hasText.ts';
import { type ComposerAttachment, isCurrentFileAttachment, isSameAttachment } from './composerAttachment.ts';
import { joinDrafts } from './joinDrafts.ts';
import { type QuestionEdit, QuestionEdits } from './questionEdits.ts';
import { type QueuedQuestion, QueuedQuestions } from './queuedQuestions.ts';

export interface Draft {
  conversation: string;
  /** Whether the conversation has no turns yet; it is then not in the list of conversations. */
  isNew?: boolean;
  text: string;
  attachments: readonly ComposerAttachment[];
}

/**
 * The conversation in which the user does something. What that attaches or writes goes there, even if it takes a while
 * and another conversation is shown by then. The id can change once, when the window is restored after a reload.
 */
export interface DraftOwner {
  readonly conversation: string;
}

/**
 * Unsent text and attachments of the current conversation, the drafts of the others, and the edited and queued questions
 * of all. Outlives the panel's page.
 */
export class Composer {
  #owner: { conversation: string } = { conversation: '' };
  #draft = '';
  #attachments: readonly ComposerAttachment[] = [];
  #otherDrafts: readonly Draft[] = [];
  /** Whether each conversation that was current before had no turns then. A late change is accepted only for these. */
  readonly #visited = new Map<string, boolean>();
  readonly #changed = new Emitter<void>();
  readonly onChanged = this.#changed.event;
  readonly queue = new QueuedQuestions(() => this.#changed.fire());
  readonly edits = new QuestionEdits(() => this.#changed.fire());

  /** The current conversation. */
  get owner(): DraftOwner {
    return this.#owner;
  }

  isCurrent({ conversation }: DraftOwner): boolean {
    return conversation === this.#owner.conversation;
  }

  /** Drafts of all but the current conversation, oldest first. Each change makes a new array. */
  get otherDrafts(): readonly Draft[] {
    return this.#otherDrafts;
  }

  /** Whether a conversation has a draft, an edited question or a queued one. */
  hasDraft(conversationId: string): boolean {
    const hasUnsent =
      conversationId === this.#owner.conversation
        ? this.#currentDraft(false) !== undefined
        : this.#otherDrafts.some((other) => other.conversation === conversationId);
    return (
      hasUnsent || this.queue.of(conversationId) !== undefined || this.edits.of(conversationId).length > 0
    );
  }

  /**
   * Saves the draft of the current conversation and restores that of another.
   * @param wasNew whether the conversation being left has no turns yet
   */
  switchTo(conversationId: string, wasNew: boolean): void {
    if (conversationId === this.#owner.conversation) {
      return;
    }
    const left = this.#currentDraft(wasNew);
    this.#visited.set(this.#owner.conversation, wasNew);
    const entered = this.#takeDraft(conversationId);
    this.#otherDrafts = [...this.#otherDrafts, ...(left === undefined ? [] : [left])];
    this.#owner = { conversation: conversationId };
    this.#draft = entered?.text ?? '';
    this.#setAttachments([
      ...(entered?.attachments ?? []),
      ...this.#attachments.filter(isCurrentFileAttachment),
    ]);
  }

  /** Assigns the current text and attachments to this conversation, without switching drafts. */
  setConversation(conversationId: string): void {
    this.#owner.conversation = conversationId;
  }

  moveDraftFrom(conversationId: string): void {
    const draft = this.#takeDraft(conversationId);
    if (draft !== undefined) {
      this.restoreDraft(draft.text, draft.attachments);
    }
  }

  /** Discards drafts of other conversations, and edited and queued questions. @returns a function that restores them */
  discardDrafts(conversationIds: readonly string[]): () => void {
    const queued = this.queue.remove(conversationIds);
    const edits = this.edits.remove(conversationIds);
    const discarded = this.#otherDrafts.filter(({ conversation }) => conversationIds.includes(conversation));
    this.#otherDrafts = this.#otherDrafts.filter((other) => !discarded.includes(other));
    const visited = [...this.#visited].filter(([id]) => conversationIds.includes(id));
    for (const [id] of visited) {
      this.#visited.delete(id);
    }
    this.#changed.fire();
    return () => {
      for (const [id, wasNew] of visited) {
        this.#visited.set(id, wasNew);
      }
      this.restoreDrafts(discarded);
      this.restoreQueued(queued);
      this.edits.restore(edits);
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
      if (draft.conversation === this.#owner.conversation) {
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
    if (conversationId === this.#owner.conversation) {
      this.draft = text;
    } else {
      this.#changeOther(conversationId, (draft) => ({ ...draft, text }));
    }
  }

  /** Takes the text of a question that is being edited from the panel, in the same way. */
  writeEdit(edit: QuestionEdit): void {
    if (edit.conversation === this.#owner.conversation || this.#visited.has(edit.conversation)) {
      this.edits.put(edit);
    }
  }

  /** The unsent text of a conversation. */
  textOf(owner: DraftOwner): string {
    return this.isCurrent(owner) ? this.#draft : (this.#findOther(owner.conversation)?.text ?? '');
  }

  attachmentsOf(owner: DraftOwner): readonly ComposerAttachment[] {
    return this.isCurrent(owner)
      ? this.#attachments
      : (this.#findOther(owner.conversation)?.attachments ?? []);
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

  /**
   * Adds an attachment. If the same part of the workspace is attached already, replaces that. Does nothing if the
   * conversation was deleted.
   */
  attach(attachment: ComposerAttachment, owner: DraftOwner = this.#owner): void {
    const withIt = (attached: readonly ComposerAttachment[]): readonly ComposerAttachment[] => [
      ...attached.filter((other) => !isSameAttachment(other, attachment)),
      attachment,
    ];
    if (this.isCurrent(owner)) {
      this.#setAttachments(withIt(this.#attachments));
    } else {
      this.#changeOther(owner.conversation, (draft) => ({
        ...draft,
        attachments: withIt(draft.attachments),
      }));
    }
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
    this.#changeAttachments((attachment) => changed.get(attachment.id) ?? attachment);
  }

  /** @param problems sentences by attachment id. They stay until the attachments are replaced. */
  noteProblems(problems: ReadonlyMap<string, string>): void {
    this.#changeAttachments((attachment) => {
      const problem = problems.get(attachment.id);
      return problem === undefined || problem === attachment.problem
        ? attachment
        : { ...attachment, problem };
    });
  }

  /**
   * Removes what was sent; text that has changed since and new attachments stay.
   * @param conversationId the conversation that it was sent in; it may no longer be the current one
   */
  removeSent(
    text: string,
    attachmentIds: readonly string[],
    conversationId = this.#owner.conversation,
  ): void {
    const isLeft = ({ id }: ComposerAttachment): boolean => !attachmentIds.includes(id);
    if (conversationId === this.#owner.conversation) {
      this.#draft = this.#draft === text ? '' : this.#draft;
      this.#setAttachments(this.#attachments.filter(isLeft));
      return;
    }
    // The conversation has a turn now.
    if (this.#visited.has(conversationId)) {
      this.#visited.set(conversationId, false);
    }
    const other = this.#findOther(conversationId);
    if (other !== undefined) {
      this.#putDraft({
        conversation: conversationId,
        text: other.text === text ? '' : other.text,
        attachments: other.attachments.filter(isLeft),
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
    return !hasText(this.#draft) && attachments.length === 0
      ? undefined
      : {
          conversation: this.#owner.conversation,
          ...(isNew && { isNew }),
          text: this.#draft,
          attachments,
        };
  }

  #findOther(conversationId: string): Draft | undefined {
    return this.#otherDrafts.find((one) => one.conversation === conversationId);
  }

  #changeOther(conversation: string, change: (draft: Draft) => Draft): void {
    const isNew = this.#visited.get(conversation);
    if (isNew !== undefined) {
      const empty = { conversation, ...(isNew && { isNew }), text: '', attachments: [] };
      this.#putDraft(change(this.#findOther(conversation) ?? empty));
    }
  }

  #takeDraft(conversationId: string): Draft | undefined {
    const draft = this.#findOther(conversationId);
    if (draft !== undefined) {
      this.#otherDrafts = this.#otherDrafts.filter((one) => one !== draft);
    }
    return draft;
  }

  /** Replaces the draft of a conversation; an empty one removes it. */
  #putDraft(draft: Draft): void {
    const isEmpty = !hasText(draft.text) && draft.attachments.length === 0;
    const rest = this.#otherDrafts.filter(({ conversation }) => conversation !== draft.conversation);
    this.#otherDrafts = isEmpty ? rest : [...rest, draft];
    this.#changed.fire();
  }

  /** Changes attachments in whichever conversation they are. */
  #changeAttachments(change: (attachment: ComposerAttachment) => ComposerAttachment): void {
    this.#otherDrafts = mapChanged(this.#otherDrafts, (draft) => {
      const attachments = mapChanged(draft.attachments, change);
      return attachments === draft.attachments ? draft : { ...draft, attachments };
    });
    this.#setAttachments(mapChanged(this.#attachments, change));
  }

  #setAttachments(attachments: readonly ComposerAttachment[]): void {
    this.#attachments = attachments;
    this.#changed.fire();
  }
}

/** Returns the same array if no item has changed. */
function mapChanged<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}
