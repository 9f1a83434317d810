import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { FoundSecret, SecretSource } from '../../core/secrets/foundSecret.ts';
import { redactSecrets } from '../../core/secrets/redactSecrets.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import { t } from '../vscodeUi.ts';
import { dropOldest, RedactedSecrets } from './redactedSecrets.ts';
import { askAboutSecrets, type TextWithSecrets } from './secretQuestion.ts';

/** Maximum number of scanned texts, and of allowed texts, to remember. */
const MAX_TEXTS = 50;

/** A text that will be sent: the question or an attachment. */
interface TextPart extends SecretSource {
  text: string;
  attachment?: ComposerAttachment;
}

interface PartWithSecrets {
  part: TextPart;
  found: readonly FoundSecret[];
}

/** Secrets in a text: those found by pattern, and all, including the API key as of the last comparison. */
interface Findings {
  byPattern: readonly FoundSecret[];
  all: readonly FoundSecret[];
}

/** Returns an error if neither form of a question can be sent. */
type WhyUnsendable = (original: WrittenQuestion, redacted: WrittenQuestion) => AskError | undefined;

/** Finds secrets in questions and attachments before they are sent, and redacts them if the user agrees. */
export class SecretGuard implements vscode.Disposable {
  readonly #findings = new Map<string, Findings>();
  readonly #allowed = new Set<string>();
  readonly #redacted: RedactedSecrets;
  readonly #connections: Pick<Connections, 'apiKey'>;
  readonly #foundEmitter = new vscode.EventEmitter<void>();

  /** Fires when the result of `secretsIn` may have changed. */
  readonly onFound = this.#foundEmitter.event;

  /** @param connections provides the API key to compare texts with; it is never stored here */
  constructor(conversations: Pick<Conversations, 'current'>, connections: Pick<Connections, 'apiKey'>) {
    this.#redacted = new RedactedSecrets(() => conversations.current.conversation.id);
    this.#connections = connections;
  }

  /**
   * The secrets in an attachment. Returns none until the text has been scanned, which this call starts.
   *
   * @returns `lines`: line numbers, in the attachment's source, of the secrets that the user will be asked about;
   * `redacted`: number of secrets that are redacted without asking
   */
  secretsIn(attachment: ComposerAttachment): { lines: number[]; redacted: number } {
    const found = this.#findings.get(keyOf(attachment))?.all;
    if (found === undefined) {
      void this.#scan(attachment).then((secrets) => secrets.length > 0 && this.#foundEmitter.fire());
      return { lines: [], redacted: 0 };
    }
    const known = this.#redacted.knownIn(attachment, found);
    const { startLine = 1 } = attachment;
    const lines = found.filter((secret) => !known.includes(secret)).map(({ line }) => startLine + line - 1);
    return { lines: [...new Set(lines)], redacted: known.length };
  }

  /** Redacts the secrets that the user has redacted before in live attachments of this conversation. */
  async redactKnown({ text, attachments }: WrittenQuestion): Promise<WrittenQuestion> {
    const parts = await Promise.all(
      attachments.map(async (attachment) => ({
        part: { ...attachment, attachment },
        found: this.#redacted.knownIn(attachment, await this.#scan(attachment)),
      })),
    );
    return redactParts(
      { text, attachments },
      parts.filter(({ found }) => found.length > 0),
    );
  }

  /**
   * Asks the user about secrets in a question and returns the form to send.
   *
   * @param whyUnsendable called with both forms; if it returns an error, that is returned without asking the user
   */
  async check(
    written: WrittenQuestion,
    whyUnsendable: WhyUnsendable = () => undefined,
  ): Promise<WrittenQuestion | AskError> {
    const question = await this.redactKnown(written);
    const toAsk = await this.#partsToConfirm(question);
    if (toAsk.length === 0) {
      return question;
    }
    const redacted = redactParts(question, toAsk);
    const error = whyUnsendable(question, redacted);
    if (error !== undefined) {
      return error;
    }
    const choice = await askAboutSecrets(toAsk.map(({ part, found }) => toTextWithSecrets(part, found)));
    if (choice === undefined) {
      return { error: t('Nothing was sent.') };
    }
    if (choice === 'redact') {
      for (const { part, found } of toAsk) {
        if (part.attachment !== undefined) {
          this.#redacted.remember(part.attachment, found);
        }
      }
      this.#foundEmitter.fire();
      return redacted;
    }
    for (const one of toAsk) {
      remember(this.#allowed, allowedKeyOf(one));
    }
    return question;
  }

  /** Whether the user would be asked about secrets in a question. */
  async needsConfirmation(question: WrittenQuestion): Promise<boolean> {
    return (await this.#partsToConfirm(question)).length > 0;
  }

  dispose(): void {
    this.#foundEmitter.dispose();
  }

  async #partsToConfirm({ text, attachments }: WrittenQuestion): Promise<PartWithSecrets[]> {
    const question: TextPart = { path: '', languageId: 'plaintext', text };
    const parts = [question, ...attachments.map((attachment) => ({ ...attachment, attachment }))];
    const scanned = await Promise.all(parts.map(async (part) => ({ part, found: await this.#scan(part) })));
    return scanned.filter((one) => one.found.length > 0 && !this.#allowed.has(allowedKeyOf(one)));
  }

  async #scan(part: TextPart): Promise<readonly FoundSecret[]> {
    const key = keyOf(part);
    const apiKey = await this.#connections.apiKey();
    const { findSecrets, withApiKey } = await import('../../core/secrets/findSecrets.ts');
    const byPattern = this.#findings.get(key)?.byPattern ?? findSecrets(part.text, part);
    const all = withApiKey(part.text, byPattern, apiKey);
    this.#findings.set(key, { byPattern, all });
    dropOldest(this.#findings, MAX_TEXTS);
    return all;
  }
}

function redactParts(
  { text, attachments }: WrittenQuestion,
  parts: readonly PartWithSecrets[],
): WrittenQuestion {
  const redacted = new Map(
    parts.map(({ part, found }) => [part.attachment, redactSecrets(part.text, found)]),
  );
  return {
    text: redacted.get(undefined)?.text ?? text,
    attachments: attachments.map((attachment) => {
      const result = redacted.get(attachment);
      return result === undefined
        ? attachment
        : { ...attachment, text: result.text, redacted: (attachment.redacted ?? 0) + result.count };
    }),
  };
}

function keyOf({ path, languageId, text }: TextPart): string {
  return [path, languageId, text].join('\0');
}

/**
 * Includes the secrets, so that the user is asked again if others are found in an allowed text, for example after the
 * API key has changed.
 */
function allowedKeyOf({ part, found }: PartWithSecrets): string {
  return [keyOf(part), ...found.map(({ kind, start, end }) => `${kind} ${start} ${end}`)].join('\0');
}

function remember(keys: Set<string>, key: string): void {
  keys.add(key);
  dropOldest(keys, MAX_TEXTS);
}

function toTextWithSecrets({ attachment }: TextPart, found: readonly FoundSecret[]): TextWithSecrets {
  return {
    found,
    ...(attachment && { path: attachment.path, firstLine: attachment.startLine ?? 1 }),
  };
}
