import * as vscode from 'vscode';
import type { HiddenCharacter } from '../../core/hiddenCharacters.ts';
import { findSecrets } from '../../core/secrets/findSecrets.ts';
import { API_KEY_KIND, type FoundSecret, type SecretSource } from '../../core/secrets/foundSecret.ts';
import { withKnown } from '../../core/secrets/knownSecrets.ts';
import { redactSecrets } from '../../core/secrets/redactSecrets.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import { t } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import { hiddenTextIn, withoutHiddenText } from './hiddenText.ts';
import { dropOldest, SecretDecisions } from './secretDecisions.ts';
import { askBeforeSending, type TextToAsk } from './secretQuestion.ts';

/**
 * Maximum number of scanned texts, and of texts with decided hidden characters, to remember: more than all chips that are
 * shown at a time, or they would be scanned again and again.
 */
const MAX_TEXTS = 500;

/** Maximum time to wait for the API key before a text is stored. */
const KEY_TIMEOUT_MS = 1000;

/** A text that will be sent: the question, or the text or a name of an attachment. */
interface TextPart extends SecretSource {
  text: string;
  attachment?: ComposerAttachment;
  field: 'text' | 'path' | 'symbol';
}

/** What the user must decide about in a text. */
interface PartToAsk {
  part: TextPart;
  found: readonly FoundSecret[];
  hidden: readonly HiddenCharacter[];
}

/** Secrets in a text: those found by pattern, and also the API key as of the last comparison. */
interface Findings {
  byPattern: readonly FoundSecret[];
  withKey: readonly FoundSecret[];
}

type Scan = (part: TextPart) => readonly FoundSecret[];

/** Returns an error if neither form of a question can be sent. */
type WhyUnsendable = (original: WrittenQuestion, redacted: WrittenQuestion) => AskError | undefined;

/**
 * Finds secrets and hidden characters in questions and attachments before they are sent, and redacts or removes them
 * if the user agrees. What was decided about a secret holds for everything that is sent or stored from then on.
 */
export class SecretGuard implements vscode.Disposable {
  readonly #findings = new Map<string, Findings>();
  readonly #decisions = new SecretDecisions();
  /** Texts with hidden characters, and whether the user had them removed. */
  readonly #hidden = new Map<string, 'removed' | 'kept'>();
  readonly #connections: Pick<Connections, 'apiKey'>;
  readonly #foundEmitter = new vscode.EventEmitter<void>();
  readonly #decidedEmitter = new vscode.EventEmitter<void>();

  /** Fires when the result of `secretsIn` may have changed. */
  readonly onFound = this.#foundEmitter.event;
  /** Fires when more is redacted, so that what is stored must be written again. */
  readonly onDecided = this.#decidedEmitter.event;

  /** @param connections provides the API key to compare texts with; it is never stored here */
  constructor(connections: Pick<Connections, 'apiKey'>) {
    this.#connections = connections;
  }

