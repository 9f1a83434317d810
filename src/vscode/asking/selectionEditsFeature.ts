import { lazy } from '../../base/lazy.ts';
import { showMessage } from '../actionResult.ts';
import type { Feature } from '../panel/feature.ts';
import type { SelectionEditServices } from './selectionEdits.ts';

/** Edits a selection, and asks again from the review of that. */
export function selectionEditsFeature(services: SelectionEditServices) {
  const edits = lazy(async () => {
    const { SelectionEdits } = await import('./selectionEdits.ts');
    return new SelectionEdits(services);
  });
  return {
    commands: {
      editSelection: async () => showMessage(await (await edits()).editSelections()),
      askAgain: async (target) => showMessage(await (await edits()).askAgain(target)),
      regenerate: async (target) => showMessage(await (await edits()).regenerate(target)),
    },
  } satisfies Feature;
}
