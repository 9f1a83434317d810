/** A code block: its index in the reply, from 0, and, if it is in a rendered one, its index in that. */
export type BlockName = `${number}` | `${number}/${number}`;

/** What can be toggled in a turn. Details have their index, from 0, in the reply or in the rendered code block. */
type TogglePart =
  | 'chips'
  | 'earlierReply'
  | 'noticeDetail'
  | 'responseStart'
  | `code ${BlockName}`
  | `rendered ${BlockName}`
  | `details ${number}`
  | `details ${BlockName}: ${number}`;

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

  /**
   * Remembers which details in a turn, or in a rendered code block, are opened and closed, by the user or to reveal
   * something in them.
   */
  trackDetails(turnId: string, content: Element, block?: BlockName): void {
    // Unlike the event, this comes before anything else can draw the turn again.
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLDetailsElement) {
          const index = detailsIn(content).indexOf(target);
          if (target.matches('.earlier-reply')) {
            this.set(turnId, 'earlierReply', target.open);
          } else if (index >= 0) {
            this.set(turnId, detailsPart(index, block), target.open);
          }
        }
      }
    });
    observer.observe(content, { attributeFilter: ['open'], subtree: true });
  }

  /** Opens and closes details that were drawn again as they were before. */
  restoreDetails(turnId: string, content: Element, block?: BlockName): void {
    const parts = this.#byTurn.get(turnId);
    for (const [index, details] of parts === undefined ? [] : detailsIn(content).entries()) {
      details.open = parts?.get(detailsPart(index, block)) ?? details.open;
    }
  }
}

function detailsPart(index: number, block: BlockName | undefined): TogglePart {
  return block === undefined ? `details ${index}` : `details ${block}: ${index}`;
}

/** Without those in rendered code blocks in the content, whose number changes. */
function detailsIn(content: Element): HTMLDetailsElement[] {
  const around = content.closest('.code');
  return [...content.querySelectorAll<HTMLDetailsElement>('details:not(.earlier-reply)')].filter(
    (details) => details.closest('.code') === around,
  );
}
