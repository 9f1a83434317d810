import * as vscode from 'vscode';
import { hasText } from '../../base/hasText.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { type Attachment, isInsertionPlace, lineRangeOf } from '../../core/attachments/attachment.ts';
import { selectionsAskedAbout } from '../../core/editing/askedAbout.ts';
import { wholeLines } from '../../core/editing/wholeLines.ts';
import {
  type ActionError,
  type ActionResult,
  type ErrorResult,
  failed,
  info,
  showMessage,
} from '../actionResult.ts';
import { captureLinesToEdit } from '../attachments/captureSelection.ts';
import { newAttachmentId } from '../attachments/kinds/captureResult.ts';
import { linesAroundPlaces } from '../attachments/linesAroundPlaces.ts';
import type { Composer } from '../composer/composer.ts';
import type { WrittenQuestion } from '../composer/question.ts';
import { displayPath } from '../displayPath.ts';
import type { AskedSelections } from '../editing/askedSelections.ts';
import type { LazyEditing } from '../editing/lazyEditing.ts';
import type { ReplyEditing } from '../editing/replyEditing.ts';
import type { FoundReview } from '../editing/typedCode.ts';
import { failureMessage } from '../failures/failureMessage.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
import { createInputBox, type MessageButton, runWithProgress } from '../vscodeUi.ts';
import type { BackgroundQuestions, EndedReply, NotSent } from './backgroundQuestions.ts';
import { inChatInputText, keepInComposer } from './keepInComposer.ts';
import { type SizeServices, withLargeSize } from './largeSelection.ts';

export interface SelectionEditServices extends SizeServices {
  conversations: Pick<Conversations, 'open'>;
  backgroundQuestions: BackgroundQuestions;
  composer: Composer;
  askedSelections: Pick<AskedSelections, 'anchors' | 'track'>;
  editing: LazyEditing;
  ui: Pick<ChatUi, 'focus' | 'showDraft' | 'reveal'>;
}

/** What the user entered, and where it goes. */
interface Requirement {
  text: string;
  isForChat: boolean;
}

/** The reply that a review is of. */
interface Reviewed {
  session: ChatSession;
  turnId: string;
  /** As it is at the call: the user may go on typing into it. */
  review(): FoundReview;
  /** Those that it is about. */
  selections: readonly Attachment[];
  path: string;
  whyNotWritten(): Promise<ErrorResult>;
}

/**
 * Edits of selections: a question in a conversation of its own, whose reply becomes a review. The question is the prompt
 * `/edit` and what the user wants, so it can be read and replaced as every prompt.
 */
export class SelectionEdits {
  readonly #services: SelectionEditServices;

  constructor(services: SelectionEditServices) {
    this.#services = services;
  }

