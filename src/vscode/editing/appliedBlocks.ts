import * as vscode from 'vscode';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import {
  type AppliedChange,
  type AppliedNow,
  appliedChange,
  appliedNow,
  type PresentText,
  presentText,
  withoutSecrets,
} from '../../core/editing/appliedChange.ts';
import { linesOf } from '../../core/editing/textRange.ts';
import type { HistoryFiles } from '../../core/history/files/historyFiles.ts';
import type { History } from '../../core/history/history.ts';
import { type CodeBlockPlace, isSameCodeBlock, placeOf } from '../../core/markdown/codeBlockPlace.ts';
import type { Redact } from '../../core/secrets/redactTexts.ts';
import type { AppliedView } from '../../protocol/code.ts';
import type { CodeBlockRef } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import { displayPath } from '../displayPath.ts';
import { CELL_SCHEME } from '../findCell.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { REVIEW_SCHEME } from '../targetEditor.ts';
import { openDocument } from './anchorDocuments.ts';
import { DocumentMoves } from './documentMoves.ts';
import type { ProposalSource, Written } from './documentWriter.ts';
import { type StoredApplication, StoredApplied } from './storedApplied.ts';

/** Time from a change of a document until it is looked what became of what was applied, in ms. */
const UPDATE_DELAY_MS = 300;

/** Maximum number of replies of which it is followed. Others are read again when they are shown. */
const MAX_TURNS = 100;

export interface AppliedBlocksDeps {
  readonly history: Pick<History, 'onDeleted'> & { files(): Promise<HistoryFiles> };
  readonly conversations: Pick<Conversations, 'current'>;
  readonly ui: Pick<ChatUi, 'post' | 'postTo'>;
  redactor(): Promise<Redact>;
}

/** One application of a code block. */
export interface Application {
  readonly id: string;
  readonly block: CodeBlockPlace;
  readonly change: AppliedChange;
  /** Of the document, wherever it has moved. */
  uri: vscode.Uri;
  /** As last seen: documents are not opened for that. */
  now: AppliedNow;
  /** Whether it was seen in this window. Before a reload, its lines may have been others. */
  isSeen: boolean;
  /** Until it is seen there again, since that was undone. */
  isReverted: boolean;
}

/** Of a reply. */
interface Turn {
  readonly conversation: string;
  readonly id: string;
  /** The newest last. */
  applications: readonly Application[];
  /** Whether those from before a reload are among them. */
  isRead: boolean;
  /** What was saved of where they are, as JSON. */
  saved?: string;
}

/**
 * What became of the code blocks that were applied: where their lines are now, whether they have been edited, and what they
 * have replaced, to take them back (`revertApplied.ts`). It is on disk too.
 */
