import * as vscode from 'vscode';
import type { Turn } from '../../core/conversation/conversation.ts';
import { replaceTexts, type SentText, sentTextsOf } from '../../core/conversation/sentTexts.ts';
import type { HiddenCharacter } from '../../core/hiddenCharacters.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../core/history/files/historyClock.ts';
import { findSecrets } from '../../core/secrets/findSecrets.ts';
import { API_KEY_KIND, type FoundSecret, type SecretKind } from '../../core/secrets/foundSecret.ts';
import { hiddenTextIn, withoutHiddenText } from '../../core/secrets/hiddenText.ts';
import { formsOf, isDistinctiveHere, withKnown } from '../../core/secrets/knownSecrets.ts';
import type { KnownTexts } from '../../core/secrets/pieceRedactor.ts';
import { redactSecrets } from '../../core/secrets/redactSecrets.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import { t } from '../vscodeUi.ts';
import { withTimeout } from '../withTimeout.ts';
import { dropOldest, SecretDecisions } from './secretDecisions.ts';
import { askBeforeSending, type TextToAsk } from './secretQuestion.ts';

/**
 * Maximum number of scanned texts, and of texts with decided hidden characters, to remember: more than all chips that are
 * shown at a time, or they would be scanned again and again.
 */
const MAX_TEXTS = 500;

/** Maximum time to wait for the API key before a text is stored. */
const KEY_TIMEOUT_MS = 1000;

/** A text that is sent: of the new question, or of a turn that the service doesn't have yet. */
interface TextPart extends SentText<ComposerAttachment> {
  turn?: Turn;
}

/** What was found in a text. */
interface FoundInPart {
  part: TextPart;
  found: readonly FoundSecret[];
  hidden: readonly HiddenCharacter[];
}

/** Secrets in a text: those found by pattern, and also the API key as of the last comparison. */
interface Findings {
  byPattern: readonly FoundSecret[];
  withKey: readonly FoundSecret[];
}

type KnownSecret = readonly [text: string, kind: SecretKind];

type Scan = (part: TextPart) => readonly FoundSecret[];

/** Turns that are sent with a question and that the service doesn't have yet. */
export interface NewTurns {
  readonly turns: readonly Turn[];
  /** Called with the ids of turns in which secrets and hidden text are to be replaced from now on. */
  mask(turnIds: ReadonlySet<string>): void;
}

const NO_TURNS: NewTurns = { turns: [], mask: () => {} };

/** Returns an error if neither form of a question can be sent. */
type WhyUnsendable = (original: WrittenQuestion, redacted: WrittenQuestion) => AskError | undefined;

/**
 * Finds secrets and hidden characters in questions and attachments before they are sent, and redacts or removes them
 * if the user agrees. What was decided about a secret holds for everything that is sent or stored from then on.
 */
export class SecretGuard implements vscode.Disposable {
  readonly #findings = new Map<string, Findings>();
  readonly #decisions = new SecretDecisions(() => this.#connections.baseUrl);
  /** Texts whose hidden characters the user had removed. */
  readonly #removed = new Set<string>();
  /** Texts that the user sent with their hidden characters, and where. */
  readonly #kept = new Set<string>();
  readonly #connections: Pick<Connections, 'apiKey' | 'baseUrl'>;
  readonly #foundEmitter = new vscode.EventEmitter<void>();
  readonly #decidedEmitter = new vscode.EventEmitter<void>();

  /** Fires when the result of `secretsIn` may have changed. */
  readonly onFound = this.#foundEmitter.event;
  /** Fires when more is redacted, so that what is stored must be written again. */
  readonly onDecided = this.#decidedEmitter.event;

  /** @param connections provides the API key to compare texts with; it is never stored here */
  constructor(connections: Pick<Connections, 'apiKey' | 'baseUrl'>) {
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
    const known = this.knownTexts(key);
    return (text) => redactSecrets(text, known.findIn(text)).text;
  }

