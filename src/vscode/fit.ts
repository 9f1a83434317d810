import * as vscode from 'vscode';
import type { Answerer } from '../core/chatSessionPorts.ts';
import { cutToLines } from '../core/fit/cutToLines.ts';
import { type FitChange, type FitPlan, planFit } from '../core/fit/planFit.ts';
import type { FitView } from '../protocol/fitView.ts';
import type { Chat } from './chat.ts';
import type { Connections } from './connections.ts';
import { type FitQuestion, fitInput, lastQuestion } from './fitInput.ts';
import { fitChoiceText, fitMessage, sendAnywayText } from './fitText.ts';
import type { NotAsked, WrittenQuestion } from './prepareQuestion.ts';
import type { Problem } from './problem.ts';
import type { Repetition } from './repetition.ts';
import { readChatSettings } from './settings.ts';

/** Changes come in crowds, such as the keys that somebody presses. ms */
const PAUSE = 100;

/** A plan for what the composer holds, or for what was to be asked once more. */
interface Planned {
  plan: FitPlan;
  question: FitQuestion;
  repetition?: Repetition;
}

/** What is shown, and what its choices mean. */
interface Shown extends Planned {
  view: FitView;
}

interface FitDependencies {
  chat: Chat;
  connections: Pick<Connections, 'current'>;
  post(fit: FitView | undefined): void;
  /** Puts the composer's attachments before the user's eyes. */
  showComposer(): void;
}

/**
 * Sees to it that nothing is sent that does not fit into the model's window unless the user wants it, says so before it
 * is sent, and does what the user chooses.
 */
export class Fit implements vscode.Disposable {
  readonly #dependencies: FitDependencies;
  readonly #listeners: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: Shown | undefined;
  /** Counts the notices, so that a choice of one that is gone is not taken for one of another. */
  #notices = 0;
  /** What was refused, and with which conversation. */
  #refused: { repetition: Repetition; state: string } | undefined;
  /** What is to be sent although it does not fit. */
  #accepted: string | undefined;
  #hasListed = false;

  constructor(dependencies: FitDependencies) {
    this.#dependencies = dependencies;
    const { chat } = dependencies;
    const soon = (): void => {
      this.#timer ??= setTimeout(() => this.#update(), PAUSE);
    };
    this.#listeners = vscode.Disposable.from(chat.onChanged(soon), chat.composer.onChanged(soon));
  }

  /** What the panel is to show. */
  get view(): FitView | undefined {
    return this.#shown?.view;
  }

  /** The step of a question on its way that refuses what does not fit. */
  check(written: WrittenQuestion, by: Answerer): WrittenQuestion | NotAsked {
    const accepted = this.#accepted;
    this.#accepted = undefined;
    const question = this.#asked(written, by);
    const plan = this.#plan(question);
    if (plan === undefined || accepted === this.#stateOfComposer()) {
      return written;
    }
    this.#update();
    return { problem: fitMessage(plan, question) };
  }

  /** Refuses what does not fit in any of its forms, before the user is asked which of them is to be sent. */
  checkForms(forms: readonly WrittenQuestion[], by: Answerer): NotAsked | undefined {
    const isAccepted = this.#accepted !== undefined && this.#accepted === this.#stateOfComposer();
    const [form] = forms;
    if (
      form === undefined ||
      isAccepted ||
      forms.some((each) => this.#plan(this.#asked(each, by)) === undefined)
    ) {
      return undefined;
    }
    const checked = this.check(form, by);
    return 'problem' in checked ? checked : undefined;
  }

  /** The same for what was asked before. */
  checkAgain(repetition: Repetition): Problem {
    const accepted = this.#accepted;
    this.#accepted = undefined;
    const question = questionOf(repetition);
    const plan = this.#plan(question);
    if (plan === undefined || accepted === stateOf(repetition)) {
      this.#refused = undefined;
      return undefined;
    }
    this.#refused = { repetition, state: stateOf(repetition) };
    this.#update();
    return fitMessage(plan, question);
  }

  /** @param id of the notice that is shown: another is refused */
  async choose(id: string): Promise<Problem> {
    const shown = this.#shown;
    const index = shown?.view.choices.findIndex((choice) => choice.id === id) ?? -1;
    if (shown === undefined || index === -1) {
      return vscode.l10n.t('This has changed meanwhile. Look, and choose again.');
    }
    const { plan, repetition } = shown;
    const change = plan.choices[index];
    if (change === undefined) {
      this.#accepted = repetition === undefined ? this.#stateOfComposer() : stateOf(repetition);
    } else {
      this.#apply(change, repetition);
    }
    this.#refused = undefined;
    if (repetition !== undefined) {
      return repetition.run(change?.model?.id);
    }
    if (change !== undefined) {
      this.#update();
    }
    return undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }

  #apply({ leaveOut, trim, model, startNew }: FitChange, repetition: Repetition | undefined): void {
    const { chat, showComposer } = this.#dependencies;
    if (startNew) {
      chat.startNewWithDraft();
    }
    if (leaveOut.length > 0) {
      chat.session.leaveOut(leaveOut, true);
    }
    if (trim.length > 0) {
      const lines = new Map(trim.map((each) => [each.id, each.lines]));
      chat.composer.replace(
        chat.composer.attachments.map((each) =>
          cutToLines(each, lines.get(each.id) ?? Number.POSITIVE_INFINITY),
        ),
      );
      showComposer();
    }
    if (model !== undefined && !repetition?.isOfOwnModel) {
      chat.chooseModelHere(model.id);
    }
  }

