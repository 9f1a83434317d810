import { OVERFLOW_CHOICES, type OverflowChoice, type OverflowView } from '../../protocol/contextWindow.ts';
import { button } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { icon } from '../icons.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

/** What it needs of the composer. */
interface NoticeComposer {
  /** The host knows at once what stands in the box. */
  flushDraft(): void;
  send(): Promise<void>;
  /** The sentence above the box; an empty one takes it away. */
  showStatus(text: string): void;
}

/** One choice: what is done by a button, and under it what that means. */
interface ChoiceRow {
  item: HTMLElement;
  button: HTMLButtonElement;
  detail: HTMLElement;
}

/** Says above the composer, before anything is sent, that it does not fit, and what can be done about it. */
export class OverflowNotice {
  readonly element = element('section', 'overflow');
  readonly #deps: ViewDeps;
  readonly #composer: NoticeComposer;
  readonly #message = element('div', 'overflow-message');
  /** A button never changes its kind: one that has the keyboard does not come to do something else. */
  readonly #rows = new Map(OVERFLOW_CHOICES.map((kind) => [kind, this.#createRow(kind)]));
  /** What a screen reader hears, once: the sentence itself may change with each word that is typed. */
  readonly #announced = statusLine('visually-hidden');
  #view: OverflowView | undefined;

  constructor(deps: ViewDeps, composer: NoticeComposer) {
    this.#deps = deps;
    this.#composer = composer;
    this.element.ariaLabel = deps.strings.overflow;
    this.element.append(
      element('div', 'overflow-head', icon('warning'), this.#message),
      element('ul', 'overflow-choices', ...[...this.#rows.values()].map(({ item }) => item)),
      this.#announced,
    );
    this.show(undefined);
  }

  /** Whether this is what the notice says; a screen reader hears it then once more. */
  announceAgain(sentence: string): boolean {
    const isSaid = this.#view?.message === sentence;
    if (isSaid) {
      this.#announced.replaceChildren(...visibleNodes(sentence, this.#deps.strings));
    }
    return isSaid;
  }

  show(view: OverflowView | undefined): void {
    const { strings } = this.#deps;
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

  #createRow(kind: OverflowChoice): ChoiceRow {
    const detail = element('div', 'overflow-detail');
    detail.id = `overflow-detail-${kind}`;
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

  async #choose(kind: OverflowChoice): Promise<void> {
    const view = this.#view;
    if (view === undefined) {
      return;
    }
    // The host decides about what it knows of: that is to be what stands in the box.
    this.#composer.flushDraft();
    const problem = await this.#deps.host.request({
      type: 'overflowChoice',
      notice: view.noticeId,
      choice: kind,
    });
    this.#composer.showStatus(problem === undefined || this.announceAgain(problem) ? '' : problem);
    if (problem === undefined && view.choices.some((choice) => choice.kind === kind && choice.sends)) {
      await this.#composer.send();
    }
  }
}
