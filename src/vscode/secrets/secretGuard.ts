import * as vscode from 'vscode';
import { firstLineOf, type Turn } from '../../core/conversation/conversation.ts';
import { firstWords } from '../../core/conversation/firstWords.ts';
import { maskedValues } from '../../core/conversation/maskTurns.ts';
import { replaceTexts, type SentText, sentTextsOf } from '../../core/conversation/sentTexts.ts';
import { type TurnsToMask, turnsToMask } from '../../core/conversation/sentTo.ts';
import type { HiddenCharacter } from '../../core/hiddenCharacters.ts';
import { SYSTEM_CLOCK, TimeSlicer } from '../../core/history/files/historyClock.ts';
import { findInChanged } from '../../core/secrets/findInChanged.ts';
import { findSecrets } from '../../core/secrets/findSecrets.ts';
import { API_KEY_KIND, type FoundSecret } from '../../core/secrets/foundSecret.ts';
import { hiddenTextIn, withoutHiddenText } from '../../core/secrets/hiddenText.ts';
import { formsOf, type KnownSecret, shortSecretsIn, withKnown } from '../../core/secrets/knownSecrets.ts';
import type { KnownTexts } from '../../core/secrets/pieceRedactor.ts';
import { redactSecrets } from '../../core/secrets/redactSecrets.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import { failed } from '../actionResult.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { AskError, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import { t } from '../uiText.ts';
import { withTimeout } from '../withTimeout.ts';
import { dropOldest, SecretDecisions } from './secretDecisions.ts';
import { askBeforeSending, type TextToAsk } from './secretQuestion.ts';

/** Maximum number of texts with decided hidden characters to remember. */
const MAX_TEXTS = 500;

/** Maximum number of chips whose last text is remembered: more than are shown at a time. */
const MAX_CHIPS = 100;

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

/** What was found in the text of a chip. */
interface SearchedChip {
  /** The attachment when it was searched. */
  chip: ComposerAttachment;
  byPattern: readonly FoundSecret[];
  /** Also the API key as of the last comparison. */
  withKey: readonly FoundSecret[];
  /** Whether all of the text was searched, not only what has changed in it. */
  isWhole: boolean;
}

type Scan = (part: TextPart) => readonly FoundSecret[];

/** Turns that are sent with a question and that the service doesn't have yet. */
export interface NewTurns {
  readonly turns: readonly Turn[];
  /** All of the conversation that the service doesn't have yet, also those that are left out of this request. */
  readonly all: readonly Turn[];
  /** Base URL of the service that the user saw when they asked. */
  readonly baseUrl: string;
  /** Called with the turns in which secrets and hidden text are to be replaced from now on, and what was found in each. */
  mask(toMask: TurnsToMask): void;
}

const NO_TURNS = (baseUrl: string): NewTurns => ({ turns: [], all: [], mask: () => {}, baseUrl });

/** Returns an error if neither form of a question can be sent. */
type WhyUnsendable = (original: WrittenQuestion, redacted: WrittenQuestion) => AskError | undefined;

/**
 * Finds secrets and hidden characters in what a service doesn't have yet before it is sent, and redacts or removes them if
 * the user agrees. What was decided about a secret holds for everything that is sent or stored from then on.
 */
export class SecretGuard implements vscode.Disposable {
  /** By the id of the attachment. */
  readonly #chips = new Map<string, SearchedChip>();
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
   * The secrets in an attachment. A text that was not searched yet is searched from this call on; until then, it has those
   * of its earlier text.
   *
   * @returns `lines`: line numbers, in the attachment's source, of the secrets that the user will be asked about;
   * `redacted`: number of secrets that are redacted without asking
   */
  secretsIn(attachment: ComposerAttachment): { lines: number[]; redacted: number } {
    const searched = this.#chips.get(attachment.id);
    if (searched === undefined || !isSameText(searched.chip, attachment)) {
      void this.#searchChip(attachment);
    }
    const secrets = withKnown(
      attachment.text,
      searched?.withKey ?? [],
      this.#decisions.everywhere,
      undefined,
    );
    const redacted = secrets.filter((secret) => this.#decisions.isRedacted(secret));
    const { startLine = 1 } = attachment;
    const lines = this.#undecided(secrets).map(({ line }) => startLine + line - 1);
    return { lines: [...new Set(lines)], redacted: redacted.length };
  }

  async #searchChip(chip: ComposerAttachment): Promise<void> {
    const apiKey = await this.#connections.apiKey();
    const before = this.#chips.get(chip.id);
    if (before !== undefined && isSameText(before.chip, chip)) {
      return;
    }
    const byPattern =
      before === undefined
        ? findSecrets(chip.text, chip)
        : findInChanged({ text: before.chip.text, found: before.byPattern }, chip.text, chip);
    const withKey = withKnown(chip.text, byPattern, [], apiKey);
    this.#chips.set(chip.id, { chip, byPattern, withKey, isWhole: before === undefined });
    dropOldest(this.#chips, MAX_CHIPS);
    if (withKey.length > 0 || before?.withKey.length) {
      this.#foundEmitter.fire();
    }
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

  /** From now on, redacts what the user had redacted in turns before this window was opened. What was allowed since is not. */
  learnFrom(turns: readonly Turn[]): void {
    const secrets = this.#undecided(maskedValues(turns));
    if (secrets.length > 0) {
      this.#decisions.redact(secrets);
      this.#foundEmitter.fire();
      this.#decidedEmitter.fire();
    }
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
    const here = [...shortValues, ...shortSecretsIn(decided.flatMap(({ found }) => found))];
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
    { turns, all, mask, baseUrl }: NewTurns = NO_TURNS(this.#connections.baseUrl),
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
    const texts = toAsk.map((part) => toTextToAsk(part, scan));
    const choice = texts.length > 0 ? await askBeforeSending(texts, baseUrl) : 'sendAsItIs';
    if (choice === undefined) {
      return { error: failed(t('Nothing was sent.')) };
    }
    if (choice === 'sendAsItIs' && this.#connections.baseUrl !== baseUrl) {
      // It was said of another service. The commit refuses the request.
      return question;
    }
    // What is decided now may take the place of what was decided before: only so much is remembered.
    const before = this.#replacedOf(inTurns);
    this.#decide(toAsk, choice);
    // Again, since what was redacted in one text may be in another, where it was not found, or that is sent later.
    const after = this.#replacedOf(await this.#search(all, scan));
    const masked = turnsToMask([...before, ...after, ...(choice === 'redact' ? toAsk : [])]);
    if (masked.size > 0) {
      mask(masked);
    }
    if (choice === 'sendAsItIs') {
      return question;
    }
    this.#foundEmitter.fire();
    this.#decidedEmitter.fire();
    return this.#redactKnown(cleaned, scan, shortSecretsIn(inQuestion.flatMap(({ found }) => found)));
  }

  /** Whether the user would be asked about secrets or hidden characters. */
  async needsConfirmation(question: WrittenQuestion, turns: readonly Turn[] = []): Promise<boolean> {
    const scan = await this.#scanner();
    const found = [...inPartsOf(question, scan), ...(await this.#search(turns, scan))];
    return found.some((part) => this.#toConfirm(part).length > 0);
  }

  dispose(): void {
    this.#foundEmitter.dispose();
    this.#decidedEmitter.dispose();
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

  /** The texts in which the user has had something redacted or removed, with only the secrets that were. */
  #replacedOf(parts: readonly FoundInPart[]): FoundInPart[] {
    return parts.flatMap((one) => {
      const found = one.found.filter((secret) => this.#decisions.isRedacted(secret));
      const isRemoved = one.hidden.length > 0 && this.#removed.has(one.part.text);
      return isRemoved || found.length > 0 ? [{ ...one, found }] : [];
    });
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

  #undecided<Secret extends Pick<FoundSecret, 'kind' | 'values'>>(
    found: readonly Secret[],
  ): readonly Secret[] {
    return found.filter(
      (secret) => !this.#decisions.isRedacted(secret) && !this.#decisions.isAllowed(secret),
    );
  }

  /** Reads the API key once for any number of texts. The returned function searches each once, and must not be kept. */
  async #scanner(): Promise<Scan> {
    const apiKey = await this.#connections.apiKey();
    const searched = new Map<string, readonly FoundSecret[]>();
    const search = (part: TextPart): readonly FoundSecret[] => {
      const { attachment } = part;
      const chip = part.field === 'text' && attachment ? this.#chips.get(attachment.id) : undefined;
      if (chip === undefined || attachment === undefined || !isSameText(chip.chip, attachment)) {
        return withKnown(part.text, findSecrets(part.text, part), [], apiKey);
      }
      const byPattern = chip.isWhole ? chip.byPattern : findSecrets(part.text, part);
      const withKey = withKnown(part.text, byPattern, [], apiKey);
      this.#chips.set(attachment.id, { ...chip, byPattern, withKey, isWhole: true });
      return withKey;
    };
    return (part) => {
      const key = [part.path, part.languageId, part.text].join('\0');
      const found = searched.get(key) ?? search(part);
      searched.set(key, found);
      return withKnown(part.text, found, this.#decisions.everywhere, undefined);
    };
  }
}

function isSameText(one: ComposerAttachment, other: ComposerAttachment): boolean {
  return one.text === other.text && one.path === other.path && one.languageId === other.languageId;
}

function inPartsOf(sent: WrittenQuestion | Turn, scan: Scan): FoundInPart[] {
  return sentTextsOf(sent).map((part) => ({
    part,
    found: scan(part),
    hidden: hiddenTextIn(part.text, part.attachment === undefined ? 'prose' : 'other'),
  }));
}

function toTextToAsk(
  { part: { attachment, field, turn }, found, hidden }: FoundInPart,
  scan: Scan,
): TextToAsk {
  return {
    found,
    hidden,
    ...(attachment && { path: attachment.path, firstLine: attachment.startLine ?? 1 }),
    ...(field !== 'text' && { isName: true }),
    ...(turn && { turn: { kind: turn.kind, readBeginning: () => beginningOf(turn, scan) } }),
  };
}

/** The first words of a turn. What was found in it is redacted, since the dialog is read aloud by screen readers. */
function beginningOf({ text }: Turn, scan: Scan): string {
  const found = sentTextsOf({ text }).flatMap(scan);
  return firstLineOf(firstWords(withoutHiddenText(redactSecrets(text, found).text)));
}
