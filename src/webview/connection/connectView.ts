import type { ConnectionProblemView, ConnectionView, OfferedStep } from '../../protocol/panel.ts';
import type { PanelState } from '../../protocol/toPanel.ts';
import { button, listenForPress } from '../buttons.ts';
import { element } from '../dom.ts';
import { textOf } from '../host.ts';
import { icon, setIcon } from '../icons.ts';
import { t } from '../l10n.ts';
import type { MessageHandlers, Room } from '../rooms.ts';
import type { ViewDeps } from '../viewDeps.ts';
import { visibleNodes } from '../visibleNodes.ts';

/** States in which a person sets something up. In all others, something has gone wrong. */
const SETUP_STATES: readonly ConnectionView['state'][] = ['notSetUp', 'noKey', 'noModel'];

/** States that the last request has shown: if it asked a question, the notice of its reply says the same. */
const REQUEST_STATES: readonly ConnectionView['state'][] = ['keyRefused', 'noAccess', 'unreachable'];

/**
 * Why no question is answered, with the one step that helps: in place of an empty conversation, and as a notice above the
 * composer of any other. The API key is entered in VS Code's input boxes, never in the panel.
 */
export class ConnectView implements Room {
  readonly messages = {
    connection: ({ connection }) => {
      const before = this.#view;
      this.#show(connection);
      if (before !== undefined) {
        this.#announceChange(before, connection);
      }
    },
  } satisfies Partial<MessageHandlers>;
  readonly #deps: ViewDeps;
  readonly #icon = icon('plug');
  readonly #title = element('h2');
  readonly #text = element('p');
  readonly #next = new StepButton((step) => this.#take(step), 'primary');
  readonly #other = new StepButton((step) => this.#take(step), 'quiet');
  readonly #hint = element('p', 'hint');
  readonly #noticeText = element('span');
  readonly #noticeNext = new StepButton((step) => this.#take(step), 'primary');
  readonly #restrictedText = element('p');
  readonly #restrictedNext = new StepButton((step) => this.#take(step), 'quiet');
  readonly element = element(
    'div',
    'welcome',
    this.#icon,
    this.#title,
    this.#text,
    this.#next.element,
    this.#other.element,
    this.#hint,
  );
  readonly notice = element('div', 'connect-notice', this.#noticeText, this.#noticeNext.element);
  /** What Restricted Mode leaves out, for the view of an empty conversation. */
  readonly restricted = element('div', 'restricted', this.#restrictedText, this.#restrictedNext.element);
  #view: ConnectionView | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Absent until the host has said it. */
  get state(): ConnectionView['state'] | undefined {
    return this.#view?.state;
  }

  /** Whether a question can be sent. If not, the step that helps is taken instead. */
  get canAsk(): boolean {
    return this.#problem?.canAsk ?? true;
  }

  /** @param isLastFailed whether the conversation ends in a reply that has failed */
  needsNotice(isLastFailed: boolean): boolean {
    const state = this.#problem?.state;
    return state !== undefined && !(isLastFailed && REQUEST_STATES.includes(state));
  }

  showConversation({ connection }: PanelState): void {
    this.#show(connection);
  }

  /** Takes the step that helps. */
  takeNext(): void {
    void this.#take(this.#problem?.next);
  }

  get #problem(): ConnectionProblemView | undefined {
    return this.#view?.state === 'ready' ? undefined : this.#view;
  }

  #show(view: ConnectionView | undefined): void {
    this.#view = view;
    const restricted = view?.state === 'ready' ? view.restricted : undefined;
    this.restricted.hidden = restricted === undefined;
    this.#restrictedText.textContent = restricted?.message ?? '';
    this.#restrictedNext.show(restricted?.next);
    const problem = this.#problem;
    const { state = 'notSetUp', title = '', message = '', advice = '', hint = '' } = problem ?? {};
    setIcon(this.#icon, SETUP_STATES.includes(state) ? 'plug' : 'warning');
    this.#title.replaceChildren(...visibleNodes(title));
    this.#text.replaceChildren(...visibleNodes(`${message} ${advice}`.trim()));
    this.#hint.textContent = hint;
    this.#hint.hidden = hint === '';
    this.#noticeText.replaceChildren(...visibleNodes(message));
    this.#next.show(problem?.next);
    this.#noticeNext.show(problem?.next);
    this.#other.show(problem?.other);
  }

  #announceChange(before: ConnectionView, now: ConnectionView): void {
    if (now.state === 'ready') {
      if (before.state !== 'ready') {
        this.#deps.ui.announce(t('Connected'));
      }
    } else if (before.state === 'ready' || before.state !== now.state || before.message !== now.message) {
      this.#announceProblem();
    }
  }

  #announceProblem(): void {
    this.#deps.ui.announce([this.#title.textContent, this.#text.textContent].join('\n'));
  }

  async #take(offered: OfferedStep | undefined): Promise<void> {
    if (offered === undefined) {
      return;
    }
    const { host, ui } = this.#deps;
    const before = this.#problem?.message;
    const result = await host.request({ type: 'connectionStep', step: offered.step });
    ui.showStatus(textOf(result));
    if (offered.step === 'tryAgain' && this.#problem !== undefined && this.#problem.message === before) {
      // Nothing has changed on the screen.
      this.#announceProblem();
    }
  }
}

/** A button for a step. It keeps its node, and with it the focus, when the step changes. */
class StepButton {
  readonly element: HTMLButtonElement;
  #offered: OfferedStep | undefined;

  constructor(take: (offered: OfferedStep | undefined) => Promise<void>, className: 'primary' | 'quiet') {
    this.element = button(`text-button ${className}`);
    listenForPress(this.element, async () => {
      if (this.#offered?.step === 'tryAgain') {
        this.element.textContent = t('Trying…');
      }
      await take(this.#offered);
      this.show(this.#offered);
    });
  }

  /** @param offered hidden without one */
  show(offered: OfferedStep | undefined): void {
    this.#offered = offered;
    this.element.textContent = offered?.label ?? '';
    this.element.hidden = offered === undefined;
  }
}
