/** What can be toggled in a turn. Code blocks and details have their index in the reply, from 0. */
type TogglePart =
  | 'chips'
  | 'earlierReply'
  | 'noticeDetail'
  | 'responseStart'
  | `code ${number}`
  | `details ${number}`;

/** What is toggled in a turn, as the page's state keeps it. */
export type SavedToggle = readonly [turnId: string, part: string, isOn: boolean];

/** Maximum number that a page's state keeps: those in the turns in which something was toggled last. */
const MAX_SAVED = 500;

/**
 * What the user has toggled in turns: details that are open, code that is wrapped, chips that are unfolded. Not kept in
 * nodes, which are replaced when a turn or a block is drawn again.
 */
export class TurnToggles {
  readonly #byTurn = new Map<string, Map<TogglePart, boolean>>();

  /** All of these, for a page that is loaded again. */
  get saved(): SavedToggle[] {
    const all = [...this.#byTurn].flatMap(([turnId, parts]) =>
      [...parts].map(([part, isOn]): SavedToggle => [turnId, part, isOn]),
    );
    return all.slice(-MAX_SAVED);
  }

  restore(saved: readonly SavedToggle[]): void {
    for (const [turnId, part, isOn] of saved) {
      // Of an unknown part, nothing is ever asked.
      this.set(turnId, part as TogglePart, isOn);
    }
  }

  /** `undefined` if the user has not toggled this part. */
  get(turnId: string, part: TogglePart): boolean | undefined {
    return this.#byTurn.get(turnId)?.get(part);
  }

  set(turnId: string, part: TogglePart, isOn: boolean): void {
    const parts = this.#byTurn.get(turnId) ?? new Map<TogglePart, boolean>();
    // The latest is the last.
    this.#byTurn.delete(turnId);
    parts.delete(part);
    this.#byTurn.set(turnId, parts.set(part, isOn));
  }

  /** Remembers which details in a turn are opened and closed, by the user or to reveal something in them. */
  trackDetails(turnId: string, turn: Element): void {
    // Unlike the event, this comes before anything else can draw the turn again.
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLDetailsElement) {
          const isEarlierReply = target.matches('.earlier-reply');
          const part = isEarlierReply
            ? 'earlierReply'
            : (`details ${detailsIn(turn).indexOf(target)}` as const);
          this.set(turnId, part, target.open);
        }
      }
    });
    observer.observe(turn, { attributeFilter: ['open'], subtree: true });
  }

  /** Opens and closes details that were drawn again as they were before. */
  restoreDetails(turnId: string, content: Element): void {
    const parts = this.#byTurn.get(turnId);
    for (const [index, details] of parts === undefined ? [] : detailsIn(content).entries()) {
      details.open = parts?.get(`details ${index}`) ?? details.open;
    }
  }
}

function detailsIn(turn: Element): HTMLDetailsElement[] {
  return [...turn.querySelectorAll<HTMLDetailsElement>('details:not(.earlier-reply)')];
}
