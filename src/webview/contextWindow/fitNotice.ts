import { FIT_CHOICES, type FitChoice, type FitView } from '../../protocol/contextWindow.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { visibleNodes } from '../hiddenMarks.ts';
import { icon } from '../icons.ts';
import type { ViewContext } from '../viewContext.ts';

/** What it needs of the composer. */
interface Composer {
  /** The host knows at once what stands in the box. */
  tellDraft(): void;
  send(): Promise<void>;
  /** The sentence above the box; an empty one takes it away. */
  say(text: string): void;
}

/** One choice: what is done by a button, and under it what that means. */
interface Row {
  item: HTMLElement;
  button: HTMLButtonElement;
  detail: HTMLElement;
}

/** Says above the composer, before anything is sent, that it does not fit, and what can be done about it. */
export class FitNotice {
  readonly element = element('section', 'fit');
  readonly #context: ViewContext;
  readonly #composer: Composer;
  readonly #message = element('div', 'fit-message');
  /** A button never changes its kind: one that has the keyboard does not come to do something else. */
  readonly #rows = new Map(FIT_CHOICES.map((kind) => [kind, this.#draw(kind)]));
  /** What a screen reader hears, once: the sentence itself may change with each word that is typed. */
  readonly #announced = statusLine('visually-hidden');
  #view: FitView | undefined;

  constructor(context: ViewContext, composer: Composer) {
    this.#context = context;
    this.#composer = composer;
    this.element.ariaLabel = context.strings.fit;
    this.element.append(
      element('div', 'fit-head', icon('warning'), this.#message),
      element('ul', 'fit-choices', ...[...this.#rows.values()].map(({ item }) => item)),
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

  show(view: FitView | undefined): void {
    const { strings } = this.#context;
    const isNew = (this.#view === undefined) !== (view === undefined);
    this.#view = view;
    this.element.classList.toggle('fits', view === undefined);
    this.#message.replaceChildren(...visibleNodes(view?.message ?? '', strings));
    for (const [kind, row] of this.#rows) {
      const choice = view?.choices.find((each) => each.kind === kind);
      row.item.hidden = choice === undefined;
      row.button.replaceChildren(...visibleNodes(choice?.label ?? '', strings));
      row.detail.replaceChildren(...visibleNodes(choice?.detail ?? '', strings));
    }
    if (isNew) {
      this.#announced.textContent = this.#message.textContent;
    }
  }

  #draw(kind: FitChoice): Row {
    const detail = element('div', 'fit-detail');
    detail.id = `fit-detail-${kind}`;
    const made = button('text-button secondary');
    made.setAttribute('aria-describedby', detail.id);
    // Neither a double click nor a held key makes the same choice of the next notice too.
    made.addEventListener('keydown', (event) => {
      if (event.repeat && event.key === 'Enter') {
        event.preventDefault();
      }
    });
    made.addEventListener('click', ({ detail: clicks }) => clicks <= 1 && void this.#choose(kind));
    return { item: element('li', '', made, detail), button: made, detail };
  }

  async #choose(kind: FitChoice): Promise<void> {
    const view = this.#view;
    if (view === undefined) {
      return;
    }
    // The host decides about what it knows of: that is to be what stands in the box.
    this.#composer.tellDraft();
    const problem = await this.#context.host.request({
      type: 'fitChoice',
      notice: view.notice,
      choice: kind,
    });
    this.#composer.say(problem === undefined || this.says(problem) ? '' : problem);
    if (problem === undefined && view.choices.some((choice) => choice.kind === kind && choice.sends)) {
      await this.#composer.send();
    }
  }
}
