import type { FitView } from '../protocol/fitView.ts';
import { button } from './buttons.ts';
import type { ComposerView } from './composer.ts';
import { element, statusLine } from './dom.ts';
import { visibleNodes } from './hiddenMarks.ts';
import { icon } from './icons.ts';
import type { ViewContext } from './viewContext.ts';

type Choice = FitView['choices'][number];

/** One choice: what is done by a button, and under it what that means. */
interface DrawnChoice {
  item: HTMLElement;
  button: HTMLButtonElement;
  detail: HTMLElement;
  choice: Choice;
}

/** Says above the composer, before anything is sent, that it does not fit, and what can be done about it. */
export class FitNotice {
  readonly element = element('section', 'fit');
  readonly #context: ViewContext;
  readonly #composer: Pick<ComposerView, 'send' | 'say' | 'tellDraft'>;
  readonly #message = element('div', 'fit-message');
  readonly #choices = element('ul', 'fit-choices');
  /** What a screen reader hears, once: the sentence itself may change with each word that is typed. */
  readonly #announced = statusLine('visually-hidden');
  #view: FitView | undefined;
  #drawn: DrawnChoice[] = [];

  constructor(context: ViewContext, composer: Pick<ComposerView, 'send' | 'say' | 'tellDraft'>) {
    this.#context = context;
    this.#composer = composer;
    this.element.ariaLabel = context.strings.fit;
    this.element.append(
      element('div', 'fit-head', icon('warning'), this.#message),
      this.#choices,
      this.#announced,
    );
    this.show(undefined);
  }

  /** Whether this is what the notice says; a screen reader hears it then once more. */
  says(sentence: string): boolean {
    const isSaid = this.#view?.message === sentence;
    if (isSaid) {
      this.#announced.replaceChildren(...visibleNodes(sentence, this.#context.strings));
    }
    return isSaid;
  }

  /** Buttons that stay keep the keyboard. */
  show(view: FitView | undefined): void {
    const isNew = (this.#view === undefined) !== (view === undefined);
    this.#view = view;
    this.element.classList.toggle('fits', view === undefined);
    this.#message.replaceChildren(...visibleNodes(view?.message ?? '', this.#context.strings));
    const choices = view?.choices ?? [];
    for (const { item } of this.#drawn.splice(choices.length)) {
      item.remove();
    }
    choices.forEach((choice, index) => {
      this.#fill(this.#drawn[index] ?? this.#draw(choice, index), choice);
    });
    if (isNew) {
      this.#announced.textContent = this.#message.textContent;
    }
  }

  #draw(choice: Choice, index: number): DrawnChoice {
    const detail = element('div', 'fit-detail');
    detail.id = `fit-detail-${index}`;
    const made = button('text-button secondary');
    made.setAttribute('aria-describedby', detail.id);
    const drawn = { item: element('li', '', made, detail), button: made, detail, choice };
    made.addEventListener('click', () => void this.#choose(drawn.choice));
    this.#drawn.push(drawn);
    this.#choices.append(drawn.item);
    return drawn;
  }

  #fill(drawn: DrawnChoice, choice: Choice): void {
    const { strings } = this.#context;
    drawn.choice = choice;
    drawn.button.replaceChildren(...visibleNodes(choice.label, strings));
    drawn.detail.replaceChildren(...visibleNodes(choice.detail, strings));
  }

  async #choose({ id, sends }: Choice): Promise<void> {
    // The host decides about what it knows of: that is to be what stands in the box.
    this.#composer.tellDraft();
    const problem = await this.#context.host.request({ type: 'fitChoice', choiceId: id });
    this.#composer.say(problem ?? '');
    if (problem === undefined && sends) {
      await this.#composer.send();
    }
  }
}