  /** Asks what to change in the selections of the active editor. */
  async editSelections(): Promise<ActionResult> {
    const { backgroundQuestions, composer, askedSelections } = this.#services;
    const editor = vscode.window.activeTextEditor;
    const before = editor?.selections ?? [];
    const lines = editor === undefined ? [] : wholeLinesIn(editor);
    if (editor === undefined || lines.length === 0) {
      return failed(t('Nothing is selected. Select the code to edit, or put the cursor on an empty line.'));
    }
    const { document } = editor;
    editor.selections = lines;
    const giveBackSelections = (): void => {
      if (isSameSelection(editor, lines)) {
        editor.selections = before;
      }
    };
    const selections = lines.map((selection) =>
      captureLinesToEdit({ document, selection }, newAttachmentId()),
    );
    // From now on, since the document can be edited meanwhile.
    const tracking = askedSelections.track(selections);
    const whyNotWritten = this.#whyNotWritten(selections, tracking);
    const whyNot = backgroundQuestions.whyNotAsked(undefined, { whyNotWritten });
    const around = linesAroundPlaces(document, selections);
    const path = displayPath(document.uri);
    const subject = withLargeSize(this.#services, subjectOf(path, selections), selections);
    // At once: until the box is open, what the user types replaces the selected lines.
    const wanted = await askWhatToChange(t('Edit Selection'), subject, whyNot);
    if (wanted === undefined || 'kind' in wanted) {
      giveBackSelections();
      return wanted;
    }
    const { owner } = composer;
    const attached = [...selections, ...(await around)].sort(
      (one, other) => firstLine(one) - firstLine(other),
    );
    if (wanted.isForChat) {
      await keepInComposer(this.#services, owner, { text: wanted.text, attachments: attached });
      return undefined;
    }
    const question = { text: `/edit ${wanted.text}`, attachments: attached };
    const title = plainText(t('Edit: {0}', wanted.text));
    const asked = { title, typed: question.text, whyNotWritten };
    // Not `lines`, if the box took the place of another one that gave back what was selected before.
    const selected = editor.selections;
    const isElsewhere = (): boolean =>
      vscode.window.activeTextEditor !== editor || !isSameSelection(editor, selected);
    return this.#propose(selections, {
      ask: (signal) => backgroundQuestions.ask(question, { ...asked, signal }),
      isElsewhere,
      onStopped: giveBackSelections,
      onNotSent: (unsent) => keepInComposer(this.#services, owner, unsent ?? question),
    });
  }

  /** Asks for one more change of what a review proposes. @param target as in `Reviews.accept` */
  async askAgain(target: unknown): Promise<ActionResult> {
    const { backgroundQuestions, composer } = this.#services;
    const reviewed = await this.#reviewed(target);
    if ('kind' in reviewed) {
      return reviewed;
    }
    const { session, selections, path, review, whyNotWritten } = reviewed;
    const whyNot = backgroundQuestions.whyNotAsked(session, { whyNotWritten });
    const subject = t('What should be different in {0}?', path);
    const wanted = await askWhatToChange(t('Ask Again'), subject, whyNot);
    if (wanted === undefined || 'kind' in wanted) {
      return wanted;
    }
    const { typedCode } = await this.#services.editing();
    const code = await typedCode(review(), selections);
    const withCode = (text: string): string =>
      code === undefined ? text : `${text}\n\n${plainText(t('The code is now:'))}\n\n${code}`;
    const typed = `/edit ${wanted.text}`;
    const question = { text: withCode(typed), attachments: selections };
    const toChat = async (unsent: WrittenQuestion): Promise<void> => {
      await backgroundQuestions.show(session);
      await keepInComposer(this.#services, composer.owner, unsent);
    };
    if (wanted.isForChat) {
      await toChat({ text: withCode(wanted.text), attachments: [] });
      return undefined;
    }
    return this.#propose(selections, {
      replaces: review().uri,
      ask: (signal) => backgroundQuestions.askIn(session, question, { typed, signal, whyNotWritten }),
      isElsewhere: hasMovedOn(),
      onNotSent: (unsent) => toChat(unsent ?? question),
    });
  }

  /** Asks the question of a review again. @param target as in `Reviews.accept` */
  async regenerate(target: unknown): Promise<ActionResult> {
    const reviewed = await this.#reviewed(target);
    if ('kind' in reviewed) {
      return reviewed;
    }
    const { session, turnId, selections, review, whyNotWritten } = reviewed;
    return this.#propose(selections, {
      replaces: review().uri,
      ask: (signal) =>
        this.#services.backgroundQuestions.askAgain(session, turnId, { signal, whyNotWritten }),
      isElsewhere: hasMovedOn(),
    });
  }

  /** The reply that a review is of, and what it is about. */
  async #reviewed(target: unknown): Promise<Reviewed | ActionError> {
    const { editing, conversations } = this.#services;
    const { reviews } = await editing();
    const found = reviews.find(target);
    const source = found?.about.source;
    const session = source && (await conversations.open(source.conversation));
    if (found === undefined || source === undefined || session?.findReply(source.turnId) === undefined) {
      return failed(t('The reply of this review no longer exists.'));
    }
    const { turnId } = source;
    const selections = selectionsAskedAbout(session.conversation.turns, turnId);
    const whyNotWritten = this.#whyNotWritten(selections);
    const review = (): FoundReview => reviews.find(found.uri) ?? found;
    return { session, turnId, review, selections, path: await this.#pathOf(selections), whyNotWritten };
  }

  /** @param tracking until that is done, their place is not known */
  #whyNotWritten(selections: readonly Attachment[], tracking?: Promise<void>): () => Promise<ErrorResult> {
    return async () => {
      await tracking;
      return (await this.#services.editing()).whyNotProposed(selections);
    };
  }

  /** The path of their file as it is called now. */
  async #pathOf([first]: readonly Attachment[]): Promise<string> {
    return first === undefined ? '' : (await this.#services.askedSelections.anchors()).pathOf(first);
  }

  /** Waits for a reply, and opens a review of it or, if the user is elsewhere by then, offers that. */
  async #propose(
    selections: readonly Attachment[],
    {
      replaces,
      ask,
      isElsewhere,
      onStopped,
      onNotSent,
    }: {
      /** As in `Proposal`. */
      replaces?: vscode.Uri;
      ask(signal: AbortSignal): Promise<EndedReply | NotSent>;
      isElsewhere(): boolean;
      onStopped?(): void;
      /** @param unsent the question if its prompt was expanded */
      onNotSent?(unsent: WrittenQuestion | undefined): Promise<void>;
    },
  ): Promise<ActionResult> {
    let isStopped = false;
    const result = await runWithProgress(t('Editing {0}…', await this.#pathOf(selections)), (signal) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
      });
      return ask(signal);
    });
    if (isStopped || ('reply' in result && result.reply.status === 'stopped')) {
      onStopped?.();
      return undefined;
    }
    if (!('reply' in result)) {
      const { error, expanded } = result;
      showMessage(error, onNotSent && { addition: inChatInputText() });
      await onNotSent?.(expanded);
      return undefined;
    }
    const { reply } = result;
    // It may have been renamed or saved meanwhile.
    const path = await this.#pathOf(selections);
    if (reply.status === 'failed') {
      const why = reply.failure && failureMessage(reply.failure, reply.model);
      return failed(joined([t('{0} was not edited.', path), ...(why ? [why.text] : [])], ' '), {
        button: why?.button ?? this.#inChatButton(result),
      });
    }
    // The dialog that asks about them would take the focus.
    const { hasHiddenCode } = await this.#services.editing();
    if (isElsewhere() || hasHiddenCode(reply) || this.#services.ui.focus.hasFocus) {
      const open = (): Promise<void> =>
        this.#openReview(result, { preserveFocus: false, ...omitUndefined({ replaces }) });
      return info(t('The edit of {0} is ready.', path), { label: t('Open Review'), run: open });
    }
    // VS Code doesn't tell whether the focus is in the editor by now, or in Search or a terminal.
    await this.#openReview(result, { preserveFocus: true, ...omitUndefined({ replaces }) });
    return undefined;
  }

  async #openReview(ended: EndedReply, options: Parameters<ReplyEditing['propose']>[2]): Promise<void> {
    const { propose } = await this.#services.editing();
    const result = await propose(ended.session, ended.reply, options);
    showMessage(result?.kind === 'error' ? { ...result, button: this.#inChatButton(ended) } : result);
  }

  #inChatButton({ session }: EndedReply): MessageButton {
    return { label: t('Show in Chat'), run: () => this.#services.backgroundQuestions.show(session) };
  }
}

