import { API_KEY_KIND, type FoundSecret } from '../../core/secrets/foundSecret.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';

/** Maximum number of secrets per conversation, and of conversations. */
const MAX_SECRETS = 1000;
const MAX_CONVERSATIONS = 50;

/**
 * Secrets that the user has redacted in live attachments, per conversation. Live attachments are re-read before each
 * question, so the same secrets are redacted again without asking. For snapshots, the user is asked each time.
 * Kept only in memory.
 */
export class RedactedSecrets {
  readonly #currentConversationId: () => string;
  readonly #secrets = new Map<string, Set<string>>();

  /** @param currentConversationId returns the id of the current conversation */
  constructor(currentConversationId: () => string) {
    this.#currentConversationId = currentConversationId;
  }

  remember(attachment: ComposerAttachment, found: readonly FoundSecret[]): void {
    if (!isLive(attachment)) {
      return;
    }
    const id = this.#currentConversationId();
    const known = this.#secrets.get(id) ?? new Set();
    this.#secrets.set(id, known);
    for (const secret of found) {
      known.add(secretKeyOf(attachment, secret));
    }
    dropOldest(known, MAX_SECRETS);
    dropOldest(this.#secrets, MAX_CONVERSATIONS);
  }

  /** The secrets of an attachment that are redacted without asking. */
  knownIn(attachment: ComposerAttachment, found: readonly FoundSecret[]): readonly FoundSecret[] {
    const known = isLive(attachment) ? this.#secrets.get(this.#currentConversationId()) : undefined;
    return known === undefined ? [] : found.filter((secret) => known.has(secretKeyOf(attachment, secret)));
  }
}

/**
 * Identifies a secret by its text, but the API key by its kind, so that no copy of the key is kept.
 */
function secretKeyOf({ text }: ComposerAttachment, { kind, start, end }: FoundSecret): string {
  return kind === API_KEY_KIND ? kind : text.slice(start, end);
}

/** Removes the oldest entries until `maxEntries` are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxEntries: number): void {
  for (const key of [...entries.keys()].slice(0, -maxEntries)) {
    entries.delete(key);
  }
}
