import * as vscode from 'vscode';
import { defined } from '../../base/defined.ts';
import type { ChatSession } from '../../core/asking/chatSession.ts';
import type { Answerer } from '../../core/asking/chatSessionPorts.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { cutToLines } from '../../core/contextWindow/cutToLines.ts';
import { type Overflow, planFit, type Remedy } from '../../core/contextWindow/planFit.ts';
import type { FitChoice, FitView } from '../../protocol/contextWindow.ts';
import type { Composer } from '../composer/composer.ts';
import { startNewWithDraft } from '../composer/conversationDrafts.ts';
import type { NotAsked, WrittenQuestion } from '../composer/question.ts';
import type { Connections } from '../connection/connections.ts';
import type { Models } from '../models/models.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { Problem } from '../problem.ts';
import { readChatSettings } from '../settings.ts';
import { type FitQuestion, fitInput, lastQuestion } from './fitInput.ts';
import { fitMessage, remedyText, sendAnywayText } from './fitText.ts';
import type { TokenMeter } from './tokenMeter.ts';

/** Debounce, in ms: changes come in bursts, such as key presses. */
const PAUSE = 100;

/** What was asked before and is to be asked once more: a retry, a comparison, or the rest of a reply. */
export interface Repetition {
  session: ChatSession;
  by: Answerer;
  /** Whether it is the rest of the last reply. */
  isContinued: boolean;
  /** Whether it asks a model that is not the conversation's. */
  isOfOwnModel: boolean;
  /** Does it once more. @param model in the place of its own, where it has one */
  run(model?: string): Promise<Problem>;
}

/** What the composer holds, or what was to be asked once more, and how it does not fit. */
interface Found {
  overflow: Overflow;
  question: FitQuestion;
  message: string;
  repetition?: Repetition;
}

interface FitDependencies {
  conversations: Conversations;
  composer: Composer;
  models: Models;
  meter: TokenMeter;
  connections: Pick<Connections, 'current'>;
  ui: Pick<ChatUi, 'post'>;
}

/**
 * Sees to it that nothing is sent that does not fit into the model's window unless the user wants it: says so before it
 * is sent, and offers remedies, one at a time, until it fits.
 */
export class Fit implements vscode.Disposable {
  readonly #dependencies: FitDependencies;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: (Found & { view: FitView }) | undefined;
  /** Number of the present notice: a choice made in an earlier one is not taken for one of this. */
  #notices = 0;
  /** What was refused, and the state of its conversation at that time. */
  #refused: { repetition: Repetition; state: string } | undefined;
  /** State in which the user wants it sent although it does not fit. */
  #accepted: string | undefined;
  #hasListed = false;

  constructor(dependencies: FitDependencies) {
    this.#dependencies = dependencies;
    const { models, composer } = dependencies;
    const soon = (): void => {
      this.#timer ??= setTimeout(() => this.#update(), PAUSE);
    };
    this.#listeners = vscode.Disposable.from(models.onChanged(soon), composer.onChanged(soon));
  }

  /** What the panel is to show. */
  get view(): FitView | undefined {
    return this.#shown?.view;
  }

  /** The step of a question on its way that refuses what does not fit. */
  check(written: WrittenQuestion, by: Answerer): WrittenQuestion | NotAsked {
    const refused = this.checkForms([written], by);
    this.#accepted = undefined;
    return refused ?? written;
  }

  /** Refuses what does not fit in any of its forms, before the user is asked which of them is to be sent. */
  checkForms(forms: readonly WrittenQuestion[], by: Answerer): NotAsked | undefined {
    if (this.#accepted === this.#stateOfComposer()) {
      return undefined;
    }
    this.#accepted = undefined;
    const found = forms.map((form) => this.#look(this.#asked(form, by)));
    const [first] = found;
    if (first === undefined || found.includes(undefined)) {
      return undefined;
    }
    this.#update();
    return { problem: first.message };
  }

  /** The same for what was asked before. */
  checkAgain(repetition: Repetition): Problem {
    const state = stateOf(repetition);
    const isAccepted = this.#accepted === state;
    this.#accepted = undefined;
    const found = isAccepted ? undefined : this.#look(questionOf(repetition));
    this.#refused = found && { repetition, state };
    if (found !== undefined) {
      this.#update();
    }
    return found?.message;
  }

  /**
   * Does one thing about what does not fit. What was to be asked once more is then asked, if it fits.
   *
   * @param notice the number of the one that the user saw: if another is shown, the choice is refused
   * @returns the message of the notice if it still does not fit
   */
  async choose(notice: number, choice: FitChoice): Promise<Problem> {
    const shown = this.#shown;
    if (shown?.view.notice !== notice || !shown.view.choices.some(({ kind }) => kind === choice)) {
      return vscode.l10n.t('This has changed meanwhile. Look, and choose again.');
    }
    const { overflow, repetition } = shown;
    const remedy = overflow.remedies.find(({ kind }) => kind === choice);
    this.#refused = undefined;
    if (remedy === undefined) {
      this.#accepted = repetition === undefined ? this.#stateOfComposer() : stateOf(repetition);
    } else {
      this.#apply(remedy, repetition);
    }
    if (repetition !== undefined) {
      return repetition.run(remedy?.kind === 'model' ? remedy.model.id : undefined);
    }
    if (remedy === undefined) {
      return undefined;
    }
    this.#update();
    return this.view?.message;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #apply(remedy: Remedy, repetition: Repetition | undefined): void {
    const { conversations, composer, models } = this.#dependencies;
    switch (remedy.kind) {
      case 'leaveOut':
        conversations.current.leaveOut(remedy.questions, true);
        break;
      case 'cut':
        composer.replace(
          composer.attachments
            .filter(({ id }) => id === remedy.attachment)
            .map((attachment) => cutToLines(attachment, remedy.lines)),
        );
        break;
      case 'model':
        if (!repetition?.isOfOwnModel) {
          models.chooseHere(remedy.model.id);
        }
        break;
      case 'newChat':
        startNewWithDraft(conversations, composer);
        break;
    }
  }

  #asked({ text, attachments }: WrittenQuestion, by: Answerer): FitQuestion {
    const { turns } = this.#dependencies.conversations.current.conversation;
    return { text, attachments, turns, by, canStartNew: true };
  }

