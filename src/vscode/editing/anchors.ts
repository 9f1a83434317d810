import * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import {
  type Attachment,
  isInsertionPlace,
  type SelectionAnchor,
} from '../../core/attachments/attachment.ts';
import { type FoundAnchor, findAnchor, isReindented } from '../../core/editing/findAnchor.ts';
import { coversBlankLines } from '../../core/editing/insertionPlace.ts';
import { endOf, linesIn, linesOf } from '../../core/editing/textRange.ts';
import { type ActionError, failed } from '../actionResult.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import { findCell } from '../findCell.ts';
import { joined, t, type UiText } from '../uiText.ts';
import { anchorDocuments, openAnchorDocuments, openDocument, openDocumentOf } from './anchorDocuments.ts';
import { DocumentMoves, type Move } from './documentMoves.ts';
import { isThere, type LinesNow, LiveAnchor, linesNow, textOf, toVscodeRange } from './liveAnchor.ts';

/** Maximum number of selections to follow; the oldest are dropped, and looked for when they are needed. */
const MAX_LIVE_ANCHORS = 200;

/** Time between a change and the event that tells of it. */
const MOVE_DELAY_MS = 100;

/** The place of what was asked about. */
export interface LocatedAnchor {
  document: vscode.TextDocument;
  range: vscode.Range;
  /**
   * The text that the model knew at this place, with LF line ends. It is the present text, unless that has changed
   * since: apart from indentation, if `ignoresIndentation`.
   */
  asked: string;
  /** Whether the present text differs from the text that was sent in an indentation that all lines share. */
  ignoresIndentation: boolean;
}

type NotFound = 'notFound' | 'ambiguous';

/**
 * The places of the selections that questions are about. While their documents are open, they move with every edit.
 * Otherwise, after an edit across their border and after a reload, their text is looked for.
 */
