import { type FoundSecret, OWN_KEY } from '../../core/secrets/foundSecret.ts';
import { type ComposerAttachment, isLive } from '../composer/composerAttachment.ts';

/** As many are remembered of a conversation, and of so many conversations. */
const MOST_SECRETS = 1000;
const MOST_CONVERSATIONS = 50;

/**
 * The secrets that the user had taken out of what is live, by conversation: they are taken out of it there from then
 * on, since it is read anew for each question. In memory alone. Of what is attached as a copy, each is asked about.
 */
export class RedactedSecrets {
  readonly #conversation: () => string;
  readonly #secrets = new Map<string, Set<string>>();

  /** @param conversation the id of the one that is shown */
  constructor(conversation: () => string) {
    this.#conversation = conversation;
  }

  remember(attachment: ComposerAttachment, found: readonly FoundSecret[]): void {
    if (!isLive(attachment)) {
      return;
    }
    const id = this.#conversation();
    const known = this.#secrets.get(id) ?? new Set();
    this.#secrets.set(id, known);
    for (const secret of found) {
      known.add(textOf(attachment, secret));
    }
    dropOldest(known, MOST_SECRETS);
    dropOldest(this.#secrets, MOST_CONVERSATIONS);
  }

  /** Those of what was found in an attachment that are taken out of it without a question. */
  knownIn(attachment: ComposerAttachment, found: readonly FoundSecret[]): readonly FoundSecret[] {
    const known = isLive(attachment) ? this.#secrets.get(this.#conversation()) : undefined;
    return known === undefined ? [] : found.filter((secret) => known.has(textOf(attachment, secret)));
  }
}

/** What a secret is known by: its text, but for the key of the service, which is kept nowhere but in its storage. */
function textOf({ text }: ComposerAttachment, { kind, start, end }: FoundSecret): string {
  return kind === OWN_KEY ? kind : text.slice(start, end);
}

/** Leaves so many of what was put in last. */
export function dropOldest(kept: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of [...kept.keys()].slice(0, -most)) {
    kept.delete(key);
  }
}