  #look(question: FitQuestion): Found | undefined {
    const input = fitInput(this.#dependencies, question);
    const overflow = input && planFit(input);
    return overflow && { overflow, question, message: fitMessage(overflow, question) };
  }

  /** Looks at what was refused, as long as its conversation is as it was then, otherwise at what the composer holds. */
  #find(): Found | undefined {
    const { composer, conversations, models } = this.#dependencies;
    const { repetition, state } = this.#refused ?? {};
    if (repetition?.session === conversations.current && stateOf(repetition) === state) {
      const found = this.#look(questionOf(repetition));
      if (found !== undefined) {
        return { ...found, repetition };
      }
    }
    this.#refused = undefined;
    const { maxTokens } = readChatSettings();
    const written = { text: composer.draft, attachments: composer.attachments };
    return this.#look(this.#asked(written, { model: models.current, ...defined({ maxTokens }) }));
  }

  #update(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const found = this.#find();
    const { models, ui } = this.#dependencies;
    const isUnknown = models.current !== '' && models.contextWindow(models.current) === undefined;
    if (this.#isAbout(found?.repetition) && (found !== undefined || isUnknown)) {
      void this.#listModels();
    }
    const view = found && this.#viewOf(found);
    const isSame = JSON.stringify(view) === JSON.stringify(this.view);
    if (!isSame) {
      this.#notices++;
    }
    // A notice that says the same keeps its number; its choices mean what is right now.
    this.#shown = found && view && { ...found, view: { ...view, notice: this.#notices } };
    if (!isSame) {
      ui.post({ type: 'fit', ...(this.view && { fit: this.view }) });
    }
  }

  /** Whether somebody wants to ask something: as long as nobody does, the service is asked nothing either. */
  #isAbout(repetition: Repetition | undefined): boolean {
    const { draft, attachments } = this.#dependencies.composer;
    return repetition !== undefined || draft.trim() !== '' || attachments.length > 0;
  }

  #viewOf({ overflow, question, message, repetition }: Found): FitView {
    const remedies = overflow.remedies.map((remedy) => ({
      kind: remedy.kind,
      ...remedyText(remedy, question),
    }));
    const anyway = {
      kind: 'anyway' as const,
      ...sendAnywayText(),
      ...(repetition === undefined && { sends: true }),
    };
    return {
      notice: this.#notices,
      message,
      choices: this.#isAbout(repetition) ? [...remedies, anyway] : remedies,
    };
  }

  /** Which models there are, and how large, is asked once, where it may help, and only where nobody has to be asked first. */
  async #listModels(): Promise<void> {
    const { models, connections } = this.#dependencies;
    if (this.#hasListed || models.known.length > 0) {
      return;
    }
    this.#hasListed = true;
    const { status } = await connections.current();
    this.#hasListed = status === 'connected';
    if (this.#hasListed) {
      await models.list(new AbortController().signal).then(
        () => this.#update(),
        () => undefined,
      );
    }
  }

  #stateOfComposer(): string {
    const { conversations, composer } = this.#dependencies;
    const { draft, attachments } = composer;
    return JSON.stringify([conversations.current.conversation.id, draft, attachments.map(({ id }) => id)]);
  }
}

function questionOf({ session, by, isContinued }: Repetition): FitQuestion {
  return lastQuestion(session.conversation.turns, by, isContinued);
}

/** The conversation as it was when something was to be asked once more. */
function stateOf({ session }: Repetition): string {
  const { id, turns } = session.conversation;
  return JSON.stringify([id, turns.at(-1)?.id, session.isRunning]);
}