  /** What `redactor` replaces. It must not be kept longer than the request with this API key. */
  knownTexts(apiKey: string | undefined): KnownTexts {
    const isAllowed = this.#decisions.isAllowed({ kind: API_KEY_KIND, values: [apiKey ?? ''] });
    const key = isAllowed ? undefined : apiKey;
    const { everywhere } = this.#decisions;
    return {
      *all() {
        yield* key ? formsOf(key) : [];
        yield* [...everywhere].map(([text]) => text);
      },
      findIn: (text) => withKnown(text, [], everywhere, key),
    };
  }

  /** The door for what is stored of a question beside its conversation: also replaces what is redacted in questions only. */
  async questionRedactor(): Promise<Redact> {
    const redact = await this.redactor();
    return (text) => {
      const redacted = redact(text);
      return redactSecrets(redacted, withKnown(redacted, [], this.#decisions.short, undefined)).text;
    };
  }

  /** Redacts and removes what the user has redacted or removed before in this window. */
  async redactKnown(question: WrittenQuestion): Promise<WrittenQuestion> {
    return this.#redactKnown(question, await this.#scanner());
  }

  /** @param shortValues what was redacted in this question and is too short to be redacted everywhere */
  #redactKnown(
    question: WrittenQuestion,
    scan: Scan,
    shortValues: readonly KnownSecret[] = [],
  ): WrittenQuestion {
    const decided = sentTextsOf(question).map((part) => ({
      part,
      found: scan(part).filter((secret) => this.#decisions.isRedacted(secret)),
    }));
    const here = [...shortValues, ...shortValuesIn(decided)];
    const known = decided.map(({ part, found }) => ({
      part,
      found: withKnown(part.text, found, here, undefined),
    }));
    let isRemoved = false;
    const redacted = replaceTexts(question, known, (text) => {
      const clean = this.#removed.has(text) ? withoutHiddenText(text) : text;
      isRemoved ||= clean !== text;
      return clean;
    });
    // Again, since hidden characters may have been inside of a secret.
    return isRemoved ? this.#redactKnown(redacted, scan, here) : redacted;
  }

  /**
   * Asks the user about secrets and hidden characters in what is about to be sent, and returns the form of the question to
   * send.
   *
   * @param whyUnsendable called with both forms; if it returns an error, that is returned without asking the user
   */
  async check(
    written: WrittenQuestion,
    { turns, mask }: NewTurns = NO_TURNS,
    whyUnsendable: WhyUnsendable = () => undefined,
  ): Promise<WrittenQuestion | AskError> {
    const scan = await this.#scanner();
    const question = this.#redactKnown(written, scan);
    const inTurns = await this.#search(turns, scan);
    const toAsk = [...inPartsOf(question, scan), ...inTurns].flatMap((part) => this.#toConfirm(part));
    const inQuestion = toAsk.filter(({ part }) => part.turn === undefined);
    const cleaned = replaceTexts(question, inQuestion, withoutHiddenText);
    const error = toAsk.length > 0 ? whyUnsendable(question, cleaned) : undefined;
    if (error !== undefined) {
      return error;
    }
    const choice = toAsk.length > 0 ? await askBeforeSending(toAsk.map(toTextToAsk)) : 'sendAsItIs';
    if (choice === undefined) {
      return { error: t('Nothing was sent.') };
    }
    this.#decide(toAsk, choice);
    const masked = inTurns
      .filter((part) => this.#isReplaced(part))
      .flatMap(({ part }) => part.turn?.id ?? []);
    if (masked.length > 0) {
      mask(new Set(masked));
    }
    if (choice === 'sendAsItIs') {
      return question;
    }
    this.#foundEmitter.fire();
    this.#decidedEmitter.fire();
    // Again, since what was redacted in one text may be in another, where it was not found.
    return this.#redactKnown(cleaned, scan, shortValuesIn(inQuestion));
  }

  /** Whether the user would be asked about secrets or hidden characters. */
  async needsConfirmation(question: WrittenQuestion, turns: readonly Turn[] = []): Promise<boolean> {
    const scan = await this.#scanner();
    const found = [...inPartsOf(question, scan), ...(await this.#search(turns, scan))];
    return found.some((part) => this.#toConfirm(part).length > 0);
  }

  /** What is in turns that are not masked yet. The API key is redacted in all that is sent. */
  async #search(turns: readonly Turn[], scan: Scan): Promise<FoundInPart[]> {
    const slicer = new TimeSlicer(SYSTEM_CLOCK);
    const found: FoundInPart[] = [];
    for (const turn of turns.filter(({ isMasked }) => !isMasked)) {
      found.push(
        ...inPartsOf(turn, scan).map((one) => ({
          part: { ...one.part, turn },
          found: one.found.filter(({ kind }) => kind !== API_KEY_KIND),
          hidden: one.hidden,
        })),
      );
      await slicer.yieldIfDue();
    }
    return found;
  }

  /** What of a text the user has not decided yet; none if that is nothing. */
  #toConfirm({ part, found, hidden }: FoundInPart): FoundInPart[] {
    const undecided = this.#undecided(found);
    const unseen = this.#removed.has(part.text) || this.#kept.has(this.#keptKey(part.text)) ? [] : hidden;
    return undecided.length > 0 || unseen.length > 0 ? [{ part, found: undecided, hidden: unseen }] : [];
  }

  /** Whether the user has had something in a text redacted or removed. */
  #isReplaced({ part, found, hidden }: FoundInPart): boolean {
    return (
      (hidden.length > 0 && this.#removed.has(part.text)) ||
      found.some((secret) => this.#decisions.isRedacted(secret))
    );
  }

  #decide(toAsk: readonly FoundInPart[], choice: 'redact' | 'sendAsItIs'): void {
    for (const { part, found, hidden } of toAsk) {
      if (choice === 'redact') {
        this.#decisions.redact(found);
      } else {
        this.#decisions.allow(found);
      }
      if (hidden.length > 0 && choice === 'redact') {
        // Of a turn, the text stays as it is.
        this.#removed.add(part.turn === undefined ? redactSecrets(part.text, found).text : part.text);
      } else if (hidden.length > 0) {
        this.#kept.add(this.#keptKey(part.text));
      }
    }
    dropOldest(this.#removed, MAX_TEXTS);
    dropOldest(this.#kept, MAX_TEXTS);
  }

  #keptKey(text: string): string {
    return `${this.#connections.baseUrl}\0${text}`;
  }

  dispose(): void {
    this.#foundEmitter.dispose();
    this.#decidedEmitter.dispose();
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

function inPartsOf(sent: WrittenQuestion | Turn, scan: Scan): FoundInPart[] {
  return sentTextsOf(sent).map((part) => ({ part, found: scan(part), hidden: hiddenTextIn(part.text) }));
}

/** What was found that is too short to be redacted wherever it occurs. */
function shortValuesIn(parts: readonly Pick<FoundInPart, 'found'>[]): KnownSecret[] {
  return parts.flatMap(({ found }) =>
    found.flatMap(({ kind, values }) =>
      values
        .filter(isDistinctiveHere)
        .flatMap((value) => formsOf(value).map((form) => [form, kind] as const)),
    ),
  );
}

function keyOf({ path, languageId, text }: TextPart): string {
  return [path, languageId, text].join('\0');
}

function toTextToAsk({ part: { attachment, field, turn }, found, hidden }: FoundInPart): TextToAsk {
  return {
    found,
    hidden,
    ...(attachment && { path: attachment.path, firstLine: attachment.startLine ?? 1 }),
    ...(field !== 'text' && { isName: true }),
    ...(turn && { turn: turn.kind }),
  };
}
