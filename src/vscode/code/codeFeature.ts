import type { ChatUi } from '../panel/chatUi.ts';
import type { Feature } from '../panel/feature.ts';
import { LazyEditorColours } from './lazyEditorColours.ts';

/** Code in the panel in the colours of the editor. */
export function codeFeature(ui: Pick<ChatUi, 'post'>) {
  const colours = new LazyEditorColours((message) => ui.post(message));
  return {
    messages: {
      grammarWanted: ({ language }) => colours.sendGrammar(language),
    },
    pageStarts: () => colours.forget(),
    dispose: () => colours.dispose(),
  } satisfies Feature;
}