  #asked({ text, attachments }: WrittenQuestion, by: Answerer): FitQuestion {
    const { turns } = this.#dependencies.chat.session.conversation;
    return { text, attachments, turns, by, canStartNew: true };
  }

  #plan(question: FitQuestion): FitPlan | undefined {
    const input = fitInput(this.#dependencies.chat, question);
    return input && planFit(input);
  }

  /** What is to be shown now, of what was refused or, before anything is, of the composer. */
  #planned(): Planned | undefined {
    const { chat } = this.#dependencies;
    const refused = this.#refused;
    if (refused !== undefined) {
      const question = questionOf(refused.repetition);
      const isStill =
        chat.session === refused.repetition.session && stateOf(refused.repetition) === refused.state;
      const plan = isStill ? this.#plan(question) : undefined;
      if (plan !== undefined) {
        return { plan, question, repetition: refused.repetition };
      }
      this.#refused = undefined;
    }
    const { composer, session, model } = chat;
    const { maxTokens } = readChatSettings();
    const question: FitQuestion = {
      text: composer.draft,
      attachments: composer.attachments,
      turns: session.conversation.turns,
      by: { model, ...(maxTokens !== undefined && { maxTokens }) },
      canStartNew: true,
    };
    const plan = this.#plan(question);
    return plan && { plan, question };
  }

  #update(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const planned = this.#planned();
    const { chat } = this.#dependencies;
    const isUnknown = chat.model !== '' && chat.contextWindow(chat.model) === undefined;
    if (this.#isAbout(planned?.repetition) && (planned !== undefined || isUnknown)) {
      void this.#listModels();
    }
    const view = planned && this.#viewOf(planned);
    const before = this.#shown?.view;
    if (isSame(before, view)) {
      // Its choices keep their names, and mean what is right now.
      this.#shown = planned && before && { ...planned, view: before };
      return;
    }
    this.#notices++;
    this.#shown = planned && view && { ...planned, view };
    this.#dependencies.post(view);
  }

  /** Whether somebody wants to ask something: as long as nobody does, the service is asked nothing either. */
  #isAbout(repetition: Repetition | undefined): boolean {
    const { draft, attachments } = this.#dependencies.chat.composer;
    return repetition !== undefined || draft.trim() !== '' || attachments.length > 0;
  }

  #viewOf({ plan, question, repetition }: Planned): FitView {
    const texts = plan.choices.map((change) => fitChoiceText(change, question));
    const notice = this.#notices + 1;
    return {
      message: fitMessage(plan, question),
      choices: [
        ...texts.map((text, index) => ({ id: `${notice}.${index}`, ...text })),
        ...(this.#isAbout(repetition)
          ? [
              {
                id: `${notice}.anyway`,
                ...sendAnywayText(),
                ...(repetition === undefined && { sends: true }),
              },
            ]
          : []),
      ],
    };
  }

  /** Which models there are, and how large, is asked once, where it may help, and only where nobody has to be asked first. */
  async #listModels(): Promise<void> {
    const { chat, connections } = this.#dependencies;
    if (this.#hasListed || chat.knownModels.length > 0) {
      return;
    }
    this.#hasListed = true;
    const { status } = await connections.current();
    this.#hasListed = status === 'connected';
    if (this.#hasListed) {
      await chat.listModels(new AbortController().signal).then(
        () => this.#update(),
        () => undefined,
      );
    }
  }

  #stateOfComposer(): string {
    const { session, composer } = this.#dependencies.chat;
    const { draft, attachments } = composer;
    return JSON.stringify([session.conversation.id, draft, attachments.map(({ id }) => id)]);
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

function isSame(one: FitView | undefined, other: FitView | undefined): boolean {
  return (
    one?.message === other?.message &&
    one?.choices.length === other?.choices.length &&
    (one?.choices ?? []).every(({ label, detail, sends }, index) => {
      const choice = other?.choices[index];
      return label === choice?.label && detail === choice.detail && sends === choice.sends;
    })
  );
}