export class Anchors implements vscode.Disposable {
  /** By attachment id, those followed last at the end. */
  readonly #live = new Map<string, LiveAnchor>();
  /** Documents that `peek` did not find a place in, by attachment id. */
  readonly #missed = new Map<string, ReadonlySet<string>>();
  /** By attachment id, the place in a document that has got the text of the untitled one, in case it moves there. */
  readonly #copies = new Map<string, LiveAnchor>();
  readonly #moved = new Emitter<void>();
  readonly onDidMove = this.#moved.event;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = [
    vscode.workspace.onDidChangeTextDocument((event) => this.#follow(event)),
    vscode.workspace.onDidOpenTextDocument((document) => {
      this.#liveIn(document).forEach((live) => void live.reopen(document));
      this.#scheduleMoved();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      this.#liveIn(document).forEach((live) => void live.close(document));
      this.#scheduleMoved();
    }),
  ];
  /** Made after those listeners: a place that it copies has followed the change that brought the text. */
  readonly #moves = new DocumentMoves();
  readonly #moveListeners = [
    this.#moves.onDidCopy(({ from, to }) => {
      for (const [id, live] of this.#live) {
        if (live.uri === from.uri.toString()) {
          this.#copies.delete(id);
          if (live.range !== undefined) {
            this.#copies.set(id, new LiveAnchor(to, live.range, live));
          }
        }
      }
    }),
    this.#moves.onDidMove((move) => this.#followMove(move)),
  ];

  /**
   * Follows new selections of the composer. If a document has changed since, or the window was reloaded, the text may
   * be at another place too, so it is looked for.
   */
  track(attachments: readonly ComposerAttachment[]): void {
    for (const { id, uri, version, kind, text, startLine, anchor } of attachments) {
      const document = uri === undefined || this.#live.has(id) ? undefined : openDocument(uri);
      if (document === undefined || kind !== 'selection' || anchor === undefined || startLine === undefined) {
        continue;
      }
      const start = { line: startLine - 1, character: anchor.startCharacter };
      const range = { start, end: endOf(start, text) };
      const sent = toLf(text);
      // The text too, since a document that was closed and opened again has its first version again.
      if (
        (sent.trim() !== '' || coversBlankLines(linesOf(document.getText()), range)) &&
        document.version === version &&
        textOf(document, toVscodeRange(range)) === sent
      ) {
        this.#setLive(id, new LiveAnchor(document, range, { text: sent }));
      }
    }
  }

  /** Finds the place of a selection. Opens its document if needed, but does not show it. */
  async locate(asked: Attachment): Promise<LocatedAnchor | { error: ActionError }> {
    const attachment = { ...asked, path: this.pathOf(asked) };
    const live = this.#live.get(attachment.id);
    const document = live && (await openDocumentOf(live.uri));
    live?.reopen(document);
    const located = live && document && this.#locateLive(attachment, live, document);
    if (located !== undefined) {
      return located;
    }
    const { anchor } = attachment;
    if (anchor === undefined) {
      return { error: failed(notFoundText(attachment, 'notFound')) };
    }
    // The text of a notebook's cell may have moved to another cell.
    const isOnly = document !== undefined && findCell(document.uri) === undefined;
    const documents = isOnly ? [document] : await anchorDocuments(attachment, anchor, live?.file);
    if (documents.length === 0) {
      return {
        error: failed(selectInstead(t('{0} no longer exists or can’t be opened.', attachment.path))),
      };
    }
    const found = this.#find(attachment, anchor, documents);
    return typeof found === 'string' ? { error: failed(notFoundText(attachment, found)) } : found;
  }

  /** The lines that a selection is in now. Opens nothing; `undefined` if they are not known without that. */
  peek(attachment: Attachment): LinesNow | undefined {
    const { id, anchor } = attachment;
    const live = this.#live.get(id);
    const document = live && openDocument(live.uri);
    const range = live?.range;
    if (live !== undefined && document !== undefined && range !== undefined) {
      const sent = sentRange(attachment, live, document, range);
      return sent && isThere(attachment, live, document, sent) ? linesNow(document, sent) : undefined;
    }
    const documents = anchor === undefined ? [] : openAnchorDocuments(attachment, anchor, live?.file);
    const versions = new Set(documents.map(({ uri, version }) => `${version} ${uri.toString()}`));
    const missed = this.#missed.get(id);
    if (
      anchor === undefined ||
      (missed !== undefined && [...versions].every((version) => missed.has(version)))
    ) {
      return undefined;
    }
    const found = this.#find(attachment, anchor, documents);
    if (typeof found !== 'string') {
      return linesNow(found.document, found.range);
    }
    this.#missed.set(id, versions);
    return undefined;
  }

  /** The path of its file as it is now, after renames that are known. */
  pathOf({ id, path }: Attachment): string {
    const live = this.#live.get(id);
    return live === undefined ? path : displayPath(vscode.Uri.parse(live.file));
  }

  /** Remembers that a reply was applied: the model knows the text that is there now. */
  applied(attachment: Attachment, document: vscode.TextDocument, range: vscode.Range): void {
    const isCut = attachment.leftOutLines !== undefined;
    const text = (isCut ? undefined : this.#live.get(attachment.id)?.text) ?? toLf(attachment.text);
    this.#setLive(attachment.id, new LiveAnchor(document, range, { text, applied: textOf(document, range) }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of [this.#moves, ...this.#moveListeners, ...this.#listeners]) {
      listener.dispose();
    }
  }

  /** The place of a live anchor; `undefined` if it is lost, or what was there. */
  #locateLive(
    attachment: Attachment,
    live: LiveAnchor,
    document: vscode.TextDocument,
  ): LocatedAnchor | undefined {
    const range = live.range && sentRange(attachment, live, document, live.range);
    const now = range && textOf(document, range);
    if (range === undefined || now === undefined || !isThere(attachment, live, document, range)) {
      return undefined;
    }
    if (isInsertionPlace(attachment)) {
      return { document, range, asked: now, ignoresIndentation: false };
    }
    const isKnown = live.isKnown(now) || now === toLf(attachment.text);
    const ignoresIndentation =
      !isKnown &&
      attachment.anchor !== undefined &&
      isReindented(linesOf(document.getText()), range, live.text, attachment.anchor);
    return { document, range, asked: isKnown || ignoresIndentation ? now : live.text, ignoresIndentation };
  }

  /** Looks for the text in all documents of an anchor, and follows it from now on. */
  #find(
    attachment: Attachment,
    anchor: SelectionAnchor,
    documents: readonly vscode.TextDocument[],
  ): LocatedAnchor | NotFound {
    // The anchor describes the whole selection, not the lines of it that were sent.
    if (attachment.leftOutLines !== undefined) {
      return 'notFound';
    }
    const { text = toLf(attachment.text), applied } = this.#live.get(attachment.id) ?? {};
    const found: { document: vscode.TextDocument; place: FoundAnchor }[] = [];
    for (const document of documents) {
      const place = findAnchor(linesOf(document.getText()), text, anchor);
      if (!('error' in place)) {
        found.push({ document, place });
      } else if (place.error === 'ambiguous') {
        return 'ambiguous';
      }
    }
    const exact = found.filter(({ place }) => place.isChanged === undefined);
    const [only, other] = exact.length > 0 ? exact : found;
    if (only === undefined || other !== undefined) {
      return only === undefined ? 'notFound' : 'ambiguous';
    }
    const { document, place } = only;
    const range = toVscodeRange(place.range);
    this.#setLive(attachment.id, new LiveAnchor(document, place.range, { text, applied }));
    return {
      document,
      range,
      asked: place.isChanged ? text : textOf(document, range),
      ignoresIndentation: place.ignoresIndentation,
    };
  }

  #setLive(id: string, live: LiveAnchor): void {
    this.#missed.delete(id);
    this.#copies.delete(id);
    this.#live.delete(id);
    this.#live.set(id, live);
    for (const oldest of [...this.#live.keys()].slice(0, -MAX_LIVE_ANCHORS)) {
      this.#live.delete(oldest);
    }
    this.#scheduleMoved();
  }

  #liveIn({ uri }: vscode.TextDocument): LiveAnchor[] {
    const key = uri.toString();
    return [...this.#live.values(), ...this.#copies.values()].filter((live) => live.uri === key);
  }

  #follow(event: vscode.TextDocumentChangeEvent): void {
    const lives = this.#liveIn(event.document);
    const before = lives.map(({ range }) => range && linesKey(range));
    for (const live of lives) {
      live.follow(event);
    }
    const key = event.document.uri.toString();
    const mayBeFound = [...this.#missed.values()].some((versions) =>
      [...versions].some((version) => version.endsWith(` ${key}`)),
    );
    const hasMoved = lives.some(({ range }, index) => (range && linesKey(range)) !== before[index]);
    if (hasMoved || mayBeFound) {
      this.#scheduleMoved();
    }
  }

  /** Before a rename is told, VS Code has closed the document, and opened it with its new name, or it does so afterwards. */
  #followMove(move: Move): void {
    for (const [id, live] of [...this.#live]) {
      const file = move(vscode.Uri.parse(live.file))?.toString();
      const copy = this.#copies.get(id);
      if (file !== undefined && copy?.uri === file) {
        this.#setLive(id, copy);
      } else if (file !== undefined) {
        live.close(openDocument(live.uri));
        live.rename(file);
        live.reopen(openDocument(live.uri));
      }
    }
    this.#scheduleMoved();
  }

  #scheduleMoved(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#moved.fire();
    }, MOVE_DELAY_MS);
  }
}

