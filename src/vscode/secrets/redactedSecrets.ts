import { API_KEY_KIND, type FoundSecret } from '../../core/secrets/foundSecret.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';

/** As many are remembered of a conversation, and of so many conversations. */
const MAX_SECRETS = 1000;
const MAX_CONVERSATIONS = 50;

/**
 * The secrets that the user had taken out of what is live, by conversation: they are taken out of it there from then
 * on, since it is read anew for each question. In memory alone. Of what is attached as a copy, each is asked about.
 */
export class RedactedSecrets {
  readonly #currentConversationId: () => string;
  readonly #secrets = new Map<string, Set<string>>();

  /** @param currentConversationId the id of the one that is shown */
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

  /** Those of what was found in an attachment that are taken out of it without a question. */
  knownIn(attachment: ComposerAttachment, found: readonly FoundSecret[]): readonly FoundSecret[] {
    const known = isLive(attachment) ? this.#secrets.get(this.#currentConversationId()) : undefined;
    return known === undefined ? [] : found.filter((secret) => known.has(secretKeyOf(attachment, secret)));
  }
}

/** What a secret is known by: its text, but for the key of the service, which is kept nowhere but in its storage. */
function secretKeyOf({ text }: ComposerAttachment, { kind, start, end }: FoundSecret): string {
  return kind === API_KEY_KIND ? kind : text.slice(start, end);
}

/** Leaves so many of what was put in last. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxEntries: number): void {
  for (const key of [...entries.keys()].slice(0, -maxEntries)) {
    entries.delete(key);
  }
}
