import { OVERFLOW_CHOICES, type OverflowChoice, type OverflowView } from '../../protocol/contextWindow.ts';
import type { RequestResult } from '../../protocol/toPanel.ts';
import { button, listenForPress } from '../buttons.ts';
import { element, statusLine } from '../dom.ts';
import { isDone, textOf } from '../host.ts';
import { icon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

/** The part of the composer that the notice uses. */
interface NoticeComposer {
  /** Sends pending changes of the draft to the host immediately. */
  flushDraft(): void;
  send(): Promise<void>;
}

/** A choice: its button and a detail text. */
interface ChoiceRow {
  item: HTMLElement;
  button: HTMLButtonElement;
  detail: HTMLElement;
}

/** Notice above the composer: the next request exceeds the context window. Offers choices before it is sent. */
export class OverflowNotice {
  readonly element = element('section', 'overflow');
  readonly #deps: ViewDeps;
  readonly #composer: NoticeComposer;
  readonly #message = element('div', 'overflow-message');
  /** One row per kind, so that a focused button never changes its action. */
  readonly #rows = new Map(OVERFLOW_CHOICES.map((kind) => [kind, this.#createRow(kind)]));
  /** Announces the message once when the notice appears. The message itself may change with each typed word. */
  readonly #announced = statusLine('visually-hidden');
  #view: OverflowView | undefined;

  constructor(deps: ViewDeps, composer: NoticeComposer) {
    this.#deps = deps;
    this.#composer = composer;
    this.element.ariaLabel = t('Context Window Exceeded');
    this.element.append(
      element('div', 'overflow-head', icon('warning'), this.#message),
      element('ul', 'overflow-choices', ...[...this.#rows.values()].map(({ item }) => item)),
      this.#announced,
    );
    this.show(undefined);
  }

  /** Announces the notice again if a request was refused for what it says. Returns whether it was. */
  announceAgain(result: RequestResult | undefined): boolean {
    const isShown = this.#view !== undefined && result?.kind === 'error' && result.isOverflow === true;
    if (isShown) {
      this.#announced.replaceChildren(...visibleNodes(this.#view?.message ?? ''));
    }
    return isShown;
  }

  show(view: OverflowView | undefined): void {
    const hasToggled = (this.#view === undefined) !== (view === undefined);
    this.#view = view;
    this.element.classList.toggle('fits', view === undefined);
    this.#message.replaceChildren(...visibleNodes(view?.message ?? ''));
    for (const [kind, row] of this.#rows) {
      const choice = view?.choices.find((offered) => offered.kind === kind);
      row.item.hidden = choice === undefined;
      row.button.replaceChildren(...visibleNodes(choice?.label ?? ''));
      row.detail.replaceChildren(...visibleNodes(choice?.detail ?? ''));
    }
    if (hasToggled) {
      this.#announced.textContent = this.#message.textContent;
    }
  }

  #createRow(kind: OverflowChoice): ChoiceRow {
    const detail = element('div', 'overflow-detail');
    detail.id = `overflow-detail-${kind}`;
    const choiceButton = button('text-button secondary');
    choiceButton.setAttribute('aria-describedby', detail.id);
    // A double click must not also apply to the next notice.
    listenForPress(choiceButton, () => this.#choose(kind));
    return { item: element('li', '', choiceButton, detail), button: choiceButton, detail };
  }

  async #choose(kind: OverflowChoice): Promise<void> {
    const view = this.#view;
    if (view === undefined) {
      return;
    }
    // The host acts on its own draft, which must match the box.
    this.#composer.flushDraft();
    const result = await this.#deps.host.request({
      type: 'overflowChoice',
      noticeId: view.noticeId,
      choice: kind,
    });
    this.#deps.ui.showStatus(this.announceAgain(result) ? '' : textOf(result));
    if (isDone(result) && view.choices.some((choice) => choice.kind === kind && choice.sends)) {
      await this.#composer.send();
    }
  }
}