function wholeLinesIn({ document, selections }: vscode.TextEditor): vscode.Selection[] {
  return wholeLines(selections, (line) => document.lineAt(line).text).map(
    ({ start, end }) => new vscode.Selection(start.line, start.character, end.line, end.character),
  );
}

function subjectOf(path: string, selections: readonly Attachment[]): UiText {
  const [only] = selections;
  if (only === undefined || selections.length > 1) {
    return t('Edits {0} selections in {1}', selections.length, path);
  }
  const { start, end } = lineRangeOf(only) ?? { start: 1, end: 1 };
  if (isInsertionPlace(only)) {
    return start === end
      ? t('Inserts at line {0} of {1}', start, path)
      : t('Inserts at lines {0}–{1} of {2}', start, end, path);
  }
  return start === end
    ? t('Edits {0}, line {1}', path, start)
    : t('Edits {0}, lines {1}–{2}', path, start, end);
}

/** The line at which an attachment begins. */
function firstLine(attachment: Attachment): number {
  return lineRangeOf(attachment)?.start ?? 0;
}

function isSameSelection({ selections }: vscode.TextEditor, lines: readonly vscode.Selection[]): boolean {
  return (
    selections.length === lines.length &&
    selections.every((selection, index) => lines[index]?.isEqual(selection))
  );
}

/** @returns whether the user has gone to another tab since, or has typed into this one */
function hasMovedOn(): () => boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const document = vscode.window.activeTextEditor?.document;
  const version = document?.version;
  return () =>
    vscode.window.tabGroups.activeTabGroup.activeTab !== activeTab || document?.version !== version;
}

/**
 * Resolves to `undefined` if the user cancels.
 * @param whyNot closes the box if it resolves to an error, which is then the result, unless something was typed: that is kept
 * when it can't be sent
 */
function askWhatToChange(
  title: UiText,
  prompt: UiText,
  whyNot: Promise<ErrorResult>,
): Promise<Requirement | ErrorResult> {
  const { box } = createInputBox({
    title,
    prompt,
    placeholder: t('For example: return early if the list is empty'),
    ignoreFocusOut: true,
  });
  box.buttons = [
    { iconPath: new vscode.ThemeIcon('comment-discussion'), tooltip: plainText(t('Continue in Chat')) },
  ];
  return new Promise((resolve, reject) => {
    whyNot.then((error) => {
      if (error !== undefined && !hasText(box.value)) {
        resolve(error);
        box.hide();
      }
    }, reject);
    const end = (isForChat: boolean): void => {
      resolve({ text: box.value, isForChat });
      box.hide();
    };
    box.onDidAccept(() => hasText(box.value) && end(false));
    box.onDidTriggerButton(() => end(true));
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
