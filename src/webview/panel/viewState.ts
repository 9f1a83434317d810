import type { Place } from '../conversation/readingPlace.ts';
import type { Host } from '../host.ts';
import type { SavedToggle } from '../turnToggles.ts';

/**
 * Reading place, caret, and what is opened in the turns, which VS Code restores after a reload of the page or the window.
 * `caret` is in UTF-16 code units. Nothing that was typed: VS Code stores this as it is, where it is neither redacted nor
 * deleted with its conversation.
 */
export interface ViewState {
  /** Id of the host's run. In another run, the conversation may no longer be open. */
  run: string;
  conversationId: string;
  hasTurns: boolean;
  /** Absent at the end. */
  place?: Place | undefined;
  caret: number;
  /** Turn of the question that is being edited. */
  edited?: string;
  toggles?: readonly SavedToggle[];
}

export function readViewState(host: Pick<Host, 'getState'>): ViewState | undefined {
  const saved = host.getState();
  return isViewState(saved) ? saved : undefined;
}

/** Another version may have saved another form. */
function isViewState(saved: unknown): saved is ViewState {
  if (!isObject(saved)) {
    return false;
  }
  const { run, conversationId, hasTurns, place, caret, edited, toggles } = saved as Partial<ViewState>;
  return (
    [run, conversationId].every((value) => typeof value === 'string') &&
    typeof hasTurns === 'boolean' &&
    typeof caret === 'number' &&
    (place === undefined ||
      (isObject(place) &&
        typeof place.turnId === 'string' &&
        typeof place.offset === 'number' &&
        (place.block === undefined || typeof place.block === 'number'))) &&
    (toggles === undefined ||
      (Array.isArray(toggles) &&
        toggles.every(
          (toggle) =>
            Array.isArray(toggle) &&
            [toggle[0], toggle[1]].every((value) => typeof value === 'string') &&
            typeof toggle[2] === 'boolean',
        ))) &&
    (edited === undefined || typeof edited === 'string')
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
