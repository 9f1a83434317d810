import { TextMateColorizer } from './code/textMateColorizer.ts';
import type { Composition } from './composition.ts';
import { createHost, type WebviewApi } from './host.ts';
import { FormulaRenderer } from './markdown/formulaRenderer.ts';
import { focusedElement, reportUse } from './panel/focus.ts';
import { Panel } from './panel/panel.ts';
import { listenForTooltips } from './tooltip.ts';
import { TurnToggles } from './turnToggles.ts';

/**
 * Creates the panel around the text box of the page.
 * @param composition of the page, since its first script has run
 * @param askedText the text of the box when the user sent it, if that was before the panel had loaded
 */
export function startPanel(api: WebviewApi, composition: Composition, askedText: string | undefined): void {
  const host = createHost(api);
  const colorizer = new TextMateColorizer(host, document.body.dataset['codeWorker'] ?? '');
  const formulas = new FormulaRenderer(document.body.dataset['formulas'] ?? '');
  const panel = new Panel({ host, composition, colorizer, formulas, toggles: new TurnToggles() });
  if (askedText !== undefined) {
    panel.ask(askedText);
  }
  listenForTooltips();
  host.listen((message) => panel.apply(message));
  reportUse(host);
  host.post({ type: 'ready', hasFocus: focusedElement() !== undefined });
}