export class AppliedBlocks implements vscode.Disposable {
  readonly #deps: AppliedBlocksDeps;
  readonly #stored: StoredApplied;
  /** By id, the one that was used last at the end. */
  readonly #turns = new Map<string, Turn>();
  /** What was posted last of each code block, as JSON. */
  readonly #posted = new Map<string, string>();
  /** Conversations of which nothing may be stored any more. */
  readonly #deleted = new Set<string>();
  readonly #moves = new DocumentMoves();
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: AppliedBlocksDeps) {
    this.#deps = deps;
    this.#stored = new StoredApplied(() => deps.history.files());
    this.#listeners = vscode.Disposable.from(
      this.#moves,
      deps.history.onDeleted((ids) => ids.forEach(this.#deleted.add, this.#deleted)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.#schedule(document);
        }
      }),
      vscode.workspace.onDidOpenTextDocument((document) => this.#schedule(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#saveAll(uri)),
      this.#moves.onDidMove((move) => {
        for (const turn of this.#turns.values()) {
          for (const application of turn.applications) {
            const uri = move(application.uri);
            if (uri !== undefined) {
              application.uri = uri;
              this.#save(turn);
            }
          }
        }
        this.#update();
      }),
    );
  }

  /** Remembers what was written into a document, or that it was taken back. */
  onWritten({ source, document, before, after }: Written): void {
    const change = appliedChange(before, after);
    if (source === undefined || change === undefined || document.uri.scheme === REVIEW_SCHEME) {
      return;
    }
    const turn = this.#turn(source);
    const { uri } = document;
    if (source.isRevert) {
      const isTakenBack = ({ block, ...other }: Application): boolean =>
        isSameCodeBlock(block, source) && other.uri.toString() === uri.toString() && isShown(other);
      const reverted = turn.applications.findLast(isTakenBack);
      if (reverted !== undefined) {
        reverted.isReverted = true;
      }
    } else {
      const now = appliedNow(change, presentText(after));
      turn.applications = [
        ...turn.applications,
        {
          id: crypto.randomUUID(),
          block: placeOf(source),
          change,
          uri,
          now,
          isSeen: true,
          isReverted: false,
        },
      ];
    }
    this.#save(turn);
    this.#update();
  }

  /** Tells a page that has drawn a reply what became of its code blocks. */
  async postTo(page: MessageReceiver, turnId: string): Promise<void> {
    const conversation = this.#deps.conversations.current.conversation.id;
    const turn = await this.#read({ conversation, turnId });
    this.#updateTurns([turn]);
    for (const block of blocksOf(turn)) {
      const applied = viewOf(turn, block);
      if (applied !== undefined) {
        this.#deps.ui.postTo(page, messageOf(turn, block, applied));
      }
    }
  }

  /** The application of a code block that the panel shows or, if nothing is left of any, the last one. */
  async find(source: ProposalSource): Promise<Application | undefined> {
    const turn = await this.#read(source);
    this.#updateTurns([turn]);
    const ofBlock = turn.applications.filter(({ block }) => isSameCodeBlock(block, source));
    return ofBlock.findLast(isShown) ?? ofBlock.at(-1);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
    this.#stored.dispose();
  }

  #turn({ conversation, turnId }: Pick<ProposalSource, 'conversation' | 'turnId'>): Turn {
    const turn = this.#turns.get(turnId) ?? { conversation, id: turnId, applications: [], isRead: false };
    this.#turns.delete(turnId);
    this.#turns.set(turnId, turn);
    for (const oldest of [...this.#turns.keys()].slice(0, -MAX_TURNS)) {
      this.#turns.delete(oldest);
    }
    return turn;
  }

  async #read(source: Pick<ProposalSource, 'conversation' | 'turnId'>): Promise<Turn> {
    const known = this.#turns.get(source.turnId);
    if (known?.isRead) {
      return this.#turn(source);
    }
    const stored = await this.#stored.read(source.conversation, source.turnId);
    const isFollowed = this.#turns.has(source.turnId) || (stored !== 'unreadable' && stored.length > 0);
    if (!isFollowed) {
      // Most replies have none.
      return { conversation: source.conversation, id: source.turnId, applications: [], isRead: false };
    }
    const turn = this.#turn(source);
    if (stored !== 'unreadable') {
      takeOver(turn, stored);
    }
    return turn;
  }

  #save(turn: Turn): void {
    turn.saved = placesOf(turn);
    this.#stored.save(turn.conversation, turn.id, async (stored) => {
      const redact = await this.#deps.redactor();
      takeOver(turn, stored);
      return this.#deleted.has(turn.conversation)
        ? undefined
        : turn.applications
            // The next time, the cells of a notebook have other URIs.
            .filter(({ uri }) => uri.scheme !== CELL_SCHEME)
            .map((application) => toStored(application, redact));
    });
  }

  #saveAll(uri: vscode.Uri): void {
    const key = uri.toString();
    for (const turn of this.#turns.values()) {
      if (turn.saved !== placesOf(turn) && turn.applications.some((one) => one.uri.toString() === key)) {
        this.#save(turn);
      }
    }
  }

  #schedule({ uri }: vscode.TextDocument): void {
    const key = uri.toString();
    if (this.#shownTurns.some(({ applications }) => applications.some((one) => one.uri.toString() === key))) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#update(), UPDATE_DELAY_MS);
    }
  }

  get #shownTurns(): readonly Turn[] {
    const { id } = this.#deps.conversations.current.conversation;
    return [...this.#turns.values()].filter(({ conversation }) => conversation === id);
  }

  #update(): void {
    this.#updateTurns(this.#shownTurns);
  }

  /** Looks what became of what was applied to documents that are open, and posts what has changed. */
  #updateTurns(turns: readonly Turn[]): void {
    const texts = new Map<vscode.TextDocument, PresentText>();
    for (const turn of turns) {
      const shown = turn.applications.filter(isShown);
      for (const application of turn.applications) {
        const document = openDocument(application.uri.toString());
        if (document !== undefined) {
          const text = texts.get(document) ?? presentText(linesOf(document.getText()));
          texts.set(document, text);
          application.now = appliedNow(application.change, text);
          application.isSeen = true;
          application.isReverted &&= application.now.kind !== 'there';
        }
      }
      if (turn.applications.some((one) => isShown(one) !== shown.includes(one))) {
        this.#save(turn);
      }
      for (const block of blocksOf(turn)) {
        this.#postChanged(turn, block);
      }
    }
  }

  #postChanged(turn: Turn, block: CodeBlockPlace): void {
    const message = messageOf(turn, block, viewOf(turn, block));
    const key = JSON.stringify([turn.id, placeOf(block)]);
    const posted = JSON.stringify(message);
    if (this.#posted.get(key) !== posted) {
      this.#posted.set(key, posted);
      this.#deps.ui.post(message);
    }
  }
}

