import { API_KEY_KIND, type FoundSecret, type SecretKind } from '../../core/secrets/foundSecret.ts';
import { formsOf, isDistinctive, isDistinctiveHere } from '../../core/secrets/knownSecrets.ts';

/** Maximum number of texts to remember of each kind. */
const MAX_TEXTS = 4000;

/**
 * What the user has decided about secrets in this window, by their values: to redact them, wherever they go, or to send
 * them to one service. Only in memory, and without a copy of an API key that was redacted.
 */
export class SecretDecisions {
  /** Texts of redacted secrets: their values, in all forms. */
  readonly #redacted = new Map<string, SecretKind>();
  /** Those that are redacted wherever they occur. Others, such as words, only where they are found as a secret. */
  readonly #everywhere = new Map<string, SecretKind>();
  /** Those that are redacted in their question only, and in what is stored of it beside the conversation. */
  readonly #short = new Map<string, SecretKind>();
  readonly #allowed = new Set<string>();
  #isApiKeyRedacted = false;
  readonly #service: () => string;

  /** @param service returns what identifies the service that is used now */
  constructor(service: () => string) {
    this.#service = service;
  }

  /** The texts to redact wherever they occur. */
  get everywhere(): Iterable<readonly [text: string, kind: SecretKind]> {
    return this.#everywhere;
  }

  get short(): Iterable<readonly [text: string, kind: SecretKind]> {
    return this.#short;
  }

  redact(found: readonly Pick<FoundSecret, 'kind' | 'values'>[]): void {
    for (const { kind, values } of found) {
      this.#isApiKeyRedacted ||= kind === API_KEY_KIND;
      for (const value of kind === API_KEY_KIND ? [] : values) {
        this.#allowed.delete(this.#allowedText(value));
        for (const form of formsOf(value)) {
          this.#redacted.set(form, kind);
          if (isDistinctive(value)) {
            this.#everywhere.set(form, kind);
          } else if (isDistinctiveHere(value)) {
            this.#short.set(form, kind);
          }
        }
      }
    }
    dropOldest(this.#redacted, MAX_TEXTS);
    dropOldest(this.#everywhere, MAX_TEXTS);
    dropOldest(this.#short, MAX_TEXTS);
  }

  allow(found: readonly FoundSecret[]): void {
    for (const text of found.flatMap((secret) => this.#allowedTextsOf(secret))) {
      this.#allowed.add(text);
    }
    dropOldest(this.#allowed, MAX_TEXTS);
  }

  isRedacted({ kind, values }: Pick<FoundSecret, 'kind' | 'values'>): boolean {
    return kind === API_KEY_KIND ? this.#isApiKeyRedacted : values.some((value) => this.#redacted.has(value));
  }

  isAllowed(secret: Pick<FoundSecret, 'kind' | 'values'>): boolean {
    return this.#allowedTextsOf(secret).every((text) => this.#allowed.has(text));
  }

  /** The API key is another decision than the same text before it was the key. */
  #allowedTextsOf({ kind, values }: Pick<FoundSecret, 'kind' | 'values'>): string[] {
    return values.map((value) => this.#allowedText(kind === API_KEY_KIND ? `${kind}\0${value}` : value));
  }

  #allowedText(text: string): string {
    return `${this.#service()}\0${text}`;
  }
}

/** Removes the oldest entries until `maxEntries` are left. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, maxEntries: number): void {
  for (const key of [...entries.keys()].slice(0, -maxEntries)) {
    entries.delete(key);
  }
}
