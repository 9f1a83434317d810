import * as vscode from 'vscode';
import type { Conversations } from '../../core/asking/conversations.ts';
import type { FoundSecret, SecretSource } from '../../core/secrets/foundSecret.ts';
import { redactSecrets } from '../../core/secrets/redactSecrets.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import { dropOldest, RedactedSecrets } from './redactedSecrets.ts';
import { askAboutSecrets, type TextWithSecrets } from './secretQuestion.ts';

/** As many texts are remembered, both of those looked through and of those that may be sent as they are. */
const MAX_TEXTS = 50;

/** A text that is about to be sent: the question's own, or that of an attachment. */
interface TextPart extends SecretSource {
  text: string;
  attachment?: ComposerAttachment;
}

/** A part with what was found in it. */
interface PartWithSecrets {
  part: TextPart;
  found: readonly FoundSecret[];
}

/** What was found in a text: by how it looks, and with the API key of the service as it was when it was last compared. */
interface Findings {
  byPattern: readonly FoundSecret[];
  all: readonly FoundSecret[];
}

/** Says why neither of two forms of a question can be sent, where that is so. */
type WhyUnsendable = (asItIs: WrittenQuestion, redacted: WrittenQuestion) => AskError | undefined;

/** Points out secrets in what is about to be sent, and takes them out where the user wants it. */
export class SecretGuard implements vscode.Disposable {
  readonly #findings = new Map<string, Findings>();
  readonly #allowed = new Set<string>();
  readonly #redacted: RedactedSecrets;
  readonly #connections: Pick<Connections, 'apiKey'>;
  readonly #foundEmitter = new vscode.EventEmitter<void>();

  /** Fires when `secretsIn` knows more than before. */
  readonly onFound = this.#foundEmitter.event;

  /** @param connections has the key of the service, which each text is compared with, and which is kept nowhere here */
  constructor(conversations: Pick<Conversations, 'current'>, connections: Pick<Connections, 'apiKey'>) {
    this.#redacted = new RedactedSecrets(() => conversations.current.conversation.id);
    this.#connections = connections;
  }

  /**
   * The secrets in an attachment; none as long as the text has not been looked through, which the call sets going.
   *
   * @returns the lines in which those begin that the user will be asked about, with the numbers that they have in the
   * attachment's document, and how many are taken out without a question
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

  /** A question without what the user had taken out before of what is live in it, in this conversation. */
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
   * The question as it may be sent, once the user has said what becomes of the secrets in it.
   *
   * @param whyUnsendable why it can't be sent whatever they say, as it is or without its secrets: then they are not asked
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
    const problem = whyUnsendable(question, redacted);
    if (problem !== undefined) {
      return problem;
    }
    const answer = await askAboutSecrets(toAsk.map(({ part, found }) => toTextWithSecrets(part, found)));
    if (answer === undefined) {
      return { error: vscode.l10n.t('Nothing was sent.') };
    }
    if (answer === 'redact') {
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

  /** Whether the user would be asked about a question. */
  async needsConfirmation(question: WrittenQuestion): Promise<boolean> {
    return (await this.#partsToConfirm(question)).length > 0;
  }

  dispose(): void {
    this.#foundEmitter.dispose();
  }

  async #partsToConfirm({ text, attachments }: WrittenQuestion): Promise<PartWithSecrets[]> {
    const question: TextPart = { path: '', languageId: 'plaintext', text };
    const parts = [question, ...attachments.map((attachment) => ({ ...attachment, attachment }))];
    const looked = await Promise.all(parts.map(async (part) => ({ part, found: await this.#scan(part) })));
    return looked.filter((one) => one.found.length > 0 && !this.#allowed.has(allowedKeyOf(one)));
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
      const without = redacted.get(attachment);
      return without === undefined
        ? attachment
        : { ...attachment, text: without.text, redacted: (attachment.redacted ?? 0) + without.count };
    }),
  };
}

function keyOf({ path, languageId, text }: TextPart): string {
  return [path, languageId, text].join('\0');
}

/** What was allowed with one secret in it is asked about again where another is found, such as a key that is new. */
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