/**
 * The part of a live range that was sent. If lines were left out, it is the first lines, as long as these are unchanged;
 * a reply that was applied to them has narrowed the range already.
 */
function sentRange(
  { text, leftOutLines }: Attachment,
  live: LiveAnchor,
  document: vscode.TextDocument,
  range: vscode.Range,
): vscode.Range | undefined {
  const sent = toLf(text);
  if (leftOutLines === undefined || live.text === sent) {
    return range;
  }
  const first = new vscode.Range(
    range.start,
    toVscodeRange({ start: range.start, end: endOf(range.start, sent) }).end,
  );
  return range.contains(first) && textOf(document, first) === sent ? first : undefined;
}

function linesKey(range: vscode.Range): string {
  const { startLine, endLine } = linesIn(range);
  return `${startLine}-${endLine}`;
}

function toLf(text: string): string {
  return linesOf(text).join('\n');
}

function notFoundText(attachment: Attachment, why: NotFound): UiText {
  const { path, anchor, redacted = 0, leftOutLines = 0 } = attachment;
  if (redacted > 0) {
    return selectInstead(
      t('Secrets were redacted from the lines that you asked about, so they can’t be found in {0}.', path),
    );
  }
  if (leftOutLines > 0) {
    return selectInstead(
      t('Not all of the lines that you selected were sent, so the others can’t be found in {0}.', path),
    );
  }
  if (anchor === undefined) {
    return selectInstead(
      t('Where the lines that you asked about are in {0} was not saved with the question.', path),
    );
  }
  if (isInsertionPlace(attachment)) {
    return why === 'ambiguous'
      ? t(
          'Which of the empty lines of {0} you asked about is not certain. Put the cursor there, and use Insert at Cursor.',
          path,
        )
      : t(
          'The empty line that you asked about is no longer in {0}. Put the cursor where the code belongs, and use Insert at Cursor.',
          path,
        );
  }
  return selectInstead(
    why === 'ambiguous'
      ? t('The lines that you asked about occur more than once in {0}.', path)
      : t('The lines that you asked about are no longer in {0}.', path),
  );
}

function selectInstead(why: UiText): UiText {
  return joined([why, t('Select the text to replace, and use Replace Selection.')], ' ');
}