/** Adds what is stored of a reply, by this window before it was loaded again, or by another one. */
function takeOver(turn: Turn, stored: readonly StoredApplication[]): void {
  const ids = new Set(turn.applications.map(({ id }) => id));
  const others = stored.filter(({ id }) => !ids.has(id));
  turn.applications = [...others.map(fromStored), ...turn.applications];
  turn.isRead = true;
  turn.saved = placesOf(turn);
}

function placesOf({ applications }: Turn): string {
  return JSON.stringify(applications.map(({ uri, now, isReverted }) => [uri.toString(), now, isReverted]));
}

/** Whether something of it is there. */
export function isShown({ now, isReverted }: Pick<Application, 'now' | 'isReverted'>): boolean {
  return now.kind !== 'gone' && (!isReverted || now.kind === 'there');
}

function blocksOf({ applications }: Turn): CodeBlockPlace[] {
  const blocks = applications.map(({ block }) => block);
  return blocks.filter(
    (block, index) => blocks.findIndex((other) => isSameCodeBlock(other, block)) === index,
  );
}

function viewOf({ applications }: Turn, block: CodeBlockPlace): AppliedView | undefined {
  const shown = applications.findLast((one) => isSameCodeBlock(one.block, block) && isShown(one));
  if (shown === undefined) {
    return undefined;
  }
  const { isSeen, now } = shown;
  const { kind, lines } = now;
  return {
    path: displayPath(shown.uri),
    ...(isSeen && lines.start < lines.end && { lines: { start: lines.start + 1, end: lines.end } }),
    ...(kind === 'changed' && { isChanged: true }),
  };
}

function messageOf(
  { conversation, id }: Turn,
  block: CodeBlockPlace,
  applied: AppliedView | undefined,
): Extract<ToPanel, { type: 'codeBlockApplied' }> {
  const ref: CodeBlockRef = { turnId: id, ...placeOf(block) };
  return {
    type: 'codeBlockApplied',
    conversationId: conversation,
    ...ref,
    ...omitUndefined({ applied }),
  };
}

function toStored(
  { id, block, uri, change, now, isReverted }: Application,
  redact: Redact,
): StoredApplication {
  const { after, hunks } = withoutSecrets(change, redact);
  return {
    id,
    uri: uri.toString(),
    ...placeOf(block),
    after: [...after],
    hunks: hunks.map(({ start, end, before }) => ({ start, end, ...(before && { before: [...before] }) })),
    kind: now.kind,
    lines: now.lines,
    ...(isReverted && { isReverted: true }),
  };
}

function fromStored({
  id,
  uri,
  after,
  hunks,
  kind,
  lines,
  isReverted,
  ...place
}: StoredApplication): Application {
  return {
    id,
    block: placeOf(place),
    uri: vscode.Uri.parse(uri),
    change: { after, hunks },
    now: { kind, lines },
    isSeen: false,
    isReverted: isReverted === true,
  };
}