  /**
   * The secrets in an attachment. Returns none until the text has been scanned, which this call starts.
   *
   * @returns `lines`: line numbers, in the attachment's source, of the secrets that the user will be asked about;
   * `redacted`: number of secrets that are redacted without asking
   */
  secretsIn(attachment: ComposerAttachment): { lines: number[]; redacted: number } {
    const part: TextPart = { ...attachment, attachment, field: 'text' };
    const found = this.#findings.get(keyOf(part))?.withKey;
    if (found === undefined) {
      void this.#scanner().then((scan) => scan(part).length > 0 && this.#foundEmitter.fire());
      return { lines: [], redacted: 0 };
    }
    const secrets = withKnown(attachment.text, found, this.#decisions.everywhere, undefined);
    const redacted = secrets.filter((secret) => this.#decisions.isRedacted(secret));
    const { startLine = 1 } = attachment;
    const lines = this.#undecided(secrets).map(({ line }) => startLine + line - 1);
    return { lines: [...new Set(lines)], redacted: redacted.length };
  }

  /**
   * The door for text that is sent or stored. The returned function replaces the API key and the secrets that the user
   * has redacted in this window; it must not be kept.
   * @param apiKey if absent, it is read; if that takes too long, it is not replaced
   */
  async redactor(apiKey?: string): Promise<Redact> {
    const key = apiKey ?? (await withTimeout(KEY_TIMEOUT_MS, this.#connections.apiKey(), undefined));
    const isAllowed = this.#decisions.isAllowed({ kind: API_KEY_KIND, values: [key ?? ''] });
    return (text) =>
      redactSecrets(text, withKnown(text, [], this.#decisions.everywhere, isAllowed ? undefined : key)).text;
  }

  /** Redacts and removes what the user has redacted or removed before in this window. */
  async redactKnown(question: WrittenQuestion): Promise<WrittenQuestion> {
    return this.#redactKnown(question, await this.#scanner());
  }

  #redactKnown(question: WrittenQuestion, scan: Scan): WrittenQuestion {
    const known = partsOf(question).map((part) => ({
      part,
      found: scan(part).filter((secret) => this.#decisions.isRedacted(secret)),
    }));
    let isRemoved = false;
    const redacted = replaceParts(question, known, (text) => {
      const clean = this.#hidden.get(text) === 'removed' ? withoutHiddenText(text) : text;
      isRemoved ||= clean !== text;
      return clean;
    });
    // Again, since hidden characters may have been inside of a secret.
    return isRemoved ? this.#redactKnown(redacted, scan) : redacted;
  }

  /**
   * Asks the user about secrets and hidden characters in a question and returns the form to send.
   *
   * @param whyUnsendable called with both forms; if it returns an error, that is returned without asking the user
   */
  async check(
    written: WrittenQuestion,
    whyUnsendable: WhyUnsendable = () => undefined,
  ): Promise<WrittenQuestion | AskError> {
    const scan = await this.#scanner();
    const question = this.#redactKnown(written, scan);
    const toAsk = this.#partsToConfirm(question, scan);
    if (toAsk.length === 0) {
      return question;
    }
    const cleaned = replaceParts(question, toAsk, withoutHiddenText);
    const error = whyUnsendable(question, cleaned);
    if (error !== undefined) {
      return error;
    }
    const choice = await askBeforeSending(toAsk.map(toTextToAsk));
    if (choice === undefined) {
      return { error: t('Nothing was sent.') };
    }
    for (const { part, found, hidden } of toAsk) {
      if (choice === 'redact') {
        this.#decisions.redact(found);
      } else {
        this.#decisions.allow(found);
      }
      if (hidden.length > 0) {
        const text = choice === 'redact' ? redactSecrets(part.text, found).text : part.text;
        this.#hidden.set(text, choice === 'redact' ? 'removed' : 'kept');
      }
    }
    dropOldest(this.#hidden, MAX_TEXTS);
    if (choice === 'redact') {
      this.#foundEmitter.fire();
      this.#decidedEmitter.fire();
      // Again, since what was redacted in one text may be in another, where it was not found.
      return this.redactKnown(cleaned);
    }
    return question;
  }

  /** Whether the user would be asked about secrets or hidden characters in a question. */
  async needsConfirmation(question: WrittenQuestion): Promise<boolean> {
    return this.#partsToConfirm(question, await this.#scanner()).length > 0;
  }

  dispose(): void {
    this.#foundEmitter.dispose();
    this.#decidedEmitter.dispose();
  }

  #partsToConfirm(question: WrittenQuestion, scan: Scan): PartToAsk[] {
    const parts = partsOf(question).map((part) => ({
      part,
      found: this.#undecided(scan(part)),
      hidden: this.#hidden.has(part.text) ? [] : hiddenTextIn(part.text),
    }));
    return parts.filter(({ found, hidden }) => found.length > 0 || hidden.length > 0);
  }

  #undecided(found: readonly FoundSecret[]): readonly FoundSecret[] {
    return found.filter(
      (secret) => !this.#decisions.isRedacted(secret) && !this.#decisions.isAllowed(secret),
    );
  }

  /** Reads the API key once for any number of texts. The returned function must not be kept. */
  async #scanner(): Promise<Scan> {
    const apiKey = await this.#connections.apiKey();
    return (part) => {
      const key = keyOf(part);
      const byPattern = this.#findings.get(key)?.byPattern ?? findSecrets(part.text, part);
      const withKey = withKnown(part.text, byPattern, [], apiKey);
      if (part.field === 'text') {
        this.#findings.set(key, { byPattern, withKey });
        dropOldest(this.#findings, MAX_TEXTS);
      }
      return withKnown(part.text, withKey, this.#decisions.everywhere, undefined);
    };
  }
}

function partsOf({ text, attachments }: WrittenQuestion): TextPart[] {
  const question: TextPart = { path: '', languageId: 'plaintext', text, field: 'text' };
  return [
    question,
    ...attachments.flatMap((attachment): TextPart[] => {
      const { path, symbol } = attachment;
      const name = { path: '', languageId: 'plaintext', attachment };
      return [
        { ...attachment, attachment, field: 'text' },
        { ...name, text: path, field: 'path' },
        ...(symbol === undefined ? [] : [{ ...name, text: symbol, field: 'symbol' as const }]),
      ];
    }),
  ];
}

/** @param clean called with the redacted text of each part */
function replaceParts(
  question: WrittenQuestion,
  parts: readonly Pick<PartToAsk, 'part' | 'found'>[],
  clean: (text: string) => string,
): WrittenQuestion {
  const replaced = (attachment?: ComposerAttachment) => {
    const own = parts.filter(({ part }) => part.attachment === attachment);
    return {
      texts: own.map(({ part, found }) => [part.field, clean(redactSecrets(part.text, found).text)] as const),
      count: own.reduce((sum, { found }) => sum + found.length, 0),
    };
  };
  return {
    text: replaced().texts[0]?.[1] ?? question.text,
    attachments: question.attachments.map((attachment) => {
      const { texts, count } = replaced(attachment);
      return texts.every(([field, text]) => attachment[field] === text)
        ? attachment
        : {
            ...attachment,
            ...Object.fromEntries(texts),
            ...(count > 0 && { redacted: (attachment.redacted ?? 0) + count }),
          };
    }),
  };
}

function keyOf({ path, languageId, text }: TextPart): string {
  return [path, languageId, text].join('\0');
}

function toTextToAsk({ part: { attachment, field }, found, hidden }: PartToAsk): TextToAsk {
  return {
    found,
    hidden,
    ...(attachment && { path: attachment.path, firstLine: attachment.startLine ?? 1 }),
    ...(field !== 'text' && { isName: true }),
  };
}
