import { MOST_DROPPED } from '../../protocol/context.ts';
import { element } from '../dom.ts';
import { fill } from '../format.ts';
import type { ViewContext } from '../viewContext.ts';
import { droppedUris, mayHoldFiles } from './droppedUris.ts';

/**
 * Takes files and folders that are dropped anywhere on the panel. VS Code lets them come so far only while Shift is
 * held; without it, it opens them.
 */
export class DropTarget {
  /** Lies over the panel while something is dragged over it. */
  readonly element = element('div', 'drop-overlay');
  readonly #context: ViewContext;
  readonly #onProblem: (problem: string) => void;
  /** What is dragged began in the panel itself. */
  #isOwn = false;

  /** @param onProblem is told why what was dropped can't be attached, or an empty text */
  constructor(context: ViewContext, onProblem: (problem: string) => void) {
    this.#context = context;
    this.#onProblem = onProblem;
    this.element.hidden = true;
    this.element.ariaHidden = 'true';
    document.addEventListener('dragstart', () => {
      this.#isOwn = true;
    });
    document.addEventListener('dragend', () => {
      this.#isOwn = false;
    });
    document.addEventListener('dragenter', (event) => this.#over(event));
    document.addEventListener('dragover', (event) => this.#over(event));
    document.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) {
        this.element.hidden = true;
      }
    });
    document.addEventListener('drop', (event) => this.#dropped(event));
  }

  #over(event: DragEvent): void {
    const { dataTransfer: dragged } = event;
    if (dragged === null || this.#isOwn || !mayHoldFiles(dragged)) {
      return;
    }
    event.preventDefault();
    dragged.dropEffect = 'copy';
    const { dropToAttach, holdShift } = this.#context.strings;
    const hint = event.shiftKey ? dropToAttach : holdShift;
    if (this.element.textContent !== hint) {
      this.element.replaceChildren(element('span', '', hint));
    }
    this.element.hidden = false;
  }

  #dropped(event: DragEvent): void {
    const { dataTransfer: dropped } = event;
    this.element.hidden = true;
    if (dropped === null || this.#isOwn || !mayHoldFiles(dropped)) {
      return;
    }
    event.preventDefault();
    void this.#attach(droppedUris(dropped));
  }

  async #attach(uris: readonly string[]): Promise<void> {
    const { dropUnreachable, dropTooMany } = this.#context.strings;
    if (uris.length === 0) {
      this.#onProblem(dropUnreachable);
    } else if (uris.length > MOST_DROPPED) {
      this.#onProblem(fill(dropTooMany, MOST_DROPPED));
    } else {
      this.#onProblem((await this.#context.host.request({ type: 'dropped', uris: [...uris] })) ?? '');
    }
  }
}
